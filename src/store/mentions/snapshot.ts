import type { Db, Pool } from '../db.ts'
import { lockMentions } from '../projects/projects.ts'
import { SNAPSHOT } from './selection.ts'

// Runs `work` in one snapshot of a project's mentions, all of which were stored until `collectedUntil`, and all others later. Null when
// there is no such project. The project's row lock is held for a moment only, so that collecting does not wait for `work`.
export async function readInSnapshot<T>(
  pool: Pick<Pool, 'begin'>,
  projectId: string,
  work: (tx: Db, collectedUntil: Date) => Promise<T>,
): Promise<T | null> {
  const locked = await pool.begin((tx) => lockMentions(tx, projectId))
  if (locked === null) return null
  return pool.begin(async (tx) => work(tx, (await newestInTail(tx, projectId, locked)) ?? locked), SNAPSHOT)
}

// The first statement of the transaction, which takes its snapshot. What was stored between the lock and the snapshot is still in the
// tail. Writers store one after the other, so what the snapshot does not see was stored after everything that it sees.
async function newestInTail(tx: Db, projectId: string, since: Date): Promise<Date | null> {
  const [row] = await tx<{ newest: Date | null }>`
    select date_trunc('milliseconds', max(m.collected_at)) + interval '1 millisecond' as newest
      from search_tail t join mention m on m.project_id = ${projectId} and m.id = t.id
     where t.project_id = ${projectId} and m.collected_at > ${since}`
  return row?.newest ?? null
}
