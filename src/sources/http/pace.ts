import { setTimeout as sleep } from 'node:timers/promises'
import { SourceError } from '../source.ts'

// Keeps a minimum between two questions to a service that gives its answers for nothing. A short wait is waited for;
// a long one is "busy, come back then", so that no worker stands idle for a minute.
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
      // A clock that was set back must not block the service for as long.
      const atMs = Math.max(nowMs, Math.min(freeAtMs, nowMs + spacingMs))
      if (atMs - nowMs > waitMaxMs) {
        const message = `${service} is asked at most once in ${Math.ceil(spacingMs / 1_000)} seconds.`
        throw new SourceError('rate_limited', message, { retryAt: new Date(atMs) })
      }
      freeAtMs = atMs + spacingMs
      if (atMs > nowMs) await sleep(atMs - nowMs, undefined, { signal })
    },
  }
}
