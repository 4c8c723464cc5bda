import { setTimeout as later } from 'node:timers'
import { Problem } from '../domain/problem.ts'

const RETRY_SECONDS = 1
// A burst may wait this long for its turn.
const PATIENCE_MS = 2_000
// Overload is over when nobody had to be sent away for this long.
const CALM_MS = 1_000
// How much the newest of the measured times counts in their mean.
const NEWEST_SHARE = 0.05

interface Waiting {
  readonly since: number
  readonly begin: () => void
  readonly refuse: () => void
}

// Lets so many requests work at once; more wait in order, and nobody notices but by the clock. When more wait than there is room
// for, it is no burst: more comes in than can be done, and everybody would only wait ever longer. Then the newest is served first,
// and who is not served in about the time that it takes until one is done is sent away, so that what is accepted stays fast.
export class Lane {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: Waiting[] = []
  #working = 0
  #workMs = 1
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  // Resolves when it is one's turn; what it answers gives the place back, once.
  async enter(): Promise<() => void> {
    if (this.#working < this.#atOnce) this.#working += 1
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
    if (this.#waiting.length >= this.#waitingMax) throw this.#refusal()
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
    const now = performance.now()
    const overloaded = this.#isOverloaded(now)
    // What was put up with in a burst is too long now.
    if (overloaded)
      for (const late of this.#waiting.filter(({ since }) => now - since > this.#patienceMs())) late.refuse()
    const next = overloaded ? this.#waiting.at(-1) : this.#waiting[0]
    if (next === undefined) this.#working -= 1
    else next.begin()
  }

  #isOverloaded(now: number): boolean {
    return now - this.#refusedAt < CALM_MS
  }

  // In overload: until about one of those at work is done.
  #patienceMs(): number {
    return this.#workMs / this.#atOnce
  }

  #refusal(): Problem {
    this.#refusedAt = performance.now()
    return new Problem('unavailable', 'Too many requests at once. Try again in a moment.', RETRY_SECONDS)
  }
}
