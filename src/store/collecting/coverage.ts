import { PLATFORMS, type Platform } from '../../domain/platform.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS, platformOf } from '../platforms.ts'
import { type Fragment, sql } from '../sql.ts'
import {
  type CoverageGap,
  countHours,
  type HourOutcome,
  type OutcomeRun,
  type SourceHours,
  type SourceShare,
} from './coverage-hours.ts'
import { type ListeningPeriod, periodsIn, readListening } from './listening.ts'
import { readLookedBack } from './lookback.ts'

export interface CoverageChange {
  readonly asked?: number
  readonly answered?: number
  readonly empty?: number
  readonly failed?: number
  // The source refused the request, or responded with a time to wait.
  readonly blocked?: number
  readonly notConfigured?: number
}

// Counts the requests to a source for a project in the current hour, by outcome.
export async function addCoverage(
  tx: Db,
  projectId: string,
  platform: Platform,
  change: CoverageChange,
): Promise<void> {
  const { asked = 0, answered = 0, empty = 0, failed = 0, blocked = 0, notConfigured = 0 } = change
  await tx`
    insert into coverage as c (project_id, platform, hour, asked, answered, empty, failed, blocked, not_configured)
    values (${projectId}, ${PLATFORM_NUMBERS[platform]}, date_trunc('hour', now(), 'UTC'), ${asked}, ${answered}, ${empty}, ${failed},
            ${blocked}, ${notConfigured})
    on conflict (project_id, platform, hour) do update
       set asked = c.asked + excluded.asked, answered = c.answered + excluded.answered, empty = c.empty + excluded.empty,
           failed = c.failed + excluded.failed, blocked = c.blocked + excluded.blocked,
           not_configured = c.not_configured + excluded.not_configured`
}

// The same for a feed, which is read for all projects.
export async function addFeedCoverage(tx: Db, platform: Platform, change: CoverageChange): Promise<void> {
  const { asked = 0, answered = 0, empty = 0, failed = 0, blocked = 0 } = change
  await tx`
    insert into feed_coverage as c (platform, hour, asked, answered, empty, failed, blocked)
    values (${PLATFORM_NUMBERS[platform]}, date_trunc('hour', now(), 'UTC'), ${asked}, ${answered}, ${empty}, ${failed}, ${blocked})
    on conflict (platform, hour) do update
       set asked = c.asked + excluded.asked, answered = c.answered + excluded.answered, empty = c.empty + excluded.empty,
           failed = c.failed + excluded.failed, blocked = c.blocked + excluded.blocked`
}

export interface CoverageRange extends CoverageOptions, Span {}

interface Span {
  readonly from: Date
  readonly to: Date
}

interface CoverageOptions {
  readonly timeZone: string
  // The longest time between two regular requests to a source: a shorter time without requests is not a gap.
  readonly intervalSeconds: number
  // All, unless given.
  readonly platforms?: readonly Platform[] | undefined
}

export interface Coverage {
  // Of the hours listened, those that were covered; null when the project did not listen. Both are sums over the sources that were
  // on: an hour of two sources counts twice.
  readonly share: number | null
  readonly hoursListened: number
  readonly hoursCovered: number
  readonly sources: readonly SourceShare[]
  readonly gaps: readonly CoverageGap[]
  // How many gaps, the oldest ones, were left out of `gaps`.
  readonly gapsLeftOut: number
  // True when something inside the project's dates was not covered: what is counted in the range is then at least that much.
  readonly lowerBound: boolean
  readonly periods: readonly ListeningPeriod[]
}

const GAPS_MAX = 500

// What a number counted in [from, to) is based on. For charts, comparisons, messages and alerts.
export async function coverageOf(db: Db, projectId: string, range: CoverageRange): Promise<Coverage> {
  const [coverage] = await coverageOfEach(db, projectId, [range], range)
  return coverage as Coverage
}

// The same for several ranges that follow each other, in their order.
export async function coverageOfEach(
  db: Db,
  projectId: string,
  ranges: readonly Span[],
  options: CoverageOptions,
): Promise<Coverage[]> {
  const [clock, listening, reach, lookedBack] = await Promise.all([
    db<{ now: Date }>`select now()`,
    readListening(db, projectId),
    readFeedReach(db, projectId, options.timeZone),
    readLookedBack(db, projectId),
  ])
  const sources = await readSourceHours(db, projectId, ranges, { reach, lookedBack })
  return ranges.map(({ from, to }, index) => {
    const now = clock[0]?.now ?? to
    const periods = periodsIn(listening, { ...options, from, to: to < now ? to : now })
    return toCoverage(periods, sources[index] ?? [], { ...options, from, to, now })
  })
}

