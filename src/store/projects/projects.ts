import type { Category } from '../../domain/category.ts'
import type { Day } from '../../domain/day.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Project, ProjectKind } from '../../domain/project.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { DISTRIBUTED } from '../distribute.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { identifier, sql } from '../sql.ts'

export interface NewProject {
  readonly name: string
  readonly keyword: string
  readonly exclude: string
  readonly category: Category
  readonly kind: ProjectKind
  readonly startDay: Day
  readonly endDay: Day | null
}

export async function addProject(db: Db, ownerId: string, project: NewProject, id: string = newId()): Promise<Project> {
  const { name, keyword, exclude, category, kind, startDay, endDay } = project
  const [added] = await db<Project>`
    insert into project (id, owner_id, name, keyword, exclude, category, kind, start_day, end_day)
    values (${id}, ${ownerId}, ${name}, ${keyword}, ${exclude}, ${category}, ${kind}, ${startDay}, ${endDay})
    returning ${COLUMNS}`
  return added as Project
}

export interface ProjectList {
  readonly owner: Owner
  readonly page: number
  readonly limit: number
}

export interface ProjectPage {
  readonly total: number
  readonly projects: readonly Project[]
}

// Each owner's projects, newest first; several lists in one statement, in the order of the queries.
export async function listProjects(db: Db, queries: readonly ProjectList[]): Promise<ProjectPage[]> {
  const rows = await db<Project & { position: number; total: number }>`
    select w.position, counted.total, page.*
      from unnest(${queries.map(({ owner }) => accountIdOf(owner))}::uuid[], ${queries.map(({ limit }) => limit)}::integer[],
                  ${queries.map(({ page, limit }) => (page - 1) * limit)}::bigint[],
                  ${queries.map(({ owner }) => (typeof owner === 'string' ? null : plainArray(owner.projects)))}::text[])
           with ordinality as w(owner, size, skip, reached, position)
     cross join lateral (
       select count(*)::int as total from project
        where owner_id = w.owner and removed_at is null and (w.reached is null or id = any(w.reached::uuid[]))) counted
      left join lateral (
       select ${COLUMNS}, created_at from project
        where owner_id = w.owner and removed_at is null and (w.reached is null or id = any(w.reached::uuid[]))
        order by created_at desc, id desc limit w.size offset w.skip) page on true
     order by w.position, page.created_at desc, page.id desc`
  return queries.map((_, index) => {
    const own = rows.filter(({ position }) => position === index + 1)
    return { total: own[0]?.total ?? 0, projects: own.filter(({ id }) => id !== null) }
  })
}

export async function findProject(db: Db, owner: Owner, id: string): Promise<Project | null> {
  if (!isUuid(id)) return null
  const [project] = await db<Project>`
    select ${COLUMNS} from project where id = ${id} and owner_id = ${accountIdOf(owner)} and removed_at is null ${andReached(owner, sql`id`)}`
  return project ?? null
}

// Whether any account has this project.
export async function hasProject(db: Db, id: string): Promise<boolean> {
  return (await findAnyProject(db, id)) !== null
}

// The same, with its row lock until the end of the transaction.
export async function lockProject(tx: Db, owner: Owner, id: string): Promise<Project | null> {
  if (!isUuid(id)) return null
  const [project] = await tx<Project>`
    select ${COLUMNS} from project where id = ${id} and owner_id = ${accountIdOf(owner)} and removed_at is null ${andReached(owner, sql`id`)} for no key update`
  return project ?? null
}

// Without an ownership check, for work inside the service.
export async function findAnyProject(db: Db, id: string): Promise<Project | null> {
  if (!isUuid(id)) return null
  const [project] = await db<Project>`select ${COLUMNS} from project where id = ${id} and removed_at is null`
  return project ?? null
}

// Those of this name in any case, of one account or of all, oldest first.
export async function listProjectsNamed(
  db: Db,
  name: string,
  ownerId: string | null,
  limit: number,
): Promise<Project[]> {
  return db<Project>`
    select ${COLUMNS} from project where lower(name) = lower(${name}) and removed_at is null
       and (${ownerId}::uuid is null or owner_id = ${ownerId}::uuid)
     order by created_at, id limit ${limit}`
}

