import { setTimeout as later } from 'node:timers'
import { Problem } from '../domain/problem.ts'

export const RETRY_SECONDS = 1
export const REFUSAL = 'Too many requests at once. Try again in a moment.'
// A burst may wait this long for its turn.
const PATIENCE_MS = 2_000
// Overload is looked at this often, and is over when nobody had to be sent away between so many looks, or when so much less came
// than can be served that a crowd of many at once would be served again. Looks are counted and not time, because a process that
// stood still finds nobody refused and few come in that time, and a crowd at its door.
const LOOK_MS = 100
const CALM_LOOKS = 10
const CALM_SECONDS = (LOOK_MS * CALM_LOOKS) / 1_000
const CALM_SHARE = 0.8
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

interface Overload {
  readonly looking: NodeJS.Timeout
  // Since the last look.
  refused: boolean
  // In a row, nobody was refused.
  calmLooks: number
  // Since they were counted anew, after so many looks.
  looks: number
  came: number
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
  #overload: Overload | null = null
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
    if (this.#overload !== null) {
      this.#overload.came += 1
      if (this.#comingSoon(now) + this.#waiting.length >= this.#size.atOnceInOverload) {
        this.#noteRefusal()
        return null
      }
    }
    return this.#visit(now)
  }

  #visit(now: number): Visit {
    let leave = () => {}
    const visit = {
      enter: async () => {
        this.#coming.delete(visit)
        if (this.#working < this.#limit()) this.#working += 1
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
    const patienceMs = this.#overload === null ? PATIENCE_MS : this.#patienceMs()
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
    // What was put up with in a burst is too long now.
    if (this.#overload !== null) {
      const since = performance.now() - this.#patienceMs()
      for (const late of this.#waiting.filter((waiting) => waiting.since < since)) late.refuse()
    }
    const next = this.#overload === null ? this.#waiting[0] : this.#waiting.at(-1)
    if (next === undefined || this.#working > this.#limit()) this.#working -= 1
    else next.begin()
  }

  #limit(): number {
    return this.#overload === null ? this.#size.atOnce : this.#size.atOnceInOverload
  }

  // In overload: half the time until about one of those at work is done. Who comes later has a better chance and has waited less.
  #patienceMs(): number {
    return this.#workMs / this.#size.atOnceInOverload / 2
  }

  #noteRefusal(): void {
    this.#overload ??= this.#begin()
    this.#overload.refused = true
  }

  #begin(): Overload {
    this.#capacity = (this.#done / Math.max(performance.now() - this.#crowdedAt, CROWDED_MS_MIN)) * 1_000
    const looking = setInterval(() => this.#look(overload), LOOK_MS).unref()
    const overload: Overload = { looking, refused: true, calmLooks: 0, looks: 0, came: 0 }
    return overload
  }

  #look(overload: Overload): void {
    overload.calmLooks = overload.refused ? 0 : overload.calmLooks + 1
    overload.refused = false
    overload.looks += 1
    const counted = overload.looks === CALM_LOOKS
    const few = counted && overload.came < this.#capacity * CALM_SECONDS * CALM_SHARE
    if (counted) {
      overload.looks = 0
      overload.came = 0
    }
    if (!few && overload.calmLooks < CALM_LOOKS) return
    clearInterval(overload.looking)
    this.#overload = null
  }

  #refusal(): Problem {
    this.#noteRefusal()
    return new Problem('unavailable', REFUSAL, RETRY_SECONDS)
  }
}
