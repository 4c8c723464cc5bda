// Values that never change, by key, up to a number of bytes: the ones unused for longest are dropped.
export interface Cache<T> {
  get(key: string): T | undefined
  set(key: string, value: T, bytes: number): void
}

export function openCache<T>(bytesMax: number): Cache<T> {
  const entries = new Map<string, { readonly value: T; readonly bytes: number }>()
  let total = 0
  const drop = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > bytesMax / 4) return
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) break
        drop(oldest)
      }
    },
  }
}
