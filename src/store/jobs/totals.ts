import type { Db } from '../db.ts'
import { platformOf } from '../platforms.ts'

export interface Totals {
  readonly feeds: readonly { readonly state: string; readonly count: number }[]
  readonly outcomes: readonly { readonly source: string; readonly outcome: string; readonly count: number }[]
  readonly connections: readonly { readonly state: string; readonly count: number }[]
  readonly charged: number
}

// Operator metrics over all projects.
export async function readTotals(db: Db): Promise<Totals> {
  const feeds = await db<{ state: string; count: number }>`
    select state, count(*)::int as count from feed where enabled group by state`
  const coverage = await db`
    select platform, sum(answered)::int as answered, sum(empty)::int as empty, sum(failed)::int as failed, sum(blocked)::int as blocked from (
      select platform, answered, empty, failed, blocked from coverage where hour > now() - interval '1 day'
      union all
      select platform, answered, empty, failed, blocked from feed_coverage where hour > now() - interval '1 day') c group by platform`
  const outcomes = coverage.flatMap((row) =>
    ['answered', 'empty', 'failed', 'blocked'].map((outcome) => ({
      source: platformOf(row.platform),
      outcome,
      count: row[outcome] as number,
    })),
  )
  const connections = await db<{ state: string; count: number }>`
    select coalesce(state, 'background') as state, count(*)::int as count from pg_stat_activity
     where datname = current_database() group by 1`
  const [charged] = await db`
    select coalesce(-sum(amount), 0)::bigint as total from quota_entry where project_id is not null`
  return { feeds, outcomes, connections, charged: charged?.total ?? 0 }
}
