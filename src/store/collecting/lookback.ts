import { PLATFORMS, type Platform } from '../../domain/platform.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS, platformOf } from '../platforms.ts'
import type { OutcomeRun } from './coverage-hours.ts'

// How far back a source was read for a project whose end date has passed (migrations/0024_edit_project.sql).
export interface LookedBack {
  readonly source: string
  readonly platform: Platform
  readonly outcome: 'covered' | 'archived' | 'failed' | 'blocked'
  // The project's dates as instants.
  readonly wantedSince: Date
  readonly until: Date
  // Where reading began; `until` when nothing was in reach.
  readonly since: Date
}

// The last run of a source replaces what an earlier one recorded.
export async function saveLookback(tx: Db, projectId: string, looked: LookedBack): Promise<void> {
  const { source, platform, outcome, wantedSince, since, until } = looked
  const reached = since < until ? since : until
  await tx`
    insert into lookback (project_id, source, platform, outcome, wanted_since, since, until)
    values (${projectId}, ${source}, ${PLATFORM_NUMBERS[platform]}, ${outcome}, ${wantedSince}, ${reached}, ${until})
    on conflict (project_id, source) do update
       set platform = excluded.platform, outcome = excluded.outcome, wanted_since = excluded.wanted_since,
           since = excluded.since, until = excluded.until, at = now()`
}

const HOUR_MS = 3_600_000

// What looking back adds to the coverage of each platform: the hours that were read, and those that no source could reach.
export async function readLookedBack(db: Db, projectId: string): Promise<Map<Platform, OutcomeRun[]>> {
  const rows = await db<Omit<LookedBack, 'platform'> & { readonly platform: number }>`
    select source, platform, outcome, wanted_since as "wantedSince", since, until from lookback
     where project_id = ${projectId} order by source`
  const byPlatform = Map.groupBy(rows, ({ platform }) => platformOf(platform))
  return new Map([...byPlatform].map(([platform, looked]) => [platform, runsOf(looked)]))
}

function runsOf(looked: readonly Omit<LookedBack, 'platform'>[]): OutcomeRun[] {
  const read = looked.flatMap(({ outcome, wantedSince, since, until }) => {
    if (outcome === 'archived') return []
    return runOf(outcome, outcome === 'covered' ? since : wantedSince, until)
  })
  const [first] = looked
  if (first === undefined || looked.some(({ outcome }) => outcome === 'failed' || outcome === 'blocked')) return read
  const reached = looked.map(({ since }) => since).reduce((a, b) => (a < b ? a : b))
  return [...read, ...runOf('out_of_reach', first.wantedSince, reached)]
}

function runOf(outcome: OutcomeRun['outcome'], from: Date, to: Date): OutcomeRun[] {
  const hours = Math.ceil(to.getTime() / HOUR_MS) - Math.floor(from.getTime() / HOUR_MS)
  return from < to
    ? [{ from: new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS), hours, outcome, ownRequest: true }]
    : []
}

// When the oldest post that is still in the archive was archived, for each platform that has any.
export async function readArchiveStarts(db: Db): Promise<Map<Platform, Date>> {
  const numbers = PLATFORMS.map((platform) => PLATFORM_NUMBERS[platform])
  const rows = await db<{ platform: number; since: Date }>`
    select w.platform, first.since from unnest(${numbers}::smallint[]) as w(platform)
     cross join lateral (
       select archived_at as since from archive_post where platform = w.platform order by archived_at limit 1) first
     where exists (select from archive_post where platform = w.platform)`
  return new Map(rows.map(({ platform, since }) => [platformOf(platform), since]))
}
