import { hash } from 'node:crypto'
import type { Account } from '../../domain/account.ts'
import type { Db } from '../db.ts'

export interface Session {
  readonly account: Account
  readonly expiresAt: Date
}

// Returns the expiry, by the database's clock, which also ends the session: the clocks of processes may differ.
export async function addSession(db: Db, accountId: string, token: string, seconds: number): Promise<Date> {
  const [row] = await db`
    insert into session (token_hash, account_id, expires_at)
    values (${hashToken(token)}, ${accountId}, now() + make_interval(secs => ${seconds})) returning expires_at`
  return row?.expires_at
}

// In the order of the tokens; null for a token that is unknown, expired, revoked or of a disabled account.
export async function findSessions(db: Db, tokens: readonly string[]): Promise<(Session | null)[]> {
  const hashes = tokens.map(hashToken)
  const rows = await db`
    select s.token_hash as hash, a.id, a.username, a.name, a.email, a.roles, s.expires_at
      from session s join account a on a.id = s.account_id
     where s.token_hash = any(${hashes}::bytea[]) and s.expires_at > now() and a.disabled_at is null`
  return hashes.map((hash) => {
    const row = rows.find((found) => hash.equals(found.hash))
    if (row === undefined) return null
    const { id, username, name, email, roles } = row
    return { account: { id, username, name, email, roles, disabled: false }, expiresAt: row.expires_at }
  })
}

// True when the token was still valid.
export async function removeSession(db: Db, token: string): Promise<boolean> {
  const removed = await db`
    delete from session s using account a
     where s.token_hash = ${hashToken(token)} and a.id = s.account_id
    returning s.expires_at > now() and a.disabled_at is null as valid`
  return removed[0]?.valid === true
}

// Returns how many of the removed sessions were still valid.
export async function removeSessions(db: Db, accountId: string): Promise<number> {
  const removed = await db`delete from session where account_id = ${accountId} returning expires_at > now() as valid`
  return removed.filter((row) => row.valid).length
}

// Tokens are long and random, so a plain hash is enough: they cannot be guessed.
function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export interface LoginFailures {
  readonly failures: number
  readonly secondsSinceLast: number
}

// Failed logins of this username from this address.
export async function findLoginFailures(db: Db, username: string, address: string): Promise<LoginFailures | null> {
  const [row] = await db`
    select failures, extract(epoch from now() - last_at)::float8 as seconds
      from login_failure where username = lower(${username}) and address = ${address}`
  return row === undefined ? null : { failures: row.failures, secondsSinceLast: row.seconds }
}

export async function addLoginFailure(db: Db, username: string, address: string): Promise<void> {
  await db`
    insert into login_failure as f (username, address, failures) values (lower(${username}), ${address}, 1)
    on conflict (username, address) do update
       set failures = case when f.last_at < now() - interval '1 hour' then 1 else f.failures + 1 end, last_at = now()`
}

export async function clearLoginFailures(db: Db, username: string, address: string): Promise<void> {
  await db`delete from login_failure where username = lower(${username}) and address = ${address}`
}
