import { CELLS_TOTAL } from '../domain/cell.ts'
import { type LocalHours, localHours } from './local-hours.ts'
import type { HourCounts } from './series.ts'

// How many mentions a project's own history makes likely: by hour of the week, times the recent level, with the variance that the errors
// of these expectations had. Only hours before the expected one count, so that the past is judged as it would have been then.

const HISTORY_HOURS = 8 * 168
// With less than two weeks of covered hours there is no rhythm to compare with.
const HISTORY_HOURS_MIN = 2 * 168
// The newest hours are left out: they are part of what is judged, and late posts may still be added to them.
const LAG_HOURS = 3
const LEVEL_HOURS = 168
const LEVEL_HALF_LIFE_HOURS = 24
const RHYTHM_HALF_LIFE_HOURS = 72
// What the level is held at while there is little to measure it by, in mentions.
const LEVEL_PRIOR = 20
const RHYTHM_PRIOR = 120
// The same for the deviation of an hour of the week from its day and hour of the day.
const SLOT_PRIOR = 60
const SLOT_HALF_LIFE_HOURS = HISTORY_HOURS
// The variance is that of the last weeks, as soon as a week of history was there to expect something.
const ERROR_HOURS = 3 * 168
const ERROR_HISTORY_HOURS_MIN = 168
// An hour counts at most this many times its expectation, so that an incident does not become the rule.
const OUTLIER_TIMES = 2.5
const OUTLIER_EXTRA = 3
const DISPERSION_MIN = 0.01
const DISPERSION_MAX = 4
const DISPERSION_UNKNOWN = 0.3

// How many hours before an hour its expectation depends on.
export const REACH_HOURS = HISTORY_HOURS + LAG_HOURS + ERROR_HOURS + 2 * 24

export interface Expected {
  readonly mean: number
  readonly dispersion: number
  // 'history', or 'fixed' while there is too little of it.
  readonly basis: 'history' | 'fixed'
}

// What is expected in one hour, however it is known.
export interface Expectations {
  at(hour: number): Expected
}

interface WeekProfile {
  readonly slots: Float64Array
  readonly coveredHours: number
  readonly mean: number
}

export class Baseline implements Expectations {
  readonly #counts: HourCounts
  readonly #local: LocalHours
  readonly #totals: Float64Array
  // The hour of the week of each hour.
  readonly #slots: Uint8Array
  // By day.
  readonly #profiles = new Map<number, WeekProfile>()
  readonly #dispersions = new Map<number, number>()
  // By hour.
  readonly #means = new Map<number, number>()

  constructor(counts: HourCounts) {
    this.#counts = counts
    this.#local = localHours(counts.timeZone)
    this.#totals = totalsOf(counts)
    this.#slots = Uint8Array.from(counts.uncovered, (_, index) => this.#slotOf(counts.firstHour + index))
  }

  // What is expected in one hour.
  at(hour: number): Expected {
    const day = Math.floor((hour - LAG_HOURS) / 24)
    const { coveredHours, mean } = this.#profileOf(day)
    if (coveredHours < HISTORY_HOURS_MIN) return { mean, dispersion: DISPERSION_MAX, basis: 'fixed' }
    const dispersion = remember(this.#dispersions, day, () => this.#measureErrors(day * 24))
    return { mean: this.#meanOf(hour), dispersion, basis: 'history' }
  }

  #meanOf(hour: number): number {
    return remember(this.#means, hour, () => {
      const { slots } = this.#profileOf(Math.floor((hour - LAG_HOURS) / 24))
      const slot = this.#slotOf(hour)
      return (slots[slot] as number) * this.#levelBefore(hour - LAG_HOURS, slot, slots)
    })
  }

  // From what was known at the beginning of a day.
  #profileOf(day: number): WeekProfile {
    return remember(this.#profiles, day, () => this.#measureProfile(day * 24))
  }

