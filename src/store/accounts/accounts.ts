import type { Account, Role } from '../../domain/account.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { sql } from '../sql.ts'
import { removeKeys } from './keys.ts'
import { setQuota } from './quota.ts'
import { removeSessions } from './sessions.ts'

export interface StoredAccount extends Account {
  readonly remaining: number
}

export interface NewAccount {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly roles: readonly Role[]
  readonly quota: number
}

// Null when the username is taken.
export async function addAccount(tx: Db, account: NewAccount): Promise<StoredAccount | null> {
  const id = newId()
  const added = await tx`
    insert into account (id, username, name, email, password_hash, roles)
    values (${id}, ${account.username}, ${account.name}, ${account.email}, ${account.passwordHash}, ${account.roles as string[]})
    on conflict (lower(username)) do nothing`
  if (added.count === 0) return null
  await tx`insert into quota (account_id, remaining) values (${id}, 0)`
  await setQuota(tx, id, account.quota)
  return findAccount(tx, id)
}

export interface AccountChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly passwordHash?: string | undefined
  readonly roles?: readonly Role[] | undefined
  readonly disabled?: boolean | undefined
}

// Disabling an account or changing its password ends all its sessions; disabling also ends its keys. Null when there is no such account.
export async function changeAccount(tx: Db, id: string, change: AccountChange): Promise<StoredAccount | null> {
  if (!isUuid(id)) return null
  const changed = await tx`
    update account set
      name = coalesce(${change.name ?? null}, name),
      email = coalesce(${change.email ?? null}, email),
      password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
      roles = coalesce(${(change.roles as string[] | undefined) ?? null}::text[], roles),
      disabled_at = case ${change.disabled ?? null}::boolean
        when true then coalesce(disabled_at, now()) when false then null else disabled_at end
    where id = ${id}`
  if (changed.count === 0) return null
  if (change.disabled === true || change.passwordHash !== undefined) {
    await removeSessions(tx, id)
  }
  if (change.disabled === true) await removeKeys(tx, id)
  return findAccount(tx, id)
}

// Ends all sessions of the account except one, and returns how many. Null when `oldHash` is no longer the password's.
export async function changeOwnPassword(
  tx: Db,
  session: { readonly id: string; readonly account: Account },
  { oldHash, newHash }: { readonly oldHash: string; readonly newHash: string },
): Promise<number | null> {
  const { id } = session.account
  const changed = await tx`
    update account set password_hash = ${newHash} where id = ${id} and password_hash = ${oldHash}`
  return changed.count === 0 ? null : removeSessions(tx, id, session.id)
}

// The names of some accounts, in the order of the alphabet.
export async function readNames(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db`select name from account where id = any(${ids as string[]}::uuid[]) order by name, id`
  return rows.map((row) => row.name)
}

export async function findAccount(db: Db, id: string): Promise<StoredAccount | null> {
  if (!isUuid(id)) return null
  const [row] = await db<StoredAccount>`select ${COLUMNS} where a.id = ${id}`
  return row ?? null
}

export async function findAccountByName(db: Db, username: string): Promise<StoredAccount | null> {
  const [row] = await db<StoredAccount>`select ${COLUMNS} where lower(a.username) = lower(${username})`
  return row ?? null
}

// The stored values that a login is checked against.
export async function findCredentials(
  db: Db,
  username: string,
): Promise<{ readonly id: string; readonly passwordHash: string; readonly disabled: boolean } | null> {
  const [row] = await db<{ id: string; passwordHash: string; disabled: boolean }>`
    select id, password_hash as "passwordHash", disabled_at is not null as disabled
      from account where lower(username) = lower(${username})`
  return row ?? null
}

export async function listAccounts(
  db: Db,
  page: number,
  limit: number,
): Promise<{ readonly total: number; readonly accounts: StoredAccount[] }> {
  const accounts = await db<StoredAccount>`
    select ${COLUMNS} order by a.created_at, a.id limit ${limit} offset ${(page - 1) * limit}`
  const [count] = await db`select count(*)::int as total from account`
  return { total: count?.total ?? 0, accounts }
}

export async function hasAccounts(db: Db): Promise<boolean> {
  const [row] = await db`select exists (select from account) as present`
  return row?.present === true
}

const COLUMNS = sql`a.id, a.username, a.name, a.email, a.roles, a.disabled_at is not null as disabled,
    coalesce(q.remaining, 0) as remaining from account a left join quota q on q.account_id = a.id`
