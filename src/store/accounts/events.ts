import type { Db } from '../db.ts'
import { json } from '../sql.ts'

// Notified at the end of every transaction that added an event (migrations/0007_events_in_order.sql).
export const EVENT_CHANNEL = 'pantau_event'
export const EVENT_KINDS = ['job', 'mentions', 'project', 'inbox'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export interface StoredEvent {
  readonly id: number
  readonly kind: EventKind
  readonly data: Record<string, unknown>
}

// Listeners are notified when the transaction commits, and then read the row.
export async function addEvent(
  tx: Db,
  accountId: string,
  kind: EventKind,
  data: Record<string, unknown>,
): Promise<void> {
  await tx`insert into event (account_id, kind, data) values (${accountId}, ${kind}, ${json(data)})`
}

// Events of an account after a given id, oldest first. No event ever appears with a lower id than one that is already visible.
export async function readEvents(db: Db, accountId: string, afterId: number, limit: number): Promise<StoredEvent[]> {
  return db<StoredEvent>`
    select id, kind, data from event where account_id = ${accountId} and id > ${afterId} order by id limit ${limit}`
}

export async function lastEventId(db: Db, accountId: string): Promise<number> {
  const [row] = await db`select coalesce(max(id), 0)::bigint as id from event where account_id = ${accountId}`
  return row?.id ?? 0
}
