import type { Account } from '../../domain/account.ts'
import type { Day } from '../../domain/day.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { type Fragment, sql } from '../sql.ts'

// What a person knows about a day.
export interface DayNote {
  readonly id: string
  readonly projectId: string
  readonly day: Day
  readonly text: string
  readonly by: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

type NoteFields = Pick<DayNote, 'day' | 'text'>

// Null when the project has `max` notes already: its row is locked, so that concurrent requests cannot exceed the limit together.
export async function addDayNote(
  tx: Db,
  { projectId, by, day, text }: NoteFields & { readonly projectId: string; readonly by: Pick<Account, 'id' | 'name'> },
  max: number,
): Promise<DayNote | null> {
  await tx`select id from project where id = ${projectId} for no key update`
  const [note] = await tx<DayNote>`
    insert into day_note as n (id, project_id, account_id, account_name, day, text)
    select ${newId()}, ${projectId}, ${by.id}, ${by.name}, ${day}, ${text}
     where (select count(*) from day_note where project_id = ${projectId}) < ${max} returning ${COLUMNS}`
  return note ?? null
}

// Oldest day first.
export async function listDayNotes(db: Db, owner: Owner, projectId: string): Promise<DayNote[]> {
  return db<DayNote>`
    select ${COLUMNS} from day_note n where ${visibleTo(owner)} and n.project_id = ${projectId} order by n.day, n.id`
}

// Null when there is no such note.
export async function changeDayNote(
  db: Db,
  owner: Owner,
  id: string,
  { day, text }: Partial<NoteFields>,
): Promise<DayNote | null> {
  if (!isUuid(id)) return null
  const [note] = await db<DayNote>`
    update day_note n set day = coalesce(${day ?? null}, n.day), text = coalesce(${text ?? null}, n.text), updated_at = now()
     where ${visibleTo(owner)} and n.id = ${id} returning ${COLUMNS}`
  return note ?? null
}

export async function removeDayNote(db: Db, owner: Owner, id: string): Promise<DayNote | null> {
  if (!isUuid(id)) return null
  const [note] =
    await db<DayNote>`delete from day_note n where ${visibleTo(owner)} and n.id = ${id} returning ${COLUMNS}`
  return note ?? null
}

function visibleTo(owner: Owner): Fragment {
  return sql`exists (
      select from project p where p.id = n.project_id and p.owner_id = ${accountIdOf(owner)} and p.removed_at is null)
    ${andReached(owner, sql`n.project_id`)}`
}

const COLUMNS = sql`n.id, n.project_id as "projectId", n.day, n.text, n.account_name as by, n.created_at as "createdAt",
    n.updated_at as "updatedAt"`
