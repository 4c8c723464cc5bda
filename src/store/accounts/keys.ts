import { hash } from 'node:crypto'
import type { ApiKey, Scope } from '../../domain/api-key.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { sql } from '../sql.ts'

export interface NewKey {
  readonly accountId: string
  readonly name: string
  // Stored as a hash.
  readonly key: string
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly projects: readonly string[] | null
  readonly expiresAt: Date | null
}

export interface ListedKey extends Omit<NewKey, 'accountId' | 'key'> {
  readonly id: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly lastUsedFrom: string | null
}

// Null when the account has `max` keys already. The row lock makes concurrent requests count one after the other.
export async function addKey(tx: Db, key: NewKey, max: number): Promise<ListedKey | null> {
  const { accountId, name, prefix, scopes, projects, expiresAt } = key
  await tx`select id from account where id = ${accountId} for no key update`
  const [added] = await tx<ListedKey>`
    insert into api_key (id, account_id, name, hash, prefix, scopes, projects, expires_at)
    select ${newId()}, ${accountId}, ${name}, ${hashKey(key.key)}, ${prefix}, ${scopes as string[]}::text[],
           ${projects as string[] | null}::uuid[], ${expiresAt}
     where (select count(*) from api_key where account_id = ${accountId}) < ${max}
    returning ${COLUMNS}`
  return added ?? null
}

// Newest first; also those that have expired, so that people see why a program stopped.
export async function listKeys(db: Db, accountId: string): Promise<ListedKey[]> {
  return db<ListedKey>`
    select ${COLUMNS} from api_key where account_id = ${accountId} order by created_at desc, id desc`
}

// False when the account has no key with this id.
export async function removeKey(db: Db, accountId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db`delete from api_key where id = ${id} and account_id = ${accountId}`).count > 0
}

export async function removeKeys(db: Db, accountId: string): Promise<void> {
  await db`delete from api_key where account_id = ${accountId}`
}

export interface FoundKey extends ApiKey {
  // True when `touchKey` has something to record.
  readonly usedLongAgo: boolean
}

// In the order of the keys; null for one that is unknown, expired, revoked or of a disabled account.
export async function findKeys(db: Db, keys: readonly string[]): Promise<(FoundKey | null)[]> {
  const hashes = keys.map(hashKey)
  const rows = await db`
    select k.hash, k.id as key_id, k.scopes, k.projects::text[], a.id, a.username, a.name, a.email, a.roles,
           k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as used_long_ago
      from api_key k join account a on a.id = k.account_id
     where k.hash = any(${hashes}::bytea[]) and (k.expires_at is null or k.expires_at > now()) and a.disabled_at is null`
  return hashes.map((wanted) => {
    const row = rows.find((found) => wanted.equals(found.hash))
    if (row === undefined) return null
    const { id, username, name, email, roles, scopes, projects } = row
    const account = { id, username, name, email, roles, disabled: false }
    return { id: row.key_id, account, scopes, projects, usedLongAgo: row.used_long_ago }
  })
}

// At most one write per key and minute, however many processes see it.
export async function touchKey(db: Db, id: string, address: string): Promise<void> {
  await db`
    update api_key set last_used_at = now(), last_used_from = ${address}
     where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}

// Keys are long and random, so a plain hash is enough: they cannot be guessed.
function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

const COLUMNS = sql`id, name, prefix, scopes, projects::text[], expires_at as "expiresAt", created_at as "createdAt",
    last_used_at as "lastUsedAt", last_used_from as "lastUsedFrom"`
