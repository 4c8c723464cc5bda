import { Type } from 'typebox'
import { dayOf, nextDay, startOfDay } from '../domain/day.ts'
import { Refusal } from '../domain/problem.ts'

export interface Range {
  readonly from: Date
  readonly to: Date
}

const DAYS_DEFAULT = 30
const DAYS_MAX = 3_660
// Years that the database, its calendar and ours can all count with, zones and whole days included.
const YEAR_MIN = 1900
const YEAR_MAX = 9998

export const RangeQuery = {
  from: Type.Optional(Type.String({ description: 'A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included' })),
  to: Type.Optional(Type.String({ description: 'A day, included, or an ISO 8601 date-time, excluded' })),
}

// The requested range, or the last 30 days. A day as the end means the whole day.
export function readRange(query: { from?: string; to?: string }, timeZone: string, now: Date): Range {
  const to =
    query.to === undefined ? startOfDay(nextDay(dayOf(now, timeZone)), timeZone) : readInstant('to', query.to, timeZone)
  const from =
    query.from === undefined
      ? new Date(to.getTime() - DAYS_DEFAULT * 86_400_000)
      : readInstant('from', query.from, timeZone)
  if (from >= to) throw new Refusal('invalid', 'from must be before to.', ['fromBeforeTo'])
  if (to.getTime() - from.getTime() > DAYS_MAX * 86_400_000) {
    throw new Refusal('invalid', `from and to must be at most ${DAYS_MAX} days apart.`, ['rangeTooLong', DAYS_MAX])
  }
  return { from, to }
}

// Periods are written from..to,from..to.
export function splitPeriods(text: string): { readonly from: string; readonly to: string }[] {
  return text.split(',').map((period) => {
    const [from = '', to = '', ...more] = period.trim().split('..')
    if (from === '' || to === '' || more.length > 0)
      throw new Refusal('invalid', 'periods must be ranges, from..to,from..to.', ['periodsOverlap'])
    return { from, to }
  })
}

export function readInstant(name: 'from' | 'to', text: string, timeZone: string): Date {
  const value = text.trim()
  const year = Number(value.slice(0, 4))
  if (year < YEAR_MIN || year > YEAR_MAX)
    throw new Refusal('invalid', `${name} must be in the years ${YEAR_MIN} to ${YEAR_MAX}.`, ['dayInvalid'])
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const date = new Date(`${value}T00:00:00Z`)
    if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)) {
      return startOfDay(name === 'to' ? nextDay(value) : value, timeZone)
    }
  } else if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i.test(value)) {
    const date = new Date(value)
    if (!Number.isNaN(date.getTime())) return date
  }
  throw new Refusal('invalid', `${name} must be a day as YYYY-MM-DD or an ISO 8601 date-time with its zone.`, [
    'dayInvalid',
  ])
}
