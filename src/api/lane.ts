import { setTimeout as later } from 'node:timers'
import { Problem } from '../domain/problem.ts'

const RETRY_SECONDS = 1
// A burst may wait this long for its turn.
const PATIENCE_MS = 2_000
// Overload is over when nobody had to be sent away for this long, or when so much less came than can be served that a crowd of
// many at once would be served again.
const CALM_MS = 1_000
const CALM_SHARE = 0.8
// What comes is counted over so long.
const WINDOW_MS = 1_000
// A shorter time tells little about what can be done in a second.
const CROWDED_MS_MIN = 200
// How much the newest of the measured times counts in their mean.
const NEWEST_SHARE = 0.05

interface Waiting {
  readonly since: number
  readonly begin: () => void
  readonly refuse: () => void
}

export interface LaneSize {
  // Who works at once: many, because what they ask the system for together costs less than one by one.
  readonly atOnce: number
  // In overload: few, because they share the processors, and each is done the sooner.
  readonly atOnceInOverload: number
  readonly waitingMax: number
}

// Lets so many requests work at once; more wait in order. When more wait than there is room for, it is no crowd: more comes in than
// can be done, and everybody would only wait ever longer. Then few work at once, the newest is served first, and who is not served in
// about half the time that it takes until one is done is sent away, so that what is accepted stays fast.
export class Lane {
  readonly #size: LaneSize
  readonly #waiting: Waiting[] = []
  #working = 0
  #workMs = 1
  #refusedAt = Number.NEGATIVE_INFINITY
  #windowAt = performance.now()
  #came = 0
  #crowdedAt = 0
  #done = 0
  // What was done a second while many worked at once and others waited, the last time that this led to overload.
  #capacity = 0

  constructor(size: LaneSize) {
    this.#size = size
  }

  // For everybody who comes, before anything is done for them. Throws when it is of no use: in overload as many wait as can be
  // served in time.
  come(): void {
    const now = performance.now()
    if (now - this.#windowAt >= WINDOW_MS) this.#closeWindow(now)
    this.#came += 1
    const full = this.#waiting.length >= this.#size.atOnceInOverload
    if (full && this.#isOverloaded(now)) throw this.#refusal()
  }

  // Resolves when it is one's turn; what it answers gives the place back, once.
  async enter(): Promise<() => void> {
    if (this.#working < this.#limit(performance.now())) this.#working += 1
    else await this.#wait()
    const began = performance.now()
    let here = true
    return () => {
      if (here) this.#leave(performance.now() - began)
      here = false
    }
  }

  #wait(): Promise<void> {
    const since = performance.now()
    if (this.#waiting.length === 0) {
      this.#crowdedAt = since
      this.#done = 0
    }
    if (this.#waiting.length >= this.#size.waitingMax) throw this.#refusal()
    const patienceMs = this.#isOverloaded(since) ? this.#patienceMs() : PATIENCE_MS
    return new Promise((resolve, reject) => {
      const timer = later(() => waiting.refuse(), patienceMs)
      const end = () => {
        clearTimeout(timer)
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      }
      const waiting: Waiting = {
        since,
        begin: () => {
          end()
          resolve()
        },
        refuse: () => {
          end()
          reject(this.#refusal())
        },
      }
      this.#waiting.push(waiting)
    })
  }

  // Hands the place over to somebody who waits, if anybody does.
  #leave(workedMs: number): void {
    this.#workMs += (workedMs - this.#workMs) * NEWEST_SHARE
    this.#done += 1
    const now = performance.now()
    const overloaded = this.#isOverloaded(now)
    // What was put up with in a burst is too long now.
    if (overloaded)
      for (const late of this.#waiting.filter(({ since }) => now - since > this.#patienceMs())) late.refuse()
    const next = overloaded ? this.#waiting.at(-1) : this.#waiting[0]
    if (next === undefined || this.#working > this.#limit(now)) this.#working -= 1
    else next.begin()
  }

  #closeWindow(now: number): void {
    const seconds = (now - this.#windowAt) / 1_000
    if (this.#came / seconds < this.#capacity * CALM_SHARE) this.#refusedAt = Number.NEGATIVE_INFINITY
    this.#windowAt = now
    this.#came = 0
  }

  #isOverloaded(now: number): boolean {
    return now - this.#refusedAt < CALM_MS
  }

  #limit(now: number): number {
    return this.#isOverloaded(now) ? this.#size.atOnceInOverload : this.#size.atOnce
  }

  // In overload: half the time until about one of those at work is done. Who comes later has a better chance and has waited less.
  #patienceMs(): number {
    return this.#workMs / this.#size.atOnceInOverload / 2
  }

  #refusal(): Problem {
    const now = performance.now()
    if (!this.#isOverloaded(now))
      this.#capacity = (this.#done / Math.max(now - this.#crowdedAt, CROWDED_MS_MIN)) * 1_000
    this.#refusedAt = now
    return new Problem('unavailable', 'Too many requests at once. Try again in a moment.', RETRY_SECONDS)
  }
}
