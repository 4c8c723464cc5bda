import { hash } from 'node:crypto'
import type { Account } from '../../domain/account.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'

// Notified with the id of a session or key that was deleted or whose expiry moved (migrations/0013_log_in.sql, 0026_keys.sql).
export const SESSION_CHANNEL = 'pantau_session_end'

export interface Session {
  readonly id: string
  readonly account: Account
  readonly expiresAt: Date
}

export interface NewSession {
  readonly accountId: string
  // The hash that the password was checked against.
  readonly passwordHash: string
  readonly token: string
  readonly seconds: number
  readonly address: string
  readonly userAgent: string
}

// The expiry is by the database's clock, which also ends the session: the clocks of processes may differ. Null when the account was
// disabled or its password changed after the check. `for share` waits for a change that is not committed yet; a change that comes
// later finds this session and deletes it.
export async function addSession(
  db: Db,
  session: NewSession,
): Promise<{ readonly id: string; readonly expiresAt: Date } | null> {
  const [row] = await db<{ id: string; expiresAt: Date }>`
    insert into session (token_hash, account_id, expires_at, address, user_agent)
    select ${hashToken(session.token)}, a.id, now() + make_interval(secs => ${session.seconds}), ${session.address}, ${session.userAgent}
      from account a
     where a.id = ${session.accountId} and a.password_hash = ${session.passwordHash} and a.disabled_at is null for share
    returning id, expires_at as "expiresAt"`
  return row ?? null
}

export interface FoundSession extends Session {
  // True when `touchSession` has something to record.
  readonly seenLongAgo: boolean
}

// In the order of the tokens; null for a token that is unknown, expired, revoked or of a disabled account.
export async function findSessions(db: Db, tokens: readonly string[]): Promise<(FoundSession | null)[]> {
  const hashes = tokens.map(hashToken)
  const rows = await db`
    select s.token_hash as hash, s.id as session_id, a.id, a.username, a.name, a.email, a.roles, s.expires_at,
           s.last_seen_at < now() - interval '1 minute' as seen_long_ago
      from session s join account a on a.id = s.account_id
     where s.token_hash = any(${hashes}::bytea[]) and s.expires_at > now() and a.disabled_at is null`
  return hashes.map((hash) => {
    const row = rows.find((found) => hash.equals(found.hash))
    if (row === undefined) return null
    const { id, username, name, email, roles } = row
    return {
      id: row.session_id,
      account: { id, username, name, email, roles, disabled: false },
      expiresAt: row.expires_at,
      seenLongAgo: row.seen_long_ago,
    }
  })
}

// At most one write per session and minute, however many processes see it.
export async function touchSession(db: Db, id: string): Promise<void> {
  await db`
    update session set last_seen_at = now() where id = ${id} and last_seen_at < now() - interval '1 minute'`
}

// How long each of the sessions and keys is still valid, by the database's clock. Those that have ended are missing.
export async function readSecondsLeft(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db<{ id: string; seconds: number | null }>`
    select s.id, extract(epoch from s.expires_at - now())::float8 as seconds
      from (select id, account_id, expires_at from session where id = any(${ids as string[]}::uuid[])
            union all select id, account_id, expires_at from api_key where id = any(${ids as string[]}::uuid[])) s
      join account a on a.id = s.account_id
     where (s.expires_at is null or s.expires_at > now()) and a.disabled_at is null`
  return new Map(rows.map(({ id, seconds }) => [id, seconds ?? Number.POSITIVE_INFINITY]))
}

export interface ListedSession {
  readonly id: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly address: string
  readonly userAgent: string
}

// The valid sessions of an account, the last used first.
export async function listSessions(db: Db, accountId: string, limit: number): Promise<ListedSession[]> {
  return db<ListedSession>`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", address, user_agent as "userAgent"
      from session where account_id = ${accountId} and expires_at > now()
     order by last_seen_at desc, id desc limit ${limit}`
}

// True when the token was still valid.
export async function removeSession(db: Db, token: string): Promise<boolean> {
  const removed = await db`
    delete from session s using account a
     where s.token_hash = ${hashToken(token)} and a.id = s.account_id
    returning s.expires_at > now() and a.disabled_at is null as valid`
  return removed[0]?.valid === true
}

// False when the account has no valid session with this id.
export async function removeOwnSession(db: Db, accountId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db`
    delete from session where id = ${id} and account_id = ${accountId} returning expires_at > now() as valid`
  return removed[0]?.valid === true
}

// Removes the sessions of an account, except the one to keep. Returns how many of them were still valid.
export async function removeSessions(db: Db, accountId: string, keepId: string | null = null): Promise<number> {
  const removed = await db`
    delete from session where account_id = ${accountId} and id is distinct from ${keepId}::uuid
    returning expires_at > now() as valid`
  return removed.filter((row) => row.valid).length
}

// Tokens are long and random, so a plain hash is enough: they cannot be guessed.
function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
