import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { type Fragment, json, sql } from '../sql.ts'

// A filter, a range and an order under a name. The filter and the range are stored as they were sent: a relative range stays relative.
export interface SavedView {
  readonly id: string
  readonly projectId: string
  readonly accountId: string
  readonly by: string
  readonly name: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly range: Readonly<Record<string, unknown>>
  readonly order: 'newest' | 'ranked'
  readonly shared: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type ViewFields = Pick<SavedView, 'name' | 'filter' | 'range' | 'order' | 'shared'>

// Null when the project has `max` views already: its row is locked, so that concurrent requests cannot exceed the limit together.
export async function addView(
  tx: Db,
  owner: Owner,
  projectId: string,
  { name, filter, range, order, shared }: ViewFields,
  max: number,
): Promise<SavedView | null> {
  await tx`select id from project where id = ${projectId} for no key update`
  const [added] = await tx<{ id: string }>`
    insert into saved_view (id, project_id, account_id, name, filter, time_range, list_order, shared)
    select ${newId()}, ${projectId}, ${accountIdOf(owner)}, ${name}, ${json(filter)}, ${json(range)}, ${order}, ${shared}
     where (select count(*) from saved_view where project_id = ${projectId}) < ${max} returning id`
  return added === undefined ? null : findView(tx, owner, added.id)
}

// Those that the person saved and those of the project, by name. Without a project, those of all projects.
export async function listViews(db: Db, owner: Owner, projectId: string | null, max: number): Promise<SavedView[]> {
  const ofProject = projectId === null ? sql`` : sql`and v.project_id = ${projectId}`
  return db<SavedView>`
    select ${COLUMNS} from saved_view v join account a on a.id = v.account_id
     where ${visibleTo(owner)} ${ofProject} order by lower(v.name), v.id limit ${max}`
}

export async function findView(db: Db, owner: Owner, id: string): Promise<SavedView | null> {
  if (!isUuid(id)) return null
  const [view] = await db<SavedView>`
    select ${COLUMNS} from saved_view v join account a on a.id = v.account_id where ${visibleTo(owner)} and v.id = ${id}`
  return view ?? null
}

export async function changeView(db: Db, owner: Owner, id: string, fields: ViewFields): Promise<SavedView | null> {
  const { name, filter, range, order, shared } = fields
  await db`
    update saved_view v set name = ${name}, filter = ${json(filter)}, time_range = ${json(range)}, list_order = ${order},
           shared = ${shared}, updated_at = now()
     where ${visibleTo(owner)} and v.id = ${id}`
  return findView(db, owner, id)
}

export async function removeView(db: Db, owner: Owner, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db`delete from saved_view v where ${visibleTo(owner)} and v.id = ${id}`
  return removed.count === 1
}

function visibleTo(owner: Owner): Fragment {
  const accountId = accountIdOf(owner)
  return sql`exists (select from project p where p.id = v.project_id and p.owner_id = ${accountId} and p.removed_at is null)
    and (v.shared or v.account_id = ${accountId}) ${andReached(owner, sql`v.project_id`)}`
}

const COLUMNS = sql`v.id, v.project_id as "projectId", v.account_id as "accountId", a.name as by, v.name, v.filter,
    v.time_range as range, v.list_order as "order", v.shared, v.created_at as "createdAt", v.updated_at as "updatedAt"`
