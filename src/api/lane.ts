import { setTimeout as later } from 'node:timers'
import { Problem } from '../domain/problem.ts'

export const RETRY_SECONDS = 1
export const REFUSAL = 'Too many requests at once. Try again in a moment.'
// A burst may wait this long for its turn.
const PATIENCE_MS = 2_000
// Overload is looked at this often, and is over when nobody had to be sent away between so many looks. Looks are counted and not
// time, because a process that stood still finds nobody refused in that time, and a crowd at its door.
const LOOK_MS = 100
const CALM_LOOKS = 10
// It is also over when fewer came than so many times those who were served: few work at once in overload, and many at once would
// have served them all. Where that proves wrong within this time, it is asked half as often.
const MANY_SERVE = 2
const WRONG_MS = 2_000
const LOOKS_MAX = 640
// In overload, who has not come to the point in this time is not waited for.
const COMING_MS_MAX = 50
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
  // Since they were counted anew.
  looks: number
  came: number
  served: number
}

interface Waiting {
  readonly since: number
  begin(): void
  refuse(): void
}

// Lets so many requests work at once; more wait in order. When more come than there is room for, it is no crowd: more comes in than
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
  // When it was last thought that many at once could serve all who come, and how many looks that takes.
  #trustedAt = Number.NEGATIVE_INFINITY
  #looksToTrust = CALM_LOOKS

  constructor(size: LaneSize) {
    this.#size = size
  }

  // For everybody, before anything is done for them. Null when it is of no use: when those who are on their way or `atDoor`, about to
  // come, fill the waiting room, and in overload, while as many work, wait or are on their way as may work at once.
  come(atDoor = 0): Visit | null {
    const now = performance.now()
    if (this.#overload !== null) this.#overload.came += 1
    if (this.#isFull(now, atDoor)) {
      this.#noteRefusal()
      return null
    }
    return this.#visit(now)
  }

  #isFull(now: number, atDoor: number): boolean {
    const { atOnce, atOnceInOverload, waitingMax } = this.#size
    const inside = this.#working + this.#waiting.length
    if (this.#overload !== null) return this.#comingSince(now - COMING_MS_MAX) + inside >= atOnceInOverload
    // A flood comes all at once: until the first of it has entered, hundreds would be on the way. Counted only when it may matter.
    const room = atOnce + waitingMax - inside - atDoor
    return this.#coming.size >= room && this.#comingSince(now - PATIENCE_MS) >= room
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
  #comingSince(then: number): number {
    let count = 0
    for (const since of this.#coming.values()) if (since > then) count += 1
    return count
  }

  #wait(): Promise<void> {
    const since = performance.now()
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
    if (this.#overload !== null) {
      this.#overload.served += 1
      // What was put up with in a burst is too long now.
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
    const wrong = performance.now() - this.#trustedAt < WRONG_MS
    this.#looksToTrust = wrong ? Math.min(this.#looksToTrust * 2, LOOKS_MAX) : CALM_LOOKS
    const looking = setInterval(() => this.#look(overload), LOOK_MS).unref()
    const overload: Overload = { looking, refused: true, calmLooks: 0, looks: 0, came: 0, served: 0 }
    return overload
  }

  #look(overload: Overload): void {
    overload.calmLooks = overload.refused ? 0 : overload.calmLooks + 1
    overload.refused = false
    overload.looks += 1
    if (overload.calmLooks >= CALM_LOOKS || this.#canServeAll(overload)) {
      clearInterval(overload.looking)
      this.#overload = null
    }
  }

  #canServeAll(overload: Overload): boolean {
    if (overload.looks < this.#looksToTrust) return false
    const all = overload.came < overload.served * MANY_SERVE
    if (all) this.#trustedAt = performance.now()
    Object.assign(overload, { looks: 0, came: 0, served: 0 })
    return all
  }

  #refusal(): Problem {
    this.#noteRefusal()
    return new Problem('unavailable', REFUSAL, RETRY_SECONDS)
  }
}
