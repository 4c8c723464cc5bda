import { setTimeout as sleep } from 'node:timers/promises'
import { SourceError } from '../source.ts'

// Keeps a minimum interval between two requests to a free service. `take` sleeps through a short wait; a longer one
// fails as `rate_limited` and says when to retry, so that no worker stays idle for a minute.
export interface Pace {
  take(signal: AbortSignal): Promise<void>
}

export interface PaceOptions {
  readonly service: string
  readonly spacingMs: number
  readonly waitMaxMs: number
  readonly now: () => Date
}

export function openPace({ service, spacingMs, waitMaxMs, now }: PaceOptions): Pace {
  let freeAtMs = 0
  return {
    async take(signal) {
      const nowMs = now().getTime()
      // When the clock is set back, the wait must not grow by the difference.
      const atMs = Math.max(nowMs, Math.min(freeAtMs, nowMs + spacingMs))
      if (atMs - nowMs > waitMaxMs) {
        const message = `Requests to ${service} are limited to one every ${Math.ceil(spacingMs / 1_000)} seconds.`
        throw new SourceError('rate_limited', message, { retryAt: new Date(atMs) })
      }
      freeAtMs = atMs + spacingMs
      if (atMs > nowMs) await sleep(atMs - nowMs, undefined, { signal })
    },
  }
}
