const FIRST_SECONDS = 30
const SECONDS_MAX = 4 * 3_600
const DAY_MS = 86_400_000
export const FAILING_MS_MAX = 7 * DAY_MS

export interface FailedAttempt {
  // Counted from 1.
  readonly attempts: number
  readonly firstAttemptAt: Date
  // The receiver's Retry-After.
  readonly retryAt: Date | undefined
  readonly now: Date
  // From 0 to 1.
  readonly random: number
}

// When to try again; null when a day of attempts has passed. Pauses double, and the jitter keeps messages that failed together from
// being tried together. A time that the receiver named is kept, however long.
export function nextAttempt({ attempts, firstAttemptAt, retryAt, now, random }: FailedAttempt): Date | null {
  const full = Math.min(FIRST_SECONDS * 2 ** (attempts - 1), SECONDS_MAX)
  const jittered = (full / 2) * (1 + random)
  const at = Math.max(now.getTime() + jittered * 1000, retryAt === undefined ? 0 : retryAt.getTime() + random * 1000)
  return at > firstAttemptAt.getTime() + DAY_MS ? null : new Date(at)
}
