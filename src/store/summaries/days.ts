import { CELLS_TOTAL } from '../../domain/cell.ts'
import { type Day, dayOf, nextDay, startOfDay } from '../../domain/day.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { MENTIONS } from '../mentions/counts.ts'

export interface CountedDay {
  readonly day: Day
  readonly from: Date
  // Excluded.
  readonly to: Date
  negative: number
  neutral: number
  positive: number
}

const HOUR_MS = 3_600_000
const TONES = ['negative', 'neutral', 'positive'] as const

// Mentions per local day, oldest first, days without mentions left out. Counted from the stored hours; where midnight is inside an
// hour, as in zones with half an hour, that hour is counted from the mentions.
export async function countByDay(db: Db, projectId: string, timeZone: string): Promise<CountedDay[]> {
  const [negative, neutral, positive] = TONES.map((_, tone) =>
    Array.from({ length: CELLS_TOTAL / 3 }, (_, platform) => platform * 3 + tone),
  )
  const hours = await db<HourCounts>`
    select start, sum_cells(counts, ${negative}::integer[]) as negative, sum_cells(counts, ${neutral}::integer[]) as neutral,
           sum_cells(counts, ${positive}::integer[]) as positive
      from mention_count where project_id = ${projectId} and list = ${MENTIONS} and span = 3600 order by start`
  const days = new Map<Day, CountedDay>()
  const divided: number[] = []
  let current: CountedDay | null = null
  for (const hour of hours) {
    const at = hour.start * 1000
    if (current === null || at >= current.to.getTime()) current = openDay(days, new Date(at), timeZone)
    if (at + HOUR_MS <= current.to.getTime()) addTo(current, hour)
    else divided.push(hour.start)
  }
  for (const { at, cell, n } of await countMinutes(db, projectId, divided)) {
    const tone = TONES[cell % 3] ?? 'neutral'
    openDay(days, new Date(at * 1000), timeZone)[tone] += n
  }
  return [...days.values()]
    .filter(({ negative, neutral, positive }) => negative + neutral + positive > 0)
    .sort((a, b) => a.from.getTime() - b.from.getTime())
}

interface HourCounts {
  readonly start: number
  readonly negative: number
  readonly neutral: number
  readonly positive: number
}

function openDay(days: Map<Day, CountedDay>, at: Date, timeZone: string): CountedDay {
  const day = dayOf(at, timeZone)
  let found = days.get(day)
  if (found === undefined) {
    const [from, to] = [startOfDay(day, timeZone), startOfDay(nextDay(day), timeZone)]
    found = { day, from, to, negative: 0, neutral: 0, positive: 0 }
    days.set(day, found)
  }
  return found
}

function addTo(day: CountedDay, hour: HourCounts): void {
  for (const tone of TONES) day[tone] += hour[tone]
}

// The mentions of some hours by minute and cell. No zone has a midnight inside a minute since the last century began.
async function countMinutes(db: Db, projectId: string, hours: readonly number[]) {
  if (hours.length === 0) return []
  return db<{ at: number; cell: number; n: number }>`
    select extract(epoch from date_trunc('minute', m.published_at))::bigint as at, m.cell, count(*)::int as n
      from unnest(${plainArray(hours)}::bigint[]) as h(start)
      join mention m on m.project_id = ${projectId} and m.id >= first_id(h.start * 1000) and m.id < first_id((h.start + 3600) * 1000)
     group by 1, 2`
}
