import type { Rule, Sensitivity } from '../domain/alert.ts'
import { SENTIMENTS } from '../domain/sentiment.ts'
import type { Expectations, Expected } from './baseline.ts'
import type { Expectation, Hit } from './incident-tracker.ts'
import type { CumulativeCounts } from './series.ts'
import { expectedRange, shareInterval, upperTail } from './tail.ts'

// A condition on the mentions of a window that slides over the time of publication.
export interface WindowCondition {
  // How long before the end of a window the counts begin and end that it depends on, beside the end itself.
  readonly edgeMinutes: readonly number[]
  readonly stepMinutes: number
  // The condition counts when it held for so many steps in a row.
  readonly stepsMin: number
  // False when no window that ends in this hour can meet the condition, decided by the counts of whole hours.
  isPossible(hour: number): boolean
  // The window that ends with this minute, if it meets the condition.
  test(minute: number): Hit | null
}

export interface WindowInput {
  readonly all: CumulativeCounts
  readonly negative: CumulativeCounts
  readonly baseline: Expectations
}

export function isNegativeCell(cell: number): boolean {
  return cell % SENTIMENTS.length === 0
}

export type WindowRule = Extract<Rule, { readonly kind: 'spike' | 'volume' | 'negative' }>

export function conditionOf(rule: WindowRule, input: WindowInput): WindowCondition {
  if (rule.kind === 'spike') return spikeCondition(rule, input)
  return rule.kind === 'volume' ? volumeCondition(rule, input) : negativeCondition(rule, input)
}

// How unlikely a number must be under the project's own history, and how many times the expected one.
const SPIKE_LEVELS: Readonly<Record<Sensitivity, { readonly chance: number; readonly times: number }>> = {
  low: { chance: 1e-4, times: 2.2 },
  medium: { chance: 1.3e-3, times: 1.8 },
  high: { chance: 6e-3, times: 1.5 },
}
export const SPIKE_MIN = 10
export const SPIKE_MINUTES = 120
const SPIKE_STEP_MINUTES = 5
// Chance exceeds a limit for a moment, an incident for longer.
const SPIKE_STEPS_MIN = 2
// What was high just before a window is likely to stay so: the expectation follows by this power of the ratio, upwards only.
const RECENT_MINUTES = 90
const RECENT_POWER = 0.7
const RECENT_TIMES_MAX = 3
// What the ratio is held at while there is little to measure it by, in mentions.
const RECENT_PRIOR = 10
// The mean of two hours varies less than one of them. Where at least ten mentions are expected, a project that varies more than the
// maximum is treated as if it did not: three times the usual is to be reported there too, at the price of more incidents.
const WINDOW_DISPERSION_SHARE = 0.8
const WINDOW_DISPERSION_MAX = 0.08
const WINDOW_DISPERSION_MEAN_MIN = 10
// Without a history: this many, and this many times the mean so far.
const FIXED_MIN = 30
const FIXED_TIMES = 3

// How many hours before the one in which it ends a window depends on.
export const SPIKE_REACH_HOURS = Math.ceil((SPIKE_MINUTES + RECENT_MINUTES) / 60) + 1

