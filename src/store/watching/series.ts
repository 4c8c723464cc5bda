import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { MENTIONS } from '../mentions/counts.ts'
import { membersOf } from '../mentions/story-members.ts'
import { NOTHING, sql } from '../sql.ts'

export interface CountedMinute {
  // Since 1970.
  readonly minute: number
  readonly cell: number
  readonly count: number
}

// Mentions of some hours by minute and cell. Crowded hours are counted by minute already; of the others the ids are read.
export async function countMinutes(db: Db, projectId: string, hours: readonly number[]): Promise<CountedMinute[]> {
  if (hours.length === 0) return []
  const starts = hours.map((hour) => hour * 3_600)
  const split = await db<{ start: number }>`
    select start from mention_count where project_id = ${projectId} and list = ${MENTIONS} and span = 3600 and split
       and start = any(${plainArray(starts)}::bigint[])`
  const crowded = split.map(({ start }) => start)
  const isCrowded = new Set(crowded)
  const others = starts.filter((start) => !isCrowded.has(start))
  const stored = await db<CountedMinute>`
    select m.start / 60 as minute, c.cell - 1 as cell, c.count
      from unnest(${plainArray(crowded)}::bigint[]) as h(start)
      join mention_count m on m.project_id = ${projectId} and m.list = ${MENTIONS} and m.span = 60
       and m.start >= h.start and m.start < h.start + 3600
     cross join unnest(m.counts) with ordinality as c(count, cell) where c.count > 0`
  const read = await db<CountedMinute>`
    select minute, cell, count(*)::int as count from (
      select ('x0000' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(64)::bigint / 60000 as minute, cell
        from unnest(${plainArray(others)}::bigint[]) as h(start)
       cross join lateral (
         select id, cell from mention where project_id = ${projectId}
            and id >= first_id(h.start * 1000) and id < first_id((h.start + 3600) * 1000) offset 0) own) minutes
     group by 1, 2`
  return [...stored, ...read]
}

export interface StoryMention {
  readonly storyId: string
  readonly at: Date
  readonly author: number
  readonly cell: number
}

const STORIES_MAX = 500

// The mentions in [from, to) of all stories that have at least `sizeMin`, oldest first.
export async function readLargeStories(
  db: Db,
  projectId: string,
  {
    sizeMin,
    from,
    to,
    cells,
  }: { readonly sizeMin: number; readonly from: Date; readonly to: Date; readonly cells: number[] | null },
): Promise<StoryMention[]> {
  // A story can only be large in the range when its newest mentions are there: it is enough to know that it was large at all.
  const roots = await db<{ id: string }>`
    select id from story where project_id = ${projectId} and size >= ${Math.max(sizeMin, 2)} and size > 1 and merged_into is null
     order by size desc, rank_id desc limit ${STORIES_MAX}`
  if (roots.length === 0) return []
  const ids = roots.map(({ id }) => id)
  return db<StoryMention>`
    select root as "storyId", published_at as at, cell,
           hashtext(platform::text || ' ' || coalesce(nullif(author_id, ''), nullif(author_username, ''), id::text)) as author
      from ${membersOf(projectId, ids)}
     where id >= first_id(${from.getTime()}) and id < first_id(${to.getTime()})
       ${cells === null ? NOTHING : sql`and cell = any(${cells}::smallint[])`}
     order by id`
}

export interface QuotaChange {
  // Since 1970.
  readonly hour: number
  readonly charged: number
  readonly change: number
}

// What the quota of an account lost and gained by hour, oldest first.
export async function readQuotaHours(db: Db, accountId: string, since: Date): Promise<QuotaChange[]> {
  return db<QuotaChange>`
    select floor(extract(epoch from at) / 3600)::int as hour, sum(amount)::bigint as change,
           coalesce(-sum(amount) filter (where project_id is not null), 0)::bigint as charged
      from quota_entry where account_id = ${accountId} and at >= ${since} group by 1 order by 1`
}

// The hour in which an account first got a quota.
export async function firstQuotaHour(db: Db, accountId: string): Promise<number> {
  const [row] = await db<{ hour: number | null }>`
    select floor(extract(epoch from min(at)) / 3600)::int as hour from quota_entry where account_id = ${accountId}`
  return row?.hour ?? 0
}
