// Batches look-ups by key: the calls of one event loop turn become one query. No caller gets a value that was read before its call,
// which a cache could not guarantee, and none waits longer: under load a turn has many calls, otherwise one.
export function coalesce<Value>(
  query: (keys: readonly string[]) => Promise<readonly Value[]>,
): (key: string) => Promise<Value> {
  let pending = new Map<string, PromiseWithResolvers<Value>>()
  const runBatch = async () => {
    const batch = pending
    pending = new Map()
    const callers = [...batch.values()]
    try {
      const values = await query([...batch.keys()])
      for (const [index, { resolve }] of callers.entries()) resolve(values[index] as Value)
    } catch (error) {
      for (const { reject } of callers) reject(error)
    }
  }
  return (key) => {
    let caller = pending.get(key)
    if (caller === undefined) {
      if (pending.size === 0) setImmediate(runBatch)
      caller = Promise.withResolvers<Value>()
      pending.set(key, caller)
    }
    return caller.promise
  }
}
