// A route declares its class. Each class has its own limiter, so that slow readings do not delay quick ones and neither keeps people
// from logging in. `free` is not limited: health checks, and streams that last as long as their client wants.
export type RouteClass = 'quick' | 'long' | 'login' | 'free'

export interface Limit {
  // Requests handled at once.
  readonly concurrentMax: number
  readonly queueMax: number
  // A request that waits longer gets 503.
  readonly waitMsMax: number
}

export type Limits = Readonly<Record<Exclude<RouteClass, 'free'>, Limit>>

export function defaultLimits(quickMax: number): Limits {
  return {
    // At twice the capacity the queue is always full, so its wait is what an accepted request pays (docs/explanation/performance.md).
    quick: { concurrentMax: quickMax, queueMax: 48, waitMsMax: 100 },
    // Long readings take up to several hundred milliseconds each, and a dashboard that opens requests a handful of them at once.
    long: { concurrentMax: 6, queueMax: 120, waitMsMax: 5_000 },
    // Only until the attempt is counted, which takes a few milliseconds: passwords have a limiter of their own (passwords.ts). People
    // can wait longer for a log-in than for a page.
    login: { concurrentMax: 4, queueMax: 1_000, waitMsMax: 15_000 },
  }
}
