// Handles change rarely and cost a request, so they are cached for a week, for a limited number of channels.
export interface HandleCache {
  get(channelId: string): string | undefined
  set(channelId: string, handle: string): void
}

const CACHE_MS = 7 * 24 * 60 * 60 * 1000
const CHANNELS_MAX = 10_000

export function openHandleCache(now: () => Date): HandleCache {
  const entries = new Map<string, { readonly handle: string; readonly until: number }>()
  return {
    get(channelId) {
      const entry = entries.get(channelId)
      return entry !== undefined && entry.until > now().getTime() ? entry.handle : undefined
    },
    set(channelId, handle) {
      const oldest = entries.keys().next()
      if (entries.size >= CHANNELS_MAX && oldest.done !== true) entries.delete(oldest.value)
      entries.set(channelId, { handle, until: now().getTime() + CACHE_MS })
    },
  }
}