// Holds the project's row lock until the end of the transaction, so that all its reads count the same mentions: those stored until
// the returned instant, and no others. Null when there is no such project.
export async function lockMentions(tx: Db, id: string): Promise<Date | null> {
  const [project] = await tx`select id from project where id = ${id} and removed_at is null for no key update`
  if (project === undefined) return null
  // Whole milliseconds, because the instant is stored as text. The next writer waits for this transaction, which takes longer.
  const [clock] = await tx`select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`
  return clock?.now ?? null
}

// All projects of an account, newest first.
export async function listOwnProjects(db: Db, owner: Owner, limit: number): Promise<Project[]> {
  return db<Project>`
    select ${COLUMNS} from project where owner_id = ${accountIdOf(owner)} and removed_at is null ${andReached(owner, sql`id`)}
     order by created_at desc, id desc limit ${limit}`
}

export async function setListening(db: Db, owner: Owner, id: string, listening: boolean): Promise<Project | null> {
  if (!isUuid(id)) return null
  const [project] = await db<Project>`
    update project set listening = ${listening}, updated_at = now(), next_run_at = now(),
           stopped_at = case when ${listening} then stopped_at else now() end
     where id = ${id} and owner_id = ${accountIdOf(owner)} and removed_at is null ${andReached(owner, sql`id`)} returning ${COLUMNS}`
  return project ?? null
}

// Hides the project at once; its rows are deleted in the background.
export async function removeProject(tx: Db, owner: Owner, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await tx`
    update project set removed_at = now(), listening = false
     where id = ${id} and owner_id = ${accountIdOf(owner)} and removed_at is null ${andReached(owner, sql`id`)}`
  if (removed.count === 0) return false
  await tx`delete from job where project_id = ${id} and state = 'waiting'`
  return true
}

// Removed projects that still have rows to delete.
export async function listRemovedProjects(db: Db, limit: number): Promise<string[]> {
  const rows = await db`select id from project where removed_at is not null order by removed_at limit ${limit}`
  return rows.map((row) => row.id)
}

// Deleted in steps, before the others.
const LARGE_TABLES: readonly string[] = ['mention', 'story', 'mention_tag']
const OTHER_TABLES = [
  ...DISTRIBUTED.filter((table) => !LARGE_TABLES.includes(table)),
  'source_cursor',
  'archive_position',
  'project_seen',
  'alert',
  'alert_due',
  'incident',
  'reader_feed',
  'saved_view',
  'day_note',
  'report',
]

// Deletes up to `limit` rows of a removed project. True when nothing of it is left.
export async function clearProject(db: Db, id: string, limit: number): Promise<boolean> {
  const mentions = await db`
    delete from mention where project_id = ${id} and id in (select id from mention where project_id = ${id} limit ${limit})`
  const stories = await db`
    delete from story where project_id = ${id} and id in (select id from story where project_id = ${id} limit ${limit})`
  const tagged = await db`
    delete from mention_tag where project_id = ${id} and (tag, id) in (
      select tag, id from mention_tag where project_id = ${id} limit ${limit})`
  if ([mentions, stories, tagged].some(({ count }) => count > 0)) return false
  for (const table of OTHER_TABLES) {
    await db`delete from ${identifier(table)} where project_id = ${id}`
  }
  await db`delete from project where id = ${id} and removed_at is not null`
  return true
}

const COLUMNS = sql`id, owner_id as "ownerId", name, keyword, exclude, category, kind, listening, start_day as "startDay",
    end_day as "endDay", updated_at as "updatedAt", stopped_at as "stoppedAt"`

// The ids that are not projects of the account.
export async function findForeignProjects(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const known = await db<{ id: string }>`
    select id from project
     where owner_id = ${accountId} and removed_at is null and id = any(${ids.filter(isUuid)}::uuid[])`
  const own = new Set(known.map(({ id }) => id))
  return ids.filter((id) => !own.has(id.toLowerCase()))
}
