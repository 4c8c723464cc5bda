import { setTimeout as later } from 'node:timers'
import { Problem } from '../domain/problem.ts'

export const RETRY_SECONDS = 1
export const REFUSAL = 'Too many requests at once. Try again in a moment.'
// A burst may wait this long for its turn.
const PATIENCE_MS = 2_000
// Overload is over when nobody had to be sent away for this long, or when so much less came than can be served that a crowd of
// many at once would be served again.
const CALM_MS = 1_000
const CALM_SHARE = 0.8
// What comes is counted over so long.
const WINDOW_MS = 1_000
// Who has not come to the point in this time is not waited for.
const COMING_MS_MAX = 50
// A shorter time tells little about what can be done in a second.
const CROWDED_MS_MIN = 200
// How much the newest of the measured times counts in their mean.
const NEWEST_SHARE = 0.05

export interface LaneSize {
  // Who works at once: many, because what they ask the system for together costs less than one by one.
  readonly atOnce: number
  // In overload: few, because they share the processors, and each is done the sooner.
  readonly atOnceInOverload: number
  readonly waitingMax: number
}

// One who came to be served.
export interface Visit {
  // Resolves when it is one's turn; rejects when it will not come in time.
  enter(): Promise<void>
  // Gives back what is held, at any time; saying it again does nothing.
  leave(): void
}

interface Waiting {
  readonly since: number
  begin(): void
  refuse(): void
}

// Lets so many requests work at once; more wait in order. When more wait than there is room for, it is no crowd: more comes in than
// can be done, and everybody would only wait ever longer. Then few work at once, the newest is served first, and who is not served in
// about half the time that it takes until one is done is sent away, so that what is accepted stays fast.
export class Lane {
  readonly #size: LaneSize
  readonly #waiting: Waiting[] = []
  // Came, and is not waiting or working yet, with the time of coming.
  readonly #coming = new Map<Visit, number>()
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

  // For everybody, before anything is done for them. Null when it is of no use: in overload, while as many wait or are on their way
  // as can be served in time.
  come(): Visit | null {
    const now = performance.now()
    if (now - this.#windowAt >= WINDOW_MS) this.#closeWindow(now)
    this.#came += 1
    if (this.#isOverloaded(now) && this.#comingSoon(now) + this.#waiting.length >= this.#size.atOnceInOverload) {
      this.#noteRefusal(now)
      return null
    }
    return this.#visit(now)
  }

  #visit(now: number): Visit {
    let leave = () => {}
    const visit = {
      enter: async () => {
        this.#coming.delete(visit)
        if (this.#working < this.#limit(performance.now())) this.#working += 1
        else await this.#wait()
        const began = performance.now()
        leave = () => this.#finish(performance.now() - began)
      },
      leave: () => {
        this.#coming.delete(visit)
        leave()
        leave = () => {}
      },
    }
    this.#coming.set(visit, now)
    return visit
  }

  // Who is long in coming (sends a body bit by bit) keeps nobody else away.
  #comingSoon(now: number): number {
    let soon = 0
    for (const since of this.#coming.values()) if (now - since < COMING_MS_MAX) soon += 1
    return soon
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
  #finish(workedMs: number): void {
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

  #noteRefusal(now: number): void {
    if (!this.#isOverloaded(now))
      this.#capacity = (this.#done / Math.max(now - this.#crowdedAt, CROWDED_MS_MIN)) * 1_000
    this.#refusedAt = now
  }

  #refusal(): Problem {
    this.#noteRefusal(performance.now())
    return new Problem('unavailable', REFUSAL, RETRY_SECONDS)
  }
}