function toCoverage(
  periods: ListeningPeriod[],
  sources: readonly SourceHours[],
  range: CoverageRange & { readonly now: Date },
): Coverage {
  const platforms = range.platforms ?? PLATFORMS
  const counted = countHours(
    periods,
    sources.filter(({ source }) => platforms.includes(source)),
    range,
  )
  const { hoursListened, hoursCovered, gaps } = counted
  return {
    ...counted,
    share: hoursListened === 0 ? null : hoursCovered / hoursListened,
    gaps: gaps.slice(-GAPS_MAX),
    gapsLeftOut: Math.max(0, gaps.length - GAPS_MAX),
    lowerBound: gaps.length > 0,
    periods,
  }
}

// Which hours of the feeds a project has got: those since the archive that it began with, up to its position, on its days.
async function readFeedReach(db: Db, projectId: string, timeZone: string): Promise<Fragment> {
  const [reach] = await db<{ since: Date; until: Date | null; startDay: string; endDay: string | null }>`
    select a.reaches_back as since, p.start_day as "startDay", p.end_day as "endDay",
           (select archived_at from archive_post where seq > case when a.in_step then h.matched_seq else a.seq end
             order by seq limit 1) as until
      from archive_position a join project p on p.id = a.project_id cross join archive_head h where a.project_id = ${projectId}`
  if (reach === undefined) return sql`false`
  const { since, until, startDay, endDay } = reach
  return sql`hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')
    and (${until}::timestamptz is null or hour + interval '1 hour' <= ${until}::timestamptz)
    and (hour at time zone ${timeZone})::date between ${startDay}::date and coalesce(${endDay}::date, 'infinity')`
}

// The hours of each range. Ranges follow each other, so their hours are read together: each range has those of the others as well, which
// are not counted there.
async function readSourceHours(
  db: Db,
  projectId: string,
  ranges: readonly Span[],
  { reach, lookedBack }: { readonly reach: Fragment; readonly lookedBack: ReadonlyMap<Platform, OutcomeRun[]> },
): Promise<SourceHours[][]> {
  const from = new Date(Math.min(...ranges.map((range) => range.from.getTime())))
  const to = new Date(Math.max(...ranges.map((range) => range.to.getTime())))
  const inRange = sql`hour >= date_trunc('hour', ${from}::timestamptz, 'UTC') and hour < ${to}::timestamptz`
  const [own, feeds, lastBefore] = await Promise.all([
    readHours(db, sql`coverage`, sql`project_id = ${projectId} and ${inRange}`, sql`not_configured`),
    readHours(db, sql`feed_coverage`, sql`${reach} and ${inRange}`, sql`0`),
    readLastBefore(db, projectId, ranges),
  ])
  const runs = new Map(
    PLATFORMS.map((source) => {
      const isOf = ({ platform }: OutcomeHours) => platformOf(platform) === source
      const ofOwn = own.filter(isOf).flatMap((hours) => toRuns(hours, true))
      const ofFeeds = feeds.filter(isOf).flatMap((hours) => toRuns(hours, false))
      return [source, [...ofOwn, ...ofFeeds, ...(lookedBack.get(source) ?? [])]]
    }),
  )
  return ranges.map((_, range) =>
    PLATFORMS.map((source) => ({
      source,
      wasOn: lastBefore[range]?.get(source) ?? null,
      runs: runs.get(source) ?? [],
    })),
  )
}

interface OutcomeHours {
  readonly platform: number
  readonly outcome: HourOutcome
  // Since 1970, in any order.
  readonly hours: readonly number[]
}

// One row for all hours with the same outcome.
function readHours(db: Db, table: Fragment, condition: Fragment, notConfigured: Fragment): Promise<OutcomeHours[]> {
  return db<OutcomeHours>`
    select platform,
           case when answered + empty > 0 then 'covered' when failed > 0 then 'failed'
                when ${notConfigured} > 0 and asked + blocked = 0 then 'not_configured' else 'blocked' end as outcome,
           array_agg((date_part('epoch', hour) / 3600)::int) as hours
      from ${table} where ${condition} group by 1, 2`
}

const HOUR_MS = 3_600_000

