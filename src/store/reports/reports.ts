import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Report, ReportFields } from '../../domain/report.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { json, sql } from '../sql.ts'

export type NewReport = ReportFields & Pick<Report, 'accountId' | 'projectId'>

// Null when the account has `max` reports already: its row is locked, so that concurrent requests cannot exceed the limit together.
export async function addReport(tx: Db, report: NewReport, max: number): Promise<Report | null> {
  const { accountId, projectId, title, language, filter, blocks } = report
  await tx`select id from account where id = ${accountId} for no key update`
  const [added] = await tx<Report>`
    insert into report as r (id, account_id, project_id, title, language, filter, blocks)
    select ${newId()}, ${accountId}, ${projectId}, ${title}, ${language}, ${json(filter)}, ${json(blocks)}
     where (select count(*) from report where account_id = ${accountId}) < ${max}
    returning ${COLUMNS}`
  return added ?? null
}

// Newest first; those of one project, or of all.
export async function listReports(db: Db, owner: Owner, projectId: string | null): Promise<Report[]> {
  if (projectId !== null && !isUuid(projectId)) return []
  return db<Report>`
    select ${COLUMNS} from report r
     where ${isOwn(owner)} and (${projectId}::uuid is null or r.project_id = ${projectId}::uuid)
     order by r.created_at desc, r.id desc`
}

export async function findReport(db: Db, owner: Owner, id: string): Promise<Report | null> {
  if (!isUuid(id)) return null
  const [report] = await db<Report>`select ${COLUMNS} from report r where r.id = ${id} and ${isOwn(owner)}`
  return report ?? null
}

export async function changeReport(db: Db, id: string, fields: ReportFields): Promise<Report | null> {
  const { title, language, filter, blocks } = fields
  const [changed] = await db<Report>`
    update report r set title = ${title}, language = ${language}, filter = ${json(filter)}, blocks = ${json(blocks)},
           updated_at = now()
     where r.id = ${id} returning ${COLUMNS}`
  return changed ?? null
}

// Its links end with it.
export async function removeReport(db: Db, owner: Owner, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db`delete from report r where r.id = ${id} and ${isOwn(owner)}`
  return removed.count === 1
}

// A removed project is hidden at once, its rows are deleted later.
function isOwn(owner: Owner) {
  return sql`r.account_id = ${accountIdOf(owner)} ${andReached(owner, sql`r.project_id`)}
    and exists (select from project p where p.id = r.project_id and p.owner_id = r.account_id and p.removed_at is null)`
}

const COLUMNS = sql`r.id, r.account_id as "accountId", r.project_id as "projectId", r.title, r.language, r.filter, r.blocks,
    r.created_at as "createdAt", r.updated_at as "updatedAt"`
