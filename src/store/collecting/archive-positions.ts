import type { Db } from '../db.ts'
import { sql } from '../sql.ts'
import { type ArchiveHead, lockHead } from './archive.ts'

// The positions of projects in the archive (migrations/0005_collecting.sql). `in_step` only changes under the lock of the head.

// A project that is collected automatically: auto, listening, inside its dates, and of an enabled account with quota left.
// Aliases: p, q.
export function collectable(timeZone: string) {
  return sql`p.kind = 'auto' and p.listening and p.removed_at is null and q.remaining > 0
    and (now() at time zone ${timeZone})::date between p.start_day and coalesce(p.end_day, 'infinity'::date)
    and exists (select from account owner where owner.id = p.owner_id and owner.disabled_at is null)`
}

// The ids of all such projects. Each account is read once, not once for each of its projects: the nested loops of a plan that was made
// while there were few projects take five times as long with a thousand.
export function collectableIds(timeZone: string) {
  return sql`
    select p.id from project p
     where p.kind = 'auto' and p.listening and p.removed_at is null
       and (select (now() at time zone ${timeZone})::date) between p.start_day and coalesce(p.end_day, 'infinity'::date)
       and (p.owner_id in (select q.account_id from quota q join account owner on owner.id = q.account_id
                            where q.remaining > 0 and owner.disabled_at is null)) is true`
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
  // All changes up to this version are in this view or an earlier one.
  readonly version: number
  readonly changes: readonly StepChange[]
}

// Takes projects that are no longer collectable out of step, then returns what changed since a version. The next move of the head
// must pass the version of this view.
export async function viewSteps(tx: Db, sinceVersion: number, timeZone: string): Promise<StepView> {
  const head = await lockHead(tx)
  await tx`
    update archive_position a set in_step = false, seq = ${head.matchedSeq}, version = nextval('archive_version')
     where a.in_step and a.project_id not in (${collectableIds(timeZone)})`
  const changes = await tx<StepChange>`
    select a.project_id as "projectId", a.version, a.in_step as "inStep", p.owner_id as "ownerId", p.keyword, p.exclude,
           p.start_day as "startDay", p.end_day as "endDay"
      from archive_position a left join project p on p.id = a.project_id
     where a.version > ${sinceVersion} order by a.version`
  const [last] = await tx`select last_value, is_called from archive_version`
  return { head, version: last?.is_called === true ? last.last_value : 0, changes }
}

// Moves the head after every project of the view got its posts. A project that joined after the view was taken did not get them and
// falls out of step again. False when another process has moved the head.
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

// A project that could not get all posts after `seq` stays at that position while the others go on.
export async function leaveStep(tx: Db, projectId: string, seq: number): Promise<void> {
  await lockHead(tx)
  await tx`
    update archive_position set in_step = false, seq = ${seq}, version = nextval('archive_version')
     where project_id = ${projectId} and in_step`
}

// Puts the project in step if it has caught up and is collected automatically. False when it has not caught up.
export async function joinStep(tx: Db, projectId: string, timeZone: string): Promise<boolean> {
  const head = await lockHead(tx)
  const [position] = await tx`select seq, in_step from archive_position where project_id = ${projectId} for update`
  if (position === undefined || position.seq < head.matchedSeq) return false
  await tx`
    update archive_position a set in_step = true, version = nextval('archive_version')
     where a.project_id = ${projectId} and not a.in_step and exists (
       select from project p join quota q on q.account_id = p.owner_id
        where p.id = a.project_id and ${collectable(timeZone)})`
  return true
}

export interface ArchivePosition {
  readonly seq: number
  readonly inStep: boolean
}

export async function findPosition(db: Db, projectId: string): Promise<ArchivePosition> {
  await db`
    insert into archive_position (project_id, reaches_back)
    select id, coalesce((select min(archived_at) from archive_post), now()) from project
     where id = ${projectId} and removed_at is null
    on conflict do nothing`
  const [position] = await db<ArchivePosition>`
    select seq, in_step as "inStep" from archive_position where project_id = ${projectId}`
  return position ?? { seq: 0, inStep: false }
}

// False when another process has moved it, or the project is in step by now.
export async function movePosition(tx: Db, projectId: string, from: number, to: number): Promise<boolean> {
  const moved = await tx`
    update archive_position set seq = ${to} where project_id = ${projectId} and seq = ${from} and not in_step`
  return moved.count === 1
}
