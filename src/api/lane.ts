import { setTimeout as later } from 'node:timers'
import { Problem } from '../domain/problem.ts'

const RETRY_SECONDS = 1
// A burst may wait this long for its turn.
const PATIENCE_MS = 500
// When somebody has been waiting all this time, it is no burst: more comes in than can be done.
const BURST_MS = 200
// Then whoever cannot be served at once is told so at once, until nobody had to be told for a while.
const OVERLOAD_PATIENCE_MS = 2
const CALM_MS = 1_000

interface Waiting {
  readonly since: number
  readonly begin: () => void
  readonly refuse: () => void
}

// Lets so many requests work at once. A burst waits in order and is served; in lasting overload the newest is served first and
// the others are sent away after a moment, so that what is accepted stays fast instead of everything being late.
export class Lane {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: Waiting[] = []
  #working = 0
  #emptyAt = 0
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  async enter(): Promise<void> {
    if (this.#working < this.#atOnce) {
      this.#working += 1
      return
    }
    const now = performance.now()
    if (this.#waiting.length === 0) this.#emptyAt = now
    if (this.#waiting.length >= this.#waitingMax) throw this.#refusal()
    const patienceMs = this.#isOverloaded(now) ? OVERLOAD_PATIENCE_MS : PATIENCE_MS
    await new Promise<void>((resolve, reject) => {
      const timer = later(() => waiting.refuse(), patienceMs)
      const end = () => {
        clearTimeout(timer)
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      }
      const waiting: Waiting = {
        since: now,
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
  leave(): void {
    const now = performance.now()
    const overloaded = this.#isOverloaded(now)
    // What was put up with in a burst is too long now.
    if (overloaded)
      for (const waiting of this.#waiting.filter(({ since }) => now - since > OVERLOAD_PATIENCE_MS)) waiting.refuse()
    const next = overloaded ? this.#waiting.at(-1) : this.#waiting[0]
    if (next === undefined) this.#working -= 1
    else next.begin()
  }

  #isOverloaded(now: number): boolean {
    return now - this.#refusedAt < CALM_MS || (this.#waiting.length > 0 && now - this.#emptyAt > BURST_MS)
  }

  #refusal(): Problem {
    this.#refusedAt = performance.now()
    return new Problem('unavailable', 'Too many requests at once. Try again in a moment.', RETRY_SECONDS)
  }
}
