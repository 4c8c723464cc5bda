import { hash } from 'node:crypto'
import type { Db } from '../db.ts'

export type ClientKind = 'device' | 'address'

export interface Client {
  // The random value of the device cookie.
  readonly device: string | null
  readonly address: string
}

const CLIENTS_MAX = 50

// How an account knows a client: by its device cookie, only by its address, or not at all.
export async function findClientKind(db: Db, accountId: string | null, client: Client): Promise<ClientKind | null> {
  // An unknown name gets the same query, which finds nothing.
  const rows = await db<{ kind: ClientKind }>`
    select kind from known_client
     where account_id = ${accountId}::uuid
       and ((kind = 'device' and key = ${hashKey(client.device ?? '')}) or (kind = 'address' and key = ${hashKey(client.address)}))`
  const kinds = new Set(rows.map(({ kind }) => kind))
  if (client.device !== null && kinds.has('device')) return 'device'
  return kinds.has('address') ? 'address' : null
}

// True when any account has logged in with this device cookie: it is one of ours.
export async function isDevice(db: Db, device: string): Promise<boolean> {
  const [row] = await db`
    select exists (select from known_client where kind = 'device' and key = ${hashKey(device)}) as known`
  return row?.known === true
}

// Remembers the last 50 devices and the last 50 addresses of an account.
export async function rememberClient(db: Db, accountId: string, kind: ClientKind, value: string): Promise<void> {
  await db`
    insert into known_client (account_id, kind, key) values (${accountId}, ${kind}, ${hashKey(value)})
    on conflict (account_id, kind, key) do update set last_at = now()`
  await db`
    delete from known_client where (account_id, kind, key) in (
      select account_id, kind, key from known_client where account_id = ${accountId} and kind = ${kind}
       order by last_at desc, key offset ${CLIENTS_MAX} for update skip locked)`
}

// Deletes clients that have not logged in for a year. Returns how many.
export async function trimClients(db: Db, limit: number): Promise<number> {
  const removed = await db`
    delete from known_client where (account_id, kind, key) in (
      select account_id, kind, key from known_client where last_at < now() - interval '1 year'
       order by last_at limit ${limit} for update skip locked)`
  return removed.count
}

// Only hashes are stored: a copy of the database makes no known device.
function hashKey(value: string): Buffer {
  return hash('sha256', value, 'buffer')
}
