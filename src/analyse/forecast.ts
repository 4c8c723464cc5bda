import { tQuantile } from './distributions.ts'

export interface MonthForecast {
  readonly low: number
  readonly expected: number
  readonly high: number
}

const WEEK = 7
export const MONTH_DAYS = 30
const MONTH_WEEKS = MONTH_DAYS / WEEK
// Of ten months, about eight are inside the interval.
const UPPER = 0.9
// A week counts half as much as one that is this many weeks newer.
const HALF_LIFE_WEEKS = 5
// The least correlation that is assumed between the weeks of a month, whatever the past shows: it is measured from few weeks.
const SHARED_MIN = 0.2
const SHARED_MAX = 0.8
// How far the level of a project drifts from one month to the next, in relation to itself: a regular past does not exclude it.
const DRIFT = 0.15
// A burst that the past does not show, as the logarithm of what it adds to a month: less likely the longer the past is.
const UNSEEN_BURST = 0.6
// A trend is measured from at least this many weeks, and has the probability one half when it is this many standard errors from none.
const TREND_WEEKS_MIN = 4
const TREND_ERRORS = 2

// How many mentions the next thirty days will bring, from the counts of past days, oldest first. Where days were counted from a sample,
// `weight` is how many posts one of it stands for. The formula is explained in docs/explanation/previews.md.
export function forecastMonth(days: readonly number[], weight = 1): MonthForecast {
  const weeks = weeksOf(days)
  const level = weigh(weeks)
  if (level.mean <= 0) return { low: 0, expected: 0, high: silentMax(days.length, weight) }
  const trend = trendOf(weeks, level)
  const { effective } = level
  // Never below the variance of independent random events.
  const weekly = Math.max(trend.residual, level.mean * weight)
  const ofMonth = weekly * MONTH_WEEKS * (1 + (MONTH_WEEKS - 1) * sharedVariance(weeks, level.mean))
  const ofMean = (weekly / effective + trend.variance) * MONTH_WEEKS ** 2
  const expected = trend.mean * MONTH_WEEKS
  // Volumes multiply: a burst is three times the usual, and nothing is below zero. So the interval is lognormal.
  const sigma = Math.sqrt(Math.log(1 + (ofMonth + ofMean) / expected ** 2) + DRIFT ** 2)
  const times = Math.exp(sigma * tQuantile(UPPER, Math.max(1, effective - 1)))
  return { low: expected / times, expected, high: expected * times * Math.exp(UNSEEN_BURST / weeks.length) }
}

interface Level {
  readonly weights: readonly number[]
  readonly mean: number
  readonly variance: number
  // How many equally weighted weeks would be as certain.
  readonly effective: number
}

interface Trend {
  // Of a week of the next month.
  readonly mean: number
  readonly variance: number
  // The variance of weeks around the trend.
  readonly residual: number
}

// A weighted straight line through the weeks. It goes on with the probability that it is more than chance; otherwise the level stays. The
// variance is that of both cases together.
function trendOf(weeks: readonly number[], { weights, mean, variance, effective }: Level): Trend {
  if (weeks.length < TREND_WEEKS_MIN) return { mean, variance: 0, residual: variance }
  const total = sum(weights)
  const centre = sum(weights.map((weight, at) => weight * at)) / total
  const width = sum(weights.map((weight, at) => weight * (at - centre) ** 2))
  const slope = sum(weeks.map((week, at) => (weights[at] ?? 0) * (at - centre) * (week - mean))) / width
  const left = sum(weeks.map((week, at) => (weights[at] ?? 0) * (week - mean - slope * (at - centre)) ** 2))
  const residual = Math.max(mean, ((left / total) * effective) / Math.max(1, effective - 2))
  const error = Math.sqrt((residual * total) / effective / width)
  const goesOn = slope ** 2 / (slope ** 2 + (TREND_ERRORS * error) ** 2)
  const ahead = weeks.length - 1 + (MONTH_WEEKS + 1) / 2 - centre
  const moved = mean + slope * goesOn * ahead
  const ofCases = goesOn * (1 - goesOn) * (slope * ahead) ** 2
  // A level that falls does not fall below a quarter within a month.
  return { mean: Math.max(moved, mean / 4), variance: goesOn * (error * ahead) ** 2 + ofCases, residual }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

// Sums of seven days, aligned to the newest. A remainder of at least three days at the beginning is scaled to a week.
function weeksOf(days: readonly number[]): number[] {
  const weeks: number[] = []
  for (let end = days.length; end > 0; end -= WEEK) {
    const week = days.slice(Math.max(0, end - WEEK), end)
    if (week.length < 3 && weeks.length > 0) break
    weeks.unshift((sum(week) * WEEK) / week.length)
  }
  return weeks
}

function weigh(weeks: readonly number[]): Level {
  const weights = weeks.map((_, index) => 0.5 ** ((weeks.length - 1 - index) / HALF_LIFE_WEEKS))
  const total = sum(weights)
  if (total === 0) return { weights, mean: 0, variance: 0, effective: 0 }
  const squares = sum(weights.map((weight) => weight ** 2))
  const mean = sum(weeks.map((week, index) => week * (weights[index] ?? 0))) / total
  const spread = sum(weeks.map((week, index) => (weights[index] ?? 0) * (week - mean) ** 2))
  const freedom = total - squares / total
  return { weights, mean, variance: freedom > 0 ? spread / freedom : 0, effective: total ** 2 / squares }
}

// The correlation of neighbouring weeks, from few weeks drawn towards the minimum.
function sharedVariance(weeks: readonly number[], mean: number): number {
  let [together, alone] = [0, 0]
  for (const [index, week] of weeks.entries()) {
    alone += (week - mean) ** 2
    if (index > 0) together += (week - mean) * ((weeks[index - 1] ?? mean) - mean)
  }
  const measured = alone === 0 ? 0 : together / alone
  return Math.min(SHARED_MAX, Math.max(SHARED_MIN, measured))
}

// Nothing in n days: with more than this in thirty, that would have had a probability below a tenth.
function silentMax(days: number, weight: number): number {
  return days === 0 ? 0 : (-Math.log(1 - UPPER) * weight * MONTH_DAYS) / days
}
