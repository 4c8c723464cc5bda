import { PLATFORMS, type Platform } from '../../domain/platform.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS, platformOf } from '../platforms.ts'

export interface CoverageChange {
  readonly asked?: number
  readonly answered?: number
  readonly empty?: number
  readonly failed?: number
  readonly notConfigured?: number
}

// Counts the requests to a source for a project in the current hour, by outcome.
export async function addCoverage(
  tx: Db,
  projectId: string,
  platform: Platform,
  change: CoverageChange,
): Promise<void> {
  const { asked = 0, answered = 0, empty = 0, failed = 0, notConfigured = 0 } = change
  await tx`
    insert into coverage as c (project_id, platform, hour, asked, answered, empty, failed, not_configured)
    values (${projectId}, ${PLATFORM_NUMBERS[platform]}, date_trunc('hour', now(), 'UTC'), ${asked}, ${answered}, ${empty}, ${failed},
            ${notConfigured})
    on conflict (project_id, platform, hour) do update
       set asked = c.asked + excluded.asked, answered = c.answered + excluded.answered, empty = c.empty + excluded.empty,
           failed = c.failed + excluded.failed, not_configured = c.not_configured + excluded.not_configured`
}

// The same for a feed, which is read for all projects.
export async function addFeedCoverage(tx: Db, platform: Platform, change: CoverageChange): Promise<void> {
  const { asked = 0, answered = 0, empty = 0, failed = 0 } = change
  await tx`
    insert into feed_coverage as c (platform, hour, asked, answered, empty, failed)
    values (${PLATFORM_NUMBERS[platform]}, date_trunc('hour', now(), 'UTC'), ${asked}, ${answered}, ${empty}, ${failed})
    on conflict (platform, hour) do update
       set asked = c.asked + excluded.asked, answered = c.answered + excluded.answered, empty = c.empty + excluded.empty,
           failed = c.failed + excluded.failed`
}

export interface CoveredHour {
  readonly at: Date
  readonly asked: number
  readonly answered: number
  readonly empty: number
  readonly failed: number
  readonly notConfigured: number
}

export interface Coverage {
  readonly sources: readonly { readonly source: Platform; readonly hours: readonly CoveredHour[] }[]
  // Hours in which the project should have been collected and no source was queried.
  readonly gaps: readonly { readonly from: Date; readonly to: Date }[]
}

export interface CoverageRange {
  readonly from: Date
  readonly to: Date
  readonly timeZone: string
  // The interval between runs: a shorter time without requests is not a gap.
  readonly intervalSeconds: number
}

// The requests for a project in [from, to), by source and hour; hours without requests are absent. Feed requests on the days of the
// project count as its own, because it gets their posts from the archive.
export async function readCoverage(db: Db, projectId: string, range: CoverageRange): Promise<Coverage> {
  const rows = await db`
    select platform, hour, sum(asked)::int as asked, sum(answered)::int as answered, sum(empty)::int as empty, sum(failed)::int as failed,
           sum(not_configured)::int as not_configured
      from (
        select platform, hour, asked, answered, empty, failed, not_configured from coverage
         where project_id = ${projectId} and hour >= date_trunc('hour', ${range.from}::timestamptz, 'UTC') and hour < ${range.to}
        union all
        select f.platform, f.hour, f.asked, f.answered, f.empty, f.failed, 0 from feed_coverage f join project p on p.id = ${projectId}
         where f.hour >= date_trunc('hour', ${range.from}::timestamptz, 'UTC') and f.hour < ${range.to}
           and (f.hour at time zone ${range.timeZone})::date between p.start_day and coalesce(p.end_day, 'infinity'::date)) c
     group by platform, hour order by platform, hour`
  const byPlatform = Map.groupBy(rows, (row) => platformOf(row.platform))
  return {
    sources: PLATFORMS.map((source) => ({ source, hours: (byPlatform.get(source) ?? []).map(toHour) })),
    gaps: await readGaps(db, projectId, range),
  }
}

function toHour(row: Record<string, unknown>): CoveredHour {
  return {
    at: row.hour as Date,
    asked: row.asked as number,
    answered: row.answered as number,
    empty: row.empty as number,
    failed: row.failed as number,
    notConfigured: row.not_configured as number,
  }
}

// Whole hours, inside the dates, during which an auto project listened and no source was queried for it. The current hour does not
// count, because requests may still follow.
async function readGaps(db: Db, projectId: string, range: CoverageRange): Promise<{ from: Date; to: Date }[]> {
  const rows = await db<{ from: Date; to: Date }>`
    with covered as materialized (
      select hour from coverage where project_id = ${projectId} and asked > 0 and hour >= ${range.from} and hour < ${range.to}),
    uncovered as (
      select h.hour from project p join listening l on l.project_id = p.id
        cross join lateral generate_series(
          date_trunc('hour', greatest(l.since, ${range.from}::timestamptz) + interval '59 minutes 59 seconds', 'UTC'),
          date_trunc('hour', least(coalesce(l.until, now()), ${range.to}::timestamptz, now()), 'UTC') - interval '1 hour',
          interval '1 hour') as h(hour)
       where p.id = ${projectId} and p.kind = 'auto'
         and (h.hour at time zone ${range.timeZone})::date between p.start_day and coalesce(p.end_day, 'infinity'::date)
         and not exists (select from covered c where c.hour = h.hour)
         and not exists (select from feed_coverage f where f.hour = h.hour and f.asked > 0)),
    runs as (select hour, hour - make_interval(hours => (row_number() over (order by hour))::int) as run from uncovered)
    select min(hour) as "from", max(hour) + interval '1 hour' as "to" from runs group by run
    having max(hour) + interval '1 hour' - min(hour) >= make_interval(secs => ${range.intervalSeconds}) order by 1`
  return [...rows]
}
