import type { BriefIncident } from '../../domain/brief.ts'
import type { Db } from '../db.ts'
import { membersOf } from '../mentions/story-members.ts'

interface Range {
  readonly from: Date
  readonly to: Date
}

// Incidents of a person about a project that opened in a range of publication time, newest first.
export async function listOpenedIncidents(
  db: Db,
  accountId: string,
  projectId: string,
  { from, to }: Range,
): Promise<BriefIncident[]> {
  const rows = await db<Omit<BriefIncident, 'openedAt'> & { openedAt: Date }>`
    select i.id, coalesce(a.name, i.kind) as name, i.opened_at as "openedAt", i.state = 'open' as "isOpen"
      from incident i left join alert a on a.id = i.alert_id
     where i.account_id = ${accountId} and i.project_id = ${projectId} and i.opened_at >= ${from} and i.opened_at < ${to}
     order by i.opened_at desc, i.id`
  return rows.map((row) => ({ ...row, openedAt: row.openedAt.toISOString() }))
}

// Feeds that stopped being readable in a range and still are not.
export async function listDeadFeeds(db: Db, { from, to }: Range): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select coalesce(nullif(name, ''), address) as name from feed
     where enabled and state in ('broken', 'blocked') and state_since >= ${from} and state_since < ${to} order by name, id`
  return rows.map(({ name }) => name)
}

// How many mentions of each project were published in a range; a project without any is left out.
export async function countPublished(
  db: Db,
  projectIds: readonly string[],
  { from, to }: Range,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db<{ id: string; count: number }>`
    select project_id as id, count(*)::int as count from mention
     where project_id = any(${projectIds as string[]}::uuid[]) and id >= first_id(${from.getTime()}) and id < first_id(${to.getTime()})
     group by project_id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

// How many mentions of each story were published before an instant.
export async function countStoriesBefore(
  db: Db,
  projectId: string,
  stories: readonly string[],
  before: Date,
): Promise<ReadonlyMap<string, number>> {
  if (stories.length === 0) return new Map()
  const rows = await db<{ root: string; count: number }>`
    select root, count(*)::int as count from ${membersOf(projectId, stories)}
     where id < first_id(${before.getTime()}) group by root`
  return new Map(rows.map(({ root, count }) => [root, count]))
}

// When the oldest mention of a project was published; null without any.
export async function findOldest(db: Db, projectId: string): Promise<Date | null> {
  const [row] = await db<{ at: Date }>`
    select published_at as at from mention where project_id = ${projectId} order by id limit 1`
  return row?.at ?? null
}

// The mentions of a range that got the most reactions, at least `reactionsMin`.
export async function listLoudest(
  db: Db,
  projectId: string,
  { from, to, reactionsMin, limit }: Range & { readonly reactionsMin: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from mention
     where project_id = ${projectId} and id >= first_id(${from.getTime()}) and id < first_id(${to.getTime()})
       and likes + comments + shares >= ${reactionsMin}
     order by likes + comments + shares desc, id limit ${limit}`
  return rows.map(({ id }) => id)
}
