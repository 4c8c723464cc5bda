import { randomBytes } from 'node:crypto'
import type { MentionFilter } from '../../domain/filter.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { listProjectIds } from '../owned.ts'
import { json, sql } from '../sql.ts'
import { type Drawing, findCut } from './sample.ts'

export interface StoredAudit extends Drawing {
  readonly createdAt: Date
}

// Draws mentions of a filter at random. Null when it has fewer than `sizeMin`; when it has fewer than `size`, all are drawn.
export async function addAudit(
  db: Db,
  audit: { readonly projectId: string; readonly filter: MentionFilter; readonly by: string },
  { size, sizeMin }: { readonly size: number; readonly sizeMin: number },
): Promise<StoredAudit | null> {
  const { projectId, filter, by } = audit
  await lockMentions(db, projectId)
  const salt = randomBytes(16).toString('hex')
  const { cut, drawn } = await findCut(db, { projectId, filter, salt }, size)
  if (cut === null || drawn < sizeMin) return null
  const [added] = await db<StoredRow>`
    insert into audit (project_id, id, filter, salt, cut, created_by)
    values (${projectId}, ${newId()}, ${json(filter)}, ${salt}, ${cut}, ${by}) returning ${COLUMNS}`
  return added === undefined ? null : toAudit(added)
}

// Draws more mentions in the same order, until `size` of those that the filter has now are drawn. False when that many are already.
export async function extendAudit(db: Db, audit: StoredAudit, size: number): Promise<boolean> {
  await lockMentions(db, audit.projectId)
  const { cut } = await findCut(db, audit, size)
  // As text, which keeps the microseconds.
  const [clock] = await db<{ now: string }>`select clock_timestamp()::text as now`
  const changed = await db`
    update audit set cut = ${cut ?? ''}, drawn_at = ${clock?.now ?? null}::timestamptz
     where project_id = ${audit.projectId} and id = ${audit.id} and cut < ${cut ?? ''}`
  return changed.count > 0
}

// Several statements select the mentions of a filter, so none may be added or indexed meanwhile.
async function lockMentions(db: Db, projectId: string): Promise<void> {
  await db`select id from project where id = ${projectId} for no key update`
}

// An audit of one of the owner's projects.
export async function findAudit(db: Db, owner: Owner, id: string): Promise<StoredAudit | null> {
  if (!isUuid(id)) return null
  const ids = await listProjectIds(db, owner)
  const [row] = await db<StoredRow>`select ${COLUMNS} from audit where project_id = any(${ids}::uuid[]) and id = ${id}`
  return row === undefined ? null : toAudit(row)
}

// The audits of a project, newest first.
export async function listAudits(db: Db, projectId: string, limit: number): Promise<StoredAudit[]> {
  const rows = await db<StoredRow>`
    select ${COLUMNS} from audit where project_id = ${projectId} order by id desc limit ${limit}`
  return rows.map(toAudit)
}

type StoredRow = Omit<StoredAudit, 'filter'> & { readonly filter: Record<string, unknown> }

const COLUMNS = sql`project_id as "projectId", id, filter, salt, cut, drawn_at as "drawnAt", created_at as "createdAt"`

// Instants are stored as text inside the filter.
function toAudit(row: StoredRow): StoredAudit {
  const { from, to, ...rest } = row.filter
  const filter: MentionFilter = {
    ...rest,
    ...(typeof from === 'string' ? { from: new Date(from) } : {}),
    ...(typeof to === 'string' ? { to: new Date(to) } : {}),
  }
  return { ...row, filter }
}
