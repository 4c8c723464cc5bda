import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'

export type ChangeKind = 'new' | 'changed' | 'deleted'

export interface LoggedChange {
  readonly number: number
  readonly kind: ChangeKind
  readonly id: string
  readonly at: Date
}

export const CHANGE_DAYS = 30
// A row is read as a whole, also for the few of its changes that a page has.
const ROW_IDS_MAX = 1_000

// Call this in the transaction that adds, changes or takes out mentions, after acquiring the project's row lock: it makes the numbers
// grow in commit order. Without the lock, two transactions would draw the same number, and the second one fails.
export async function logChanges(
  tx: Db,
  projectId: string,
  kind: ChangeKind,
  mentions: readonly { readonly id: string }[],
): Promise<void> {
  for (let from = 0; from < mentions.length; from += ROW_IDS_MAX) {
    const ids = mentions.slice(from, from + ROW_IDS_MAX).map(({ id }) => id)
    await tx`
      insert into mention_change (project_id, last, kind, ids)
      select ${projectId}::uuid, coalesce(max(last), 0) + ${ids.length}::int, ${kind}::text, ${plainArray(ids)}::uuid[]
        from mention_change where project_id = ${projectId}`
  }
}

// Deletes what is older than CHANGE_DAYS and everything before it, so that what is left has no gap. The newest row of a project stays.
export async function trimChanges(db: Db): Promise<number> {
  const removed = await db`
    delete from mention_change c using (
        select project_id, max(last) as newest,
               max(last) filter (where at < now() - make_interval(days => ${CHANGE_DAYS})) as expired
          from mention_change group by project_id) e
     where c.project_id = e.project_id and c.last <= e.expired and c.last < e.newest`
  return removed.count
}

// The number of the last change.
export async function readPosition(db: Db, projectId: string): Promise<number> {
  const [newest] = await db<{ last: number }>`
    select last from mention_change where project_id = ${projectId} order by last desc limit 1`
  return newest?.last ?? 0
}

// The changes after a number that is below the position, oldest first; null when some of them are no longer stored.
export async function listChanges(
  db: Db,
  projectId: string,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<LoggedChange[] | null> {
  const rows = await db<{ last: number; kind: ChangeKind; ids: string[]; at: Date }>`
    select last, kind, ids, at from mention_change where project_id = ${projectId} and last > ${since}
       and last - cardinality(ids) < ${since + limit}
     order by last limit ${limit}`
  const changes = rows.flatMap(({ last, kind, ids, at }) =>
    ids.map((id, index) => ({ number: last - ids.length + 1 + index, kind, id, at })),
  )
  const wanted = changes.filter(({ number }) => number > since).slice(0, limit)
  return wanted[0]?.number === since + 1 ? wanted : null
}
