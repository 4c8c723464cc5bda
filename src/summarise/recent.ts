import { type Day, nextDay, startOfDay } from '../domain/day.ts'
import { totalOf } from './facts.ts'
import type { DayCounts, DaySpan, Facts } from './material.ts'

const DAYS_MAX = 7
// With fewer, a last day that is not over yet would decide.
const DAYS_MIN = 2
const DAY_MS = 86_400_000

// The newest days of the period, at most a week, and as many before them.
export function compareRecent(
  { from, to, timeZone }: Pick<Facts, 'from' | 'to' | 'timeZone'>,
  days: readonly DayCounts[],
): Facts['recent'] {
  const length = Math.min(DAYS_MAX, Math.floor((daysBetween(from, to) + 1) / 2))
  if (length < DAYS_MIN) return null
  const spanOf = (first: Day, last: Day): DaySpan => ({
    first,
    last,
    from: startOfDay(first, timeZone).toISOString(),
    to: startOfDay(nextDay(last), timeZone).toISOString(),
    mentions: days.filter(({ day }) => day >= first && day <= last).reduce((sum, day) => sum + totalOf(day), 0),
  })
  return {
    now: spanOf(daysEarlier(to, length - 1), to),
    before: spanOf(daysEarlier(to, 2 * length - 1), daysEarlier(to, length)),
  }
}

function daysBetween(first: Day, last: Day): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS
}

function daysEarlier(day: Day, days: number): Day {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