// Hours that follow each other are one run.
function toRuns({ outcome, hours }: OutcomeHours, ownRequest: boolean): OutcomeRun[] {
  const sorted = hours.toSorted((a, b) => a - b)
  const starts = sorted.filter((hour, index) => hour - 1 !== sorted[index - 1])
  const ends = sorted.filter((hour, index) => hour + 1 !== sorted[index + 1])
  return starts.map((start, run) => ({
    from: new Date(start * HOUR_MS),
    hours: (ends[run] as number) + 1 - start,
    outcome,
    ownRequest,
  }))
}

// Whether each source was configured when it was last queried before each range; absent when it never was.
async function readLastBefore(
  db: Db,
  projectId: string,
  ranges: readonly Span[],
): Promise<ReadonlyMap<Platform, boolean>[]> {
  const starts = plainArray(ranges.map(({ from }) => from.toISOString()))
  const numbers = plainArray(PLATFORMS.map((platform) => PLATFORM_NUMBERS[platform]))
  const wanted = sql`
    unnest(${starts}::timestamptz[]) with ordinality as r(start, number) cross join unnest(${numbers}::smallint[]) as w(platform)`
  const own = db<LastRow>`
    select r.number, w.platform, last.hour, last.on from ${wanted}
     cross join lateral (
       select hour, asked + answered + empty + failed + blocked > 0 as on from coverage
        where project_id = ${projectId} and platform = w.platform and hour < r.start order by hour desc limit 1) last`
  const feeds = db<LastRow>`
    select r.number, w.platform, last.hour, true as on from ${wanted}
     cross join lateral (
       select hour from feed_coverage where platform = w.platform and hour < r.start order by hour desc limit 1) last`
  const latest = (await Promise.all([own, feeds]))
    .flat()
    .sort((a, b) => a.hour.getTime() - b.hour.getTime() || Number(a.on) - Number(b.on))
  return ranges.map((_, range) => {
    const rows = latest.filter(({ number }) => number === range + 1)
    return new Map(rows.map(({ platform, on }) => [platformOf(platform), on]))
  })
}

interface LastRow {
  // Of the range, from 1.
  readonly number: number
  readonly platform: number
  readonly hour: Date
  readonly on: boolean
}

export interface CoveredHour {
  readonly at: Date
  readonly asked: number
  readonly answered: number
  readonly empty: number
  readonly failed: number
  readonly blocked: number
  readonly notConfigured: number
}

export interface HourlyCoverage extends Coverage {
  readonly hours: ReadonlyMap<Platform, readonly CoveredHour[]>
}

// The same, with the requests of each hour; hours without requests are absent.
export async function readCoverage(db: Db, projectId: string, range: CoverageRange): Promise<HourlyCoverage> {
  const feedReach = await readFeedReach(db, projectId, range.timeZone)
  const inRange = sql`hour >= date_trunc('hour', ${range.from}::timestamptz, 'UTC') and hour < ${range.to}::timestamptz`
  const rows = [
    ...(await db<HourRow>`
      select platform, hour as at, asked, answered, empty, failed, blocked, not_configured as "notConfigured" from coverage
       where project_id = ${projectId} and ${inRange} order by hour`),
    ...(await db<HourRow>`
      select platform, hour as at, asked, answered, empty, failed, blocked, 0 as "notConfigured" from feed_coverage
       where ${feedReach} and ${inRange} order by hour`),
  ]
  const byPlatform = Map.groupBy(rows, ({ platform }) => platformOf(platform))
  const hours = new Map(PLATFORMS.map((source) => [source, addHours(byPlatform.get(source) ?? [])]))
  return { ...(await coverageOf(db, projectId, range)), hours }
}

interface HourRow extends CoveredHour {
  readonly platform: number
}

// A platform may have a search and feeds: their requests of one hour are added.
function addHours(rows: readonly HourRow[]): CoveredHour[] {
  const hours = new Map<number, CoveredHour>()
  for (const { platform: _, ...row } of rows) {
    const before = hours.get(row.at.getTime())
    hours.set(row.at.getTime(), before === undefined ? row : addHour(before, row))
  }
  return [...hours.values()].sort((a, b) => a.at.getTime() - b.at.getTime())
}

function addHour(a: CoveredHour, b: CoveredHour): CoveredHour {
  return {
    at: a.at,
    asked: a.asked + b.asked,
    answered: a.answered + b.answered,
    empty: a.empty + b.empty,
    failed: a.failed + b.failed,
    blocked: a.blocked + b.blocked,
    notConfigured: a.notConfigured + b.notConfigured,
  }
}
