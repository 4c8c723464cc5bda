import { getHeapStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

// Values that never change, by key, up to a number of bytes: the ones unused for longest are dropped.
export interface Cache<T> {
  get(key: string): T | undefined
  set(key: string, value: T, bytes: number): void
}

// All caches of a thread together: an eighth of what the heap may have, which goes by the machine's memory or `--max-old-space-size`.
// The least is enough to read a year of a million mentions again and again, the most for everything else that is read beside it. The
// workers of `pantau start` have a thread of their own, and need less: they rarely read a long range.
const LEAST_BYTES = 56 * 2 ** 20
const MOST_BYTES = 256 * 2 ** 20
const WORKER_BYTES = 32 * 2 ** 20
export const TOGETHER_BYTES_MAX = isMainThread
  ? Math.min(MOST_BYTES, Math.max(LEAST_BYTES, getHeapStatistics().heap_size_limit / 8))
  : WORKER_BYTES

interface Entry<T> {
  readonly value: T
  readonly bytes: number
  // Ascends with every use in any cache.
  usedAt: number
}

const caches: { readonly entries: ReadonlyMap<string, Entry<unknown>>; readonly drop: (key: string) => void }[] = []
let together = 0
let uses = 0

// A value of more than `valueMax` bytes is not kept.
export function openCache<T>(bytesMax: number, valueMax = bytesMax / 4): Cache<T> {
  // The one unused for longest is the first.
  const entries = new Map<string, Entry<T>>()
  let total = 0
  const drop = (key: string) => {
    const bytes = entries.get(key)?.bytes ?? 0
    total -= bytes
    together -= bytes
    entries.delete(key)
  }
  caches.push({ entries, drop })
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entry.usedAt = uses++
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > valueMax) return
      entries.set(key, { value, bytes, usedAt: uses++ })
      total += bytes
      together += bytes
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) break
        drop(oldest)
      }
      while (together > TOGETHER_BYTES_MAX) dropOldest()
    },
  }
}

// Of all caches.
function dropOldest(): void {
  let oldest: { readonly key: string; readonly usedAt: number; readonly drop: (key: string) => void } | null = null
  for (const { entries, drop } of caches) {
    const [first] = entries
    if (first !== undefined && (oldest === null || first[1].usedAt < oldest.usedAt))
      oldest = { key: first[0], usedAt: first[1].usedAt, drop }
  }
  oldest?.drop(oldest.key)
}
