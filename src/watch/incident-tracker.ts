import { MINUTE_MS } from './series.ts'

// What a rule found in one window. Minutes are numbered since 1970.
export interface Hit {
  // The window [from, to).
  readonly from: number
  readonly to: number
  readonly count: number
  readonly expected: Expectation | null
}

export interface Expectation {
  readonly mean: number
  readonly low: number
  readonly high: number
  // 'fixed' while the project has too little history to compare with.
  readonly basis: 'history' | 'fixed'
}

// An incident as found in a series. Instants are milliseconds of publication time.
export interface Found {
  readonly subject: string
  // The end of the first window that met the condition, and its beginning.
  readonly openedAt: number
  readonly since: number
  // The end of the last window that met it.
  readonly activeUntil: number
  // Null while it is open.
  readonly closedAt: number | null
  // The largest window, and what was expected there.
  readonly peak: number
  readonly peakFrom: number
  readonly peakTo: number
  readonly expected: Expectation | null
}

export interface TrackOptions {
  readonly subject?: string
  // So long after the last window that met the condition the incident is over.
  readonly closeMinutes?: number
  readonly cooldownMinutes: number
  // Of the incident that was open before the range, if one was.
  readonly openedAt?: number | undefined
  // When the last one before the range closed.
  readonly closedAt?: number | undefined
}

export const CLOSE_MINUTES = 60

// Turns the windows that meet a condition, oldest first, into incidents: one opens with the first, grows with the following and closes
// when there were none for a while. During the cool-down after it no other opens.
export class IncidentTracker {
  readonly found: Found[] = []
  readonly #options: TrackOptions
  readonly #closeMinutes: number
  #open: Hit[] | null = null
  #since = 0
  #openedAt = 0
  #lastHit = 0
  #closedAt: number

  constructor(options: TrackOptions, from: number) {
    this.#options = options
    this.#closeMinutes = options.closeMinutes ?? CLOSE_MINUTES
    this.#closedAt = options.closedAt === undefined ? Number.NEGATIVE_INFINITY : options.closedAt / MINUTE_MS
    if (options.openedAt === undefined) return
    this.#open = []
    this.#openedAt = options.openedAt / MINUTE_MS
    this.#since = this.#openedAt
    this.#lastHit = Math.max(from, this.#openedAt)
  }

  get isOpen(): boolean {
    return this.#open !== null
  }

  add(hit: Hit): void {
    // Part of an incident that was over before the open one began.
    if (this.#open !== null && hit.to < this.#openedAt) return
    this.passTime(hit.to)
    if (this.#open === null) {
      if (hit.to <= this.#closedAt || hit.to - this.#closedAt < this.#options.cooldownMinutes) return
      this.#open = []
      this.#openedAt = hit.to
      this.#since = hit.from
    }
    this.#since = Math.min(this.#since, hit.from)
    this.#open.push(hit)
    this.#lastHit = hit.to
  }

  // Closes the open incident if it was over before this minute.
  passTime(minute: number): void {
    if (minute - this.#lastHit > this.#closeMinutes) this.close(minute)
  }

  // The condition is known not to hold at this minute. Before the open incident began it did not hold either.
  close(minute: number): void {
    if (this.#open === null || minute < this.#openedAt) return
    this.#end(this.#lastHit)
    this.#closedAt = this.#lastHit
  }

  finish(to: number): Found[] {
    if (this.#open !== null && to - this.#lastHit >= this.#closeMinutes) this.#end(this.#lastHit)
    else if (this.#open !== null) this.#end(null)
    return this.found
  }

  #end(closed: number | null): void {
    let peak: Hit | undefined
    for (const hit of this.#open ?? []) if (peak === undefined || hit.count > peak.count) peak = hit
    this.#open = null
    this.found.push({
      subject: this.#options.subject ?? '',
      openedAt: this.#openedAt * MINUTE_MS,
      since: this.#since * MINUTE_MS,
      activeUntil: this.#lastHit * MINUTE_MS,
      closedAt: closed === null ? null : closed * MINUTE_MS,
      peak: peak?.count ?? 0,
      peakFrom: (peak?.from ?? this.#since) * MINUTE_MS,
      peakTo: (peak?.to ?? this.#lastHit) * MINUTE_MS,
      expected: peak?.expected ?? null,
    })
  }
}
