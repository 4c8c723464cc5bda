import type { Project } from '../../domain/project.ts'
import { lockHead } from '../collecting/archive.ts'
import type { Db } from '../db.ts'
import { logChanges } from '../mentions/change-log.ts'
import { json, NOTHING, sql } from '../sql.ts'
import { findProject, type NewProject } from './projects.ts'

export interface ProjectEdit {
  readonly at: Date
  // The name of the person; empty when the account no longer exists.
  readonly by: string
  readonly before: NewProject
  readonly after: NewProject
}

export interface EditOptions {
  readonly by: string
  // Whether the archive is read again from its beginning, for what the new expression finds in it.
  readonly fromArchive: boolean
}

export interface EditedProject {
  readonly project: Project
  readonly before: NewProject
  // Whether mentions may no longer match.
  readonly compares: boolean
}

// Changes a project and records what it was before. The caller has read the project in this transaction, after locking it.
export async function saveEdit(
  tx: Db,
  project: Project,
  after: NewProject,
  { by, fromArchive }: EditOptions,
): Promise<EditedProject> {
  const before = fieldsOf(project)
  const compares = ruleOf(before) !== ruleOf(after)
  const { name, keyword, exclude, category, kind, startDay, endDay } = after
  await tx`
    update project set name = ${name}, keyword = ${keyword}, exclude = ${exclude}, category = ${category}, kind = ${kind},
           start_day = ${startDay}, end_day = ${endDay}, updated_at = now(), next_run_at = now()
     where id = ${project.id}`
  if (compares) await clearMarks(tx, project.id)
  await tx`
    insert into project_edit (project_id, number, edited_by, before, after, checked, checked_from)
    select ${project.id}, coalesce(last.number, 0) + 1, ${by}, ${json(before)}, ${json(after)},
           not ${compares} and coalesce(last.checked, true), case when not ${compares} then last.checked_from end
      from (select) one left join lateral (
        select number, checked, checked_from from project_edit
         where project_id = ${project.id} order by number desc limit 1) last on true`
  if (compares || fromArchive) await moveInArchive(tx, project.id, fromArchive)
  if (isWider(before, after)) await tx`delete from source_cursor where project_id = ${project.id}`
  return { project: (await findProject(tx, project.ownerId, project.id)) as Project, before, compares }
}

// Which mentions no longer match is compared again.
async function clearMarks(tx: Db, projectId: string): Promise<void> {
  const marked = await tx<{ id: string }>`delete from unmatched_mention where project_id = ${projectId} returning id`
  await logChanges(tx, projectId, 'changed', marked)
}

// A project in step is matched by the expression that it had when it joined: it leaves, and joins again with the new one. It goes on from
// where it is, or from the beginning.
async function moveInArchive(tx: Db, projectId: string, fromArchive: boolean): Promise<void> {
  const head = await lockHead(tx)
  await tx`
    update archive_position
       set seq = case when ${fromArchive} then 0 when in_step then ${head.matchedSeq}::bigint else seq end, in_step = false,
           version = nextval('archive_version')
     where project_id = ${projectId}`
}

// A search goes on from what it has read, which says nothing about days that were added. Its cursors of another expression are of no
// use anyway: sources recognise that themselves.
function isWider(before: NewProject, after: NewProject): boolean {
  const endsLater = before.endDay !== null && (after.endDay === null || after.endDay > before.endDay)
  return after.startDay < before.startDay || endsLater
}

function ruleOf({ keyword, exclude, startDay, endDay }: NewProject): string {
  return JSON.stringify([keyword, exclude, startDay, endDay])
}

export function fieldsOf({ name, keyword, exclude, category, kind, startDay, endDay }: Project): NewProject {
  return { name, keyword, exclude, category, kind, startDay, endDay }
}

// Newest first.
export async function listEdits(
  db: Db,
  projectId: string,
  limit: number,
  range?: { readonly from: Date; readonly to: Date },
): Promise<ProjectEdit[]> {
  return db<ProjectEdit>`
    select e.at, coalesce(a.name, '') as by, e.before, e.after
      from project_edit e left join account a on a.id = e.edited_by
     where e.project_id = ${projectId}
       ${range === undefined ? NOTHING : sql`and e.at >= ${range.from} and e.at < ${range.to}`}
     order by e.number desc limit ${limit}`
}
