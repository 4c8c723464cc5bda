import type { Db } from '../db.ts'

export const CHANGE_KINDS = ['new', 'changed', 'deleted'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export interface LoggedChange {
  readonly number: number
  readonly kind: ChangeKind
  readonly id: string
  readonly at: Date
}

export const CHANGE_DAYS = 30

// Call this in the transaction that adds, changes or takes out mentions, after acquiring the project's row lock: it makes the numbers
// grow in commit order. What is older than CHANGE_DAYS is deleted on the way.
export async function logChanges(tx: Db, projectId: string, kind: ChangeKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const [project] = await tx<{ changes: number }>`
    update project set changes = changes + ${ids.length} where id = ${projectId} returning changes`
  if (project === undefined) return
  await tx`
    insert into mention_change (project_id, last, kind, ids)
    values (${projectId}, ${project.changes}, ${kind}, ${ids as string[]}::uuid[])`
  await tx`
    delete from mention_change where project_id = ${projectId} and at < now() - make_interval(days => ${CHANGE_DAYS})`
}

// The number of the last change.
export async function readPosition(db: Db, projectId: string): Promise<number> {
  const [project] = await db<{ changes: number }>`select changes from project where id = ${projectId}`
  return project?.changes ?? 0
}

// The changes after a number, oldest first; null when some of them are no longer stored.
export async function listChanges(
  db: Db,
  projectId: string,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<LoggedChange[] | null> {
  const position = await readPosition(db, projectId)
  const rows = await db<{ last: number; kind: ChangeKind; ids: string[]; at: Date }>`
    select last, kind, ids, at from mention_change where project_id = ${projectId} and last > ${since}
       and last - cardinality(ids) < ${since + limit}
     order by last limit ${limit}`
  const changes = rows.flatMap(({ last, kind, ids, at }) =>
    ids.map((id, index) => ({ number: last - ids.length + 1 + index, kind, id, at })),
  )
  const wanted = changes.filter(({ number }) => number > since).slice(0, limit)
  const complete = wanted.length === 0 ? since >= position : wanted[0]?.number === since + 1
  return complete ? wanted : null
}