  // The covered hours in [from, to), as indexes of the counts.
  #covered(from: number, to: number): number[] {
    const { firstHour, uncovered } = this.#counts
    const indexes: number[] = []
    const end = Math.min(to - firstHour, uncovered.length)
    for (let index = Math.max(from - firstHour, 0); index < end; index++)
      if (uncovered[index] === 0) indexes.push(index)
    return indexes
  }

  #measureProfile(end: number): WeekProfile {
    const indexes = this.#covered(end - HISTORY_HOURS, end)
    // Counted from the first mention: an empty time before it was not listened to.
    const first = indexes.findIndex((index) => (this.#totals[index] as number) > 0)
    const used = first < 0 ? [] : indexes.slice(first)
    const mean = used.reduce((sum, index) => sum + (this.#totals[index] as number), 0) / Math.max(used.length, 1)
    // Twice: the first pass finds the outliers that the second leaves out.
    const rough = this.#measureSlots(used, (total) => total)
    const slots = this.#measureSlots(used, (total, slot) => capped(total, rough[slot] as number))
    return { slots, coveredHours: used.length, mean }
  }

  // The mean of each hour of the week. Where it was counted from few mentions it is pulled towards the product of its day and its hour of
  // the day, which are counted from more.
  #measureSlots(indexes: readonly number[], weigh: (total: number, slot: number) => number): Float64Array {
    const last = indexes.at(-1) ?? 0
    const sums = new Float64Array(168)
    const times = new Float64Array(168)
    for (const index of indexes) {
      const slot = this.#slots[index] as number
      const weight = SLOT_WEIGHTS[last - index] as number
      sums[slot] = (sums[slot] as number) + weight * weigh(this.#totals[index] as number, slot)
      times[slot] = (times[slot] as number) + weight
    }
    return smoothed(sums, times)
  }

  // By moments: how much more the hours differed from what was expected of them than chance alone would make them.
  #measureErrors(end: number): number {
    let excess = 0
    let squares = 0
    for (const index of this.#covered(end - ERROR_HOURS, end)) {
      const hour = index + this.#counts.firstHour
      const total = this.#totals[index] as number
      const { coveredHours } = this.#profileOf(Math.floor((hour - LAG_HOURS) / 24))
      if (coveredHours < ERROR_HISTORY_HOURS_MIN) continue
      const mean = this.#meanOf(hour)
      excess += (capped(total, mean) - mean) ** 2 - mean
      squares += mean * mean
    }
    if (squares === 0) return DISPERSION_UNKNOWN
    return Math.min(Math.max(excess / squares, DISPERSION_MIN), DISPERSION_MAX)
  }

  // How the last days compare with the profile: all hours, and those of the same hour of the day, whose rhythm may have shifted.
  #levelBefore(end: number, slot: number, slots: Float64Array): number {
    const { firstHour, uncovered } = this.#counts
    let [seen, expected] = [LEVEL_PRIOR, LEVEL_PRIOR]
    let [seenThen, expectedThen] = [RHYTHM_PRIOR, RHYTHM_PRIOR]
    for (let back = 1; back <= LEVEL_HOURS; back++) {
      const index = end - back - firstHour
      if (index < 0 || index >= uncovered.length || uncovered[index] === 1) continue
      const then = this.#slots[index] as number
      const usual = slots[then] as number
      const total = capped(this.#totals[index] as number, usual)
      const weight = LEVEL_WEIGHTS[back] as number
      seen += weight * total
      expected += weight * usual
      const apart = (then - slot + 168) % 24
      if (apart > 1 && apart < 23) continue
      const own = RHYTHM_WEIGHTS[back] as number
      seenThen += own * total
      expectedThen += own * usual
    }
    const level = seen / expected
    // The rhythm is what remains of the same hours once the level of the days is taken out.
    return (level * seenThen) / (RHYTHM_PRIOR + (expectedThen - RHYTHM_PRIOR) * level)
  }

  // The hour of the week by the clocks of the time zone.
  #slotOf(hour: number): number {
    return ((this.#local(hour) % 168) + 168) % 168
  }
}

function remember<T>(known: Map<number, T>, key: number, compute: () => T): T {
  const found = known.get(key) ?? compute()
  known.set(key, found)
  return found
}

const LEVEL_WEIGHTS = Float64Array.from({ length: LEVEL_HOURS + 1 }, (_, back) => 2 ** (-back / LEVEL_HALF_LIFE_HOURS))
const RHYTHM_WEIGHTS = Float64Array.from(
  { length: LEVEL_HOURS + 1 },
  (_, back) => 2 ** (-back / RHYTHM_HALF_LIFE_HOURS),
)
// Recent weeks count more: rhythms change, and so do the months of a year.
const SLOT_WEIGHTS = Float64Array.from({ length: HISTORY_HOURS }, (_, back) => 2 ** (-back / SLOT_HALF_LIFE_HOURS))

function totalsOf({ cells, uncovered }: HourCounts): Float64Array {
  return Float64Array.from(uncovered, (_, hour) => {
    let total = 0
    for (let cell = 0; cell < CELLS_TOTAL; cell++) total += cells[hour * CELLS_TOTAL + cell] as number
    return total
  })
}

function capped(total: number, usual: number): number {
  return Math.min(total, OUTLIER_TIMES * usual + OUTLIER_EXTRA)
}

function smoothed(sums: Float64Array, times: Float64Array): Float64Array {
  const mean = ratio(sum(sums), sum(times))
  const days = meansOf(sums, times, 7, (slot) => Math.floor(slot / 24))
  const hoursOfDay = meansOf(sums, times, 24, (slot) => slot % 24)
  return Float64Array.from(sums, (seen, slot) => {
    const product = ratio((days[Math.floor(slot / 24)] as number) * (hoursOfDay[slot % 24] as number), mean)
    const expected = product * (times[slot] as number)
    return product * ((SLOT_PRIOR + seen) / (SLOT_PRIOR + expected))
  })
}

function meansOf(sums: Float64Array, times: Float64Array, groups: number, groupOf: (slot: number) => number): number[] {
  const seen = new Array<number>(groups).fill(0)
  const counted = new Array<number>(groups).fill(0)
  for (let slot = 0; slot < sums.length; slot++) {
    const group = groupOf(slot)
    seen[group] = (seen[group] as number) + (sums[slot] as number)
    counted[group] = (counted[group] as number) + (times[slot] as number)
  }
  return seen.map((value, group) => ratio(value, counted[group] as number))
}

function ratio(a: number, b: number): number {
  return b === 0 ? 0 : a / b
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
