import { TASKS } from '../../domain/job.ts'
import { log } from '../../log.ts'
import type { Db, Pool } from '../db.ts'
import { addJob } from '../jobs/jobs.ts'
import { FORMAT } from './columns.ts'
import { lockProject } from './seal.ts'

// Rebuilds the index of every project that has segments in the format of another version. Called after migrating, before anything
// reads the index. Only the first byte of each column of ids is read from the disk.
export async function rebuildOutdated(pool: Pool): Promise<void> {
  const outdated = await pool<{ id: string }>`
    select distinct project_id as id from search_segment where substr(ids, 1, 1) <> ${Buffer.of(FORMAT)}`
  for (const { id } of outdated) await pool.begin((tx) => rebuildSearchIndex(tx, id))
  if (outdated.length > 0)
    log.info({ projects: outdated.length }, 'the search index has another format and is built again')
}

// Drops the index of a project and puts all its mentions into the tail, from which it is built again in the background. Filters stay
// exact meanwhile.
export async function rebuildSearchIndex(tx: Db, projectId: string): Promise<void> {
  if (!(await lockProject(tx, projectId))) return
  await tx`delete from search_segment where project_id = ${projectId}`
  await tx`delete from search_posting where project_id = ${projectId}`
  await tx`delete from search_tail where project_id = ${projectId}`
  await tx`insert into search_tail (project_id, id) select project_id, id from mention where project_id = ${projectId}`
  await addJob(tx, { task: TASKS.indexMentions, key: projectId })
}
