import type { Db } from '../db.ts'
import { sql } from '../sql.ts'
import { type ArchiveHead, lockHead } from './archive.ts'

// Where projects stand in the archive (migrations/0005_collecting.sql). Changes of `in_step` happen under the lock of the head.

// A project that is collected by itself: auto, listening, inside its dates, and of an account that may log in and can pay.
// Aliases: p, q.
export function collectable(timeZone: string) {
  return sql`p.kind = 'auto' and p.listening and p.removed_at is null and q.remaining > 0
    and (now() at time zone ${timeZone})::date between p.start_day and coalesce(p.end_day, 'infinity'::date)
    and exists (select from account owner where owner.id = p.owner_id and owner.disabled_at is null)`
}

export interface StepChange {
  readonly projectId: string
  readonly version: number
  readonly inStep: boolean
  readonly ownerId: string | null
  readonly keyword: string | null
  readonly exclude: string | null
  readonly startDay: string | null
  readonly endDay: string | null
}

export interface StepView {
  readonly head: ArchiveHead
  // Everything that happened up to this version is in the changes of this view and earlier ones.
  readonly version: number
  readonly changes: readonly StepChange[]
}

// Lets those fall out of step that are no longer to be collected, then tells what changed since a version. The next move of the
// head must name the version of this view.
export async function viewSteps(tx: Db, sinceVersion: number, timeZone: string): Promise<StepView> {
  const head = await lockHead(tx)
  await tx`
    update archive_position a set in_step = false, seq = ${head.matchedSeq}, version = nextval('archive_version')
     where a.in_step and not exists (
       select from project p join quota q on q.account_id = p.owner_id
        where p.id = a.project_id and ${collectable(timeZone)})`
  const changes = await tx<StepChange>`
    select a.project_id as "projectId", a.version, a.in_step as "inStep", p.owner_id as "ownerId", p.keyword, p.exclude,
           p.start_day as "startDay", p.end_day as "endDay"
      from archive_position a left join project p on p.id = a.project_id
     where a.version > ${sinceVersion} order by a.version`
  const [last] = await tx`select last_value, is_called from archive_version`
  return { head, version: last?.is_called === true ? last.last_value : 0, changes }
}

// Moves the head after every project of the view got its posts. Who joined since the view was taken did not get them, and falls
// out of step again. False when somebody else has moved the head.
export async function moveHead(
  tx: Db,
  move: { readonly from: number; readonly to: number; readonly version: number },
): Promise<boolean> {
  const { matchedSeq } = await lockHead(tx)
  if (matchedSeq !== move.from) return false
  await tx`
    update archive_position set in_step = false, seq = ${move.from}, version = nextval('archive_version')
     where in_step and version > ${move.version}`
  await tx`update archive_head set matched_seq = ${move.to}`
  return true
}

// A project that could not get all posts after a place stays there while the others go on.
export async function leaveStep(tx: Db, projectId: string, seq: number): Promise<void> {
  await lockHead(tx)
  await tx`
    update archive_position set in_step = false, seq = ${seq}, version = nextval('archive_version')
     where project_id = ${projectId} and in_step`
}

// Joins the others if the project has caught up with them and is one that is collected by itself. False when it has not caught up.
export async function joinStep(tx: Db, projectId: string, timeZone: string): Promise<boolean> {
  const head = await lockHead(tx)
  const [place] = await tx`select seq, in_step from archive_position where project_id = ${projectId} for update`
  if (place === undefined || place.seq < head.matchedSeq) return false
  await tx`
    update archive_position a set in_step = true, version = nextval('archive_version')
     where a.project_id = ${projectId} and not a.in_step and exists (
       select from project p join quota q on q.account_id = p.owner_id
        where p.id = a.project_id and ${collectable(timeZone)})`
  return true
}

export interface Place {
  readonly seq: number
  readonly inStep: boolean
}

export async function findPosition(db: Db, projectId: string): Promise<Place> {
  await db`
    insert into archive_position (project_id) select id from project where id = ${projectId} and removed_at is null
    on conflict do nothing`
  const [place] = await db<Place>`
    select seq, in_step as "inStep" from archive_position where project_id = ${projectId}`
  return place ?? { seq: 0, inStep: false }
}

// False when somebody else has moved it, or the project is in step by now.
export async function movePosition(tx: Db, projectId: string, from: number, to: number): Promise<boolean> {
  const moved = await tx`
    update archive_position set seq = ${to} where project_id = ${projectId} and seq = ${from} and not in_step`
  return moved.count === 1
}
