import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { json, sql } from '../sql.ts'

export interface ReportLink {
  readonly id: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly hasPassword: boolean
  readonly lastOpenedAt: Date | null
}

export interface NewReportLink {
  readonly reportId: string
  // What the link shows, for as long as it exists.
  readonly content: unknown
  readonly expiresAt: Date
  readonly passwordHash: string | null
}

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

// The token is returned here and never again. Null when the report has `max` links already: its row is locked, so that concurrent
// requests cannot exceed the limit together.
export async function addReportLink(
  tx: Db,
  { reportId, content, expiresAt, passwordHash }: NewReportLink,
  max: number,
): Promise<{ readonly link: ReportLink; readonly token: string } | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await tx`select id from report where id = ${reportId} for no key update`
  const [link] = await tx<ReportLink>`
    insert into report_link as l (id, report_id, token_hash, password_hash, content, expires_at)
    select ${newId()}, id, ${hashToken(token)}, ${passwordHash}, ${json(content)}, ${expiresAt} from report
     where id = ${reportId}
       and (select count(*) from report_link where report_id = ${reportId} and expires_at > now()) < ${max}
    returning ${COLUMNS}`
  return link === undefined ? null : { link, token }
}

// Those that still open, newest first.
export async function listReportLinks(db: Db, reportId: string): Promise<ReportLink[]> {
  return db<ReportLink>`
    select ${COLUMNS} from report_link l where l.report_id = ${reportId} and l.expires_at > now()
     order by l.created_at desc, l.id desc`
}

export async function removeReportLink(db: Db, reportId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db`delete from report_link where id = ${id} and report_id = ${reportId}`
  return removed.count === 1
}

export interface OpenedLink {
  readonly id: string
  readonly passwordHash: string | null
  readonly content: unknown
  readonly expiresAt: Date
}

// Null when the link is unknown, revoked or expired, its project was deleted or its owner is disabled.
export async function openReportLink(db: Db, token: string): Promise<OpenedLink | null> {
  if (!TOKEN.test(token)) return null
  const [link] = await db<OpenedLink>`
    select l.id, l.password_hash as "passwordHash", l.content, l.expires_at as "expiresAt"
      from report_link l join report r on r.id = l.report_id
      join account a on a.id = r.account_id and a.disabled_at is null
     where l.token_hash = ${hashToken(token)} and l.expires_at > now()
       and exists (select from project p where p.id = r.project_id and p.owner_id = a.id and p.removed_at is null)`
  return link ?? null
}

export async function touchReportLink(db: Db, id: string): Promise<void> {
  await db`
    update report_link set last_opened_at = now()
     where id = ${id} and coalesce(last_opened_at < now() - interval '1 hour', true)`
}

// Deletes links that no longer open, with what they showed. Returns how many.
export async function trimReportLinks(db: Db, limit: number): Promise<number> {
  const removed = await db`
    delete from report_link where id in (
      select id from report_link where expires_at < now() order by expires_at limit ${limit} for update skip locked)`
  return removed.count
}

// The token is long and random, so a plain hash is enough.
function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

const COLUMNS = sql`l.id, l.created_at as "createdAt", l.expires_at as "expiresAt",
    l.password_hash is not null as "hasPassword", l.last_opened_at as "lastOpenedAt"`
