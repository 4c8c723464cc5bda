import { setTimeout as sleep } from 'node:timers/promises'

// Asks again and again until the answer is yes, or the patience ends; then says what it waited for.
export async function until(what: string, isSo: () => Promise<boolean>, patienceMs = 60_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  let failure: unknown = null
  while (Date.now() < deadline) {
    try {
      if (await isSo()) return
      failure = null
    } catch (error) {
      failure = error
    }
    await sleep(100)
  }
  throw new Error(`Waited in vain until ${what}.`, { cause: failure })
}
