import { type Day, nextDay, startOfDay } from '../../domain/day.ts'
import type { Db } from '../db.ts'

// What a project did at a time. `not_begun` is before it was created; `before_start` and `after_end` are outside its dates.
export type ListeningState =
  | 'listening'
  | 'paused'
  // Collected only when a run is requested.
  | 'manual'
  | 'no_quota'
  | 'disabled'
  | 'not_begun'
  | 'before_start'
  | 'after_end'

export interface ListeningPeriod {
  readonly from: Date
  readonly to: Date
  readonly state: ListeningState
}

export interface StoredPeriod {
  readonly since: Date
  readonly until: Date | null
  readonly state: ListeningState
  readonly startDay: Day
  readonly endDay: Day | null
}

const FIRST = new Date(-8_640_000_000_000_000)
const LAST = new Date(8_640_000_000_000_000)

export function readListening(db: Db, projectId: string): Promise<StoredPeriod[]> {
  return db<StoredPeriod>`
    select since, until, state, start_day as "startDay", end_day as "endDay" from project_listening
     where project_id = ${projectId} order by since`
}

// What a project did in [from, to), without gaps, oldest first. Empty when there is no such project.
export function periodsIn(
  stored: readonly StoredPeriod[],
  range: { readonly from: Date; readonly to: Date; readonly timeZone: string },
): ListeningPeriod[] {
  const [first] = stored
  if (first === undefined) return []
  // What was published before the project was created is inside or outside its dates by the dates of today.
  const { startDay, endDay } = stored.at(-1) ?? first
  const before: StoredPeriod = { since: FIRST, until: first.since, state: 'not_begun', startDay, endDay }
  const pieces = [before, ...stored].flatMap((period) => splitByDates(period, range.timeZone))
  return joinEqual(pieces.flatMap((piece) => clip(piece, range)))
}

// A period inside its own dates, and what it lasted before and after them.
function splitByDates({ since, until, state, startDay, endDay }: StoredPeriod, timeZone: string): ListeningPeriod[] {
  const start = startOfDay(startDay, timeZone)
  const end = endDay === null ? LAST : startOfDay(nextDay(endDay), timeZone)
  const period = { from: since, to: until ?? LAST, state }
  return [
    ...clip({ ...period, state: 'before_start' as const }, { from: FIRST, to: start }),
    ...clip(period, { from: start, to: end }),
    ...clip({ ...period, state: 'after_end' as const }, { from: end, to: LAST }),
  ]
}

function clip(period: ListeningPeriod, bounds: { readonly from: Date; readonly to: Date }): ListeningPeriod[] {
  const from = period.from > bounds.from ? period.from : bounds.from
  const to = period.to < bounds.to ? period.to : bounds.to
  return from < to ? [{ ...period, from, to }] : []
}

function joinEqual(periods: readonly ListeningPeriod[]): ListeningPeriod[] {
  const joined: ListeningPeriod[] = []
  for (const period of periods) {
    const last = joined.at(-1)
    if (last?.state === period.state && last.to.getTime() === period.from.getTime())
      joined[joined.length - 1] = { ...last, to: period.to }
    else joined.push(period)
  }
  return joined
}
