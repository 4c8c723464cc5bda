import { setImmediate } from 'node:timers/promises'

const TURN_MS = 5

// Like `map` of an array, in turns of the event loop: other requests are answered between them.
export async function mapInTurns<T, Result>(items: readonly T[], map: (item: T) => Result): Promise<Result[]> {
  const results: Result[] = []
  let began = performance.now()
  for (const item of items) {
    results.push(map(item))
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
  return results
}
