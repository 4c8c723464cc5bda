import type { Rule, Sensitivity } from '../domain/alert.ts'
import { SENTIMENTS } from '../domain/sentiment.ts'
import type { Expectations, Expected } from './baseline.ts'
import type { Expectation, Hit } from './incident-tracker.ts'
import type { CumulativeCounts } from './series.ts'
import { expectedRange, shareInterval, upperTail } from './tail.ts'

// A condition on the mentions of a window that slides over the time of publication.
export interface WindowCondition {
  readonly minutes: number
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
  low: { chance: 1e-6, times: 3 },
  medium: { chance: 3.5e-4, times: 1.9 },
  high: { chance: 1e-3, times: 1.6 },
}
export const SPIKE_MIN = 10
const SPIKE_MINUTES = 60
const SPIKE_STEP_MINUTES = 5
// Chance exceeds a limit for a moment, an incident for longer.
const SPIKE_STEPS_MIN = 3
// Without a history: this many, and this many times the mean so far.
const FIXED_MIN = 30
const FIXED_TIMES = 3

function spikeCondition(rule: Extract<Rule, { kind: 'spike' }>, { all, baseline }: WindowInput): WindowCondition {
  const { chance, times } = SPIKE_LEVELS[rule.sensitivity]
  const min = rule.min ?? SPIKE_MIN
  const isMore = (count: number, { mean, dispersion, basis }: Expected) =>
    basis === 'fixed'
      ? count >= Math.max(min, FIXED_MIN, FIXED_TIMES * mean)
      : count >= Math.max(min, times * mean) && upperTail(count, mean, dispersion) < chance
  return {
    minutes: SPIKE_MINUTES,
    stepMinutes: SPIKE_STEP_MINUTES,
    stepsMin: SPIKE_STEPS_MIN,
    isPossible(hour) {
      const count = all.hour(hour - 1) + all.hour(hour)
      if (count < min) return false
      const [before, now] = [baseline.at(hour - 1), baseline.at(hour)]
      return isMore(count, before) || isMore(count, now)
    },
    test(minute) {
      const from = minute - SPIKE_MINUTES
      const count = all.between(from, minute)
      if (count < min) return null
      const expected = expectedIn(baseline, minute)
      return isMore(count, expected) ? { from, to: minute, count, expected: toExpectation(expected) } : null
    },
  }
}

// What is expected in the hour that ends with a minute, by its shares of two hours of the clock.
export function expectedIn(baseline: Expectations, minute: number): Expected {
  const hour = Math.floor((minute - 1) / 60)
  const share = (minute - hour * 60) / 60
  const [before, now] = [baseline.at(hour - 1), baseline.at(hour)]
  return {
    mean: (1 - share) * before.mean + share * now.mean,
    dispersion: Math.max(before.dispersion, now.dispersion),
    basis: before.basis === 'fixed' ? 'fixed' : now.basis,
  }
}

export function toExpectation({ mean, dispersion, basis }: Expected): Expectation {
  return { mean, basis, ...expectedRange(mean, dispersion) }
}

function volumeCondition(rule: Extract<Rule, { kind: 'volume' }>, { all }: WindowInput): WindowCondition {
  return {
    minutes: rule.minutes,
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
    minutes: rule.minutes,
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
