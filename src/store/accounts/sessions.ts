import { hash } from 'node:crypto'
import type { Account } from '../../domain/account.ts'
import type { Db } from '../db.ts'

export interface Session {
  readonly account: Account
  readonly expiresAt: Date
}

// By the database's clock, which is the one that ends it: processes may disagree about the time. Answers when that is.
export async function addSession(db: Db, accountId: string, token: string, seconds: number): Promise<Date> {
  const [row] = await db`
    insert into session (token_hash, account_id, expires_at)
    values (${hashToken(token)}, ${accountId}, now() + make_interval(secs => ${seconds})) returning expires_at`
  return row?.expires_at
}

// In the order of the tokens; null for one that is unknown, expired, revoked or a disabled account's.
export async function findSessions(db: Db, tokens: readonly string[]): Promise<(Session | null)[]> {
  const hashes = tokens.map((token) => hashToken(token).toString('hex'))
  // As text: until a connection has learnt the types of the server, the client cannot write an array of bytes.
  const array = `{${hashes.map((hash) => `"\\\\x${hash}"`).join()}}`
  const rows = await db`
    select encode(s.token_hash, 'hex') as hash, a.id, a.username, a.name, a.email, a.roles, s.expires_at
      from session s join account a on a.id = s.account_id
     where s.token_hash = any(${array}::bytea[]) and s.expires_at > now() and a.disabled_at is null`
  return hashes.map((hash) => {
    const row = rows.find((found) => found.hash === hash)
    if (row === undefined) return null
    const { id, username, name, email, roles } = row
    return { account: { id, username, name, email, roles, disabled: false }, expiresAt: row.expires_at }
  })
}

// True when the token was valid until now.
export async function removeSession(db: Db, token: string): Promise<boolean> {
  const removed = await db`
    delete from session s using account a
     where s.token_hash = ${hashToken(token)} and a.id = s.account_id
    returning s.expires_at > now() and a.disabled_at is null as valid`
  return removed[0]?.valid === true
}

// How many sessions were still valid.
export async function removeSessions(db: Db, accountId: string): Promise<number> {
  const removed = await db`delete from session where account_id = ${accountId} returning expires_at > now() as valid`
  return removed.filter((row) => row.valid).length
}

// Tokens are random and long, so a plain hash is enough: there is nothing to guess.
function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export interface LoginDelay {
  readonly failures: number
  readonly secondsSinceLast: number
}

// Failed log-ins of this name from this address.
export async function findLoginFailures(db: Db, username: string, address: string): Promise<LoginDelay | null> {
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
