// A batch that waits for the one before it waits no longer: a slow query delays only its own callers.
const WAIT_MS_MAX = 20

// Batches look-ups by key: the calls of one event loop turn become one query, and those made while a query is running become the
// next one. No caller gets a value that was read before its call, which a cache could not guarantee. The busier the process, the more
// calls share a query.
export function coalesce<Value>(
  query: (keys: readonly string[]) => Promise<readonly Value[]>,
): (key: string) => Promise<Value> {
  let pending = new Map<string, PromiseWithResolvers<Value>>()
  let running = 0
  let timer: NodeJS.Timeout | undefined
  const runBatch = async () => {
    clearTimeout(timer)
    const batch = pending
    pending = new Map()
    const callers = [...batch.values()]
    running += 1
    try {
      const values = await query([...batch.keys()])
      for (const [index, { resolve }] of callers.entries()) resolve(values[index] as Value)
    } catch (error) {
      for (const { reject } of callers) reject(error)
    }
    running -= 1
    if (running === 0 && pending.size > 0) runBatch()
  }
  return (key) => {
    let caller = pending.get(key)
    if (caller === undefined) {
      if (pending.size === 0) {
        if (running === 0) setImmediate(runBatch)
        else timer = setTimeout(runBatch, WAIT_MS_MAX)
      }
      caller = Promise.withResolvers<Value>()
      pending.set(key, caller)
    }
    return caller.promise
  }
}