function spikeCondition(rule: Extract<Rule, { kind: 'spike' }>, { all, baseline }: WindowInput): WindowCondition {
  const { chance, times } = SPIKE_LEVELS[rule.sensitivity]
  const min = rule.min ?? SPIKE_MIN
  const isMore = (count: number, { mean, dispersion, basis }: Expected) =>
    basis === 'fixed'
      ? count >= Math.max(min, FIXED_MIN, FIXED_TIMES * mean)
      : count >= Math.max(min, times * mean) && upperTail(count, mean, countedDispersion(mean, dispersion)) < chance
  return {
    edgeMinutes: [SPIKE_MINUTES, SPIKE_MINUTES + RECENT_MINUTES],
    stepMinutes: SPIKE_STEP_MINUTES,
    stepsMin: SPIKE_STEPS_MIN,
    isPossible(hour) {
      // A window that ends in this hour expects something between the first two and the last two of the hours that it touches.
      const count = all.between((hour - 2) * 60, (hour + 1) * 60)
      if (count < min) return false
      const expected = expectedIn(baseline, (hour + 1) * 60)
      const last = { ...expected, dispersion: Math.min(expected.dispersion, WINDOW_DISPERSION_MAX) }
      const first = { ...last, mean: meanIn(baseline, (hour - 2) * 60, hour * 60) }
      return isMore(count, first) || isMore(count, last)
    },
    test(minute) {
      const from = minute - SPIKE_MINUTES
      const count = all.between(from, minute)
      if (count < min) return null
      const usual = expectedIn(baseline, minute)
      if (!isMore(count, usual)) return null
      const expected = { ...usual, mean: usual.mean * recentTimes(all, baseline, from) }
      return isMore(count, expected) ? { from, to: minute, count, expected: toExpectation(expected) } : null
    },
  }
}

function countedDispersion(mean: number, dispersion: number): number {
  return mean < WINDOW_DISPERSION_MEAN_MIN ? dispersion : Math.min(dispersion, WINDOW_DISPERSION_MAX)
}

// How many times the expected number the time just before a minute had.
function recentTimes(all: CumulativeCounts, baseline: Expectations, minute: number): number {
  const seen = all.between(minute - RECENT_MINUTES, minute)
  const ratio = (RECENT_PRIOR + seen) / (RECENT_PRIOR + meanIn(baseline, minute - RECENT_MINUTES, minute))
  return Math.min(Math.max(ratio ** RECENT_POWER, 1), RECENT_TIMES_MAX)
}

// What is expected in the window that ends with a minute.
function expectedIn(baseline: Expectations, minute: number): Expected {
  const { dispersion, basis } = baseline.at(Math.floor((minute - 1) / 60))
  return {
    mean: meanIn(baseline, minute - SPIKE_MINUTES, minute),
    dispersion: dispersion * WINDOW_DISPERSION_SHARE,
    basis,
  }
}

// Hours count by their share in the minutes [from, to).
function meanIn(baseline: Expectations, from: number, to: number): number {
  let mean = 0
  for (let hour = Math.floor(from / 60); hour * 60 < to; hour++)
    mean += (baseline.at(hour).mean * (Math.min((hour + 1) * 60, to) - Math.max(hour * 60, from))) / 60
  return mean
}

export function toExpectation({ mean, dispersion, basis }: Expected): Expectation {
  return { mean, basis, ...expectedRange(mean, dispersion) }
}

function volumeCondition(rule: Extract<Rule, { kind: 'volume' }>, { all }: WindowInput): WindowCondition {
  return {
    edgeMinutes: [rule.minutes],
    stepMinutes: 1,
    stepsMin: 1,
    isPossible: (hour) => countHours(all, hour, rule.minutes) >= rule.count,
    test(minute) {
      const from = minute - rule.minutes
      const count = all.between(from, minute)
      return count >= rule.count ? { from, to: minute, count, expected: null } : null
    },
  }
}

function negativeCondition(rule: Extract<Rule, { kind: 'negative' }>, { all, negative }: WindowInput): WindowCondition {
  return {
    edgeMinutes: [rule.minutes],
    stepMinutes: 1,
    stepsMin: 1,
    isPossible: (hour) =>
      countHours(all, hour, rule.minutes) >= rule.min &&
      countHours(negative, hour, rule.minutes) > rule.share * rule.min,
    test(minute) {
      const from = minute - rule.minutes
      const count = all.between(from, minute)
      if (count < rule.min) return null
      const isHit = shareInterval(negative.between(from, minute), count).low > rule.share
      return isHit ? { from, to: minute, count, expected: null } : null
    },
  }
}

// Mentions in all hours that a window ending in this hour can touch.
function countHours(counts: CumulativeCounts, hour: number, minutes: number): number {
  return counts.between((hour - Math.ceil(minutes / 60)) * 60, (hour + 1) * 60)
}
