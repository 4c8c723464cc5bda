import type { MessageContent, MessageType } from '../../domain/message.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { andReached } from '../owned.ts'
import { type Fragment, NOTHING, sql } from '../sql.ts'

export interface StoredMessage {
  readonly id: string
  readonly type: MessageType
  readonly incidentId: string | null
  readonly data: Record<string, unknown>
  readonly content: MessageContent
  readonly createdAt: Date
  readonly readAt: Date | null
}

// The messages of an account, newest first, after the message `cursor`. One that the account does not have is the beginning. A key that
// is limited to projects has the messages about one of them.
export async function listMessages(
  db: Db,
  owner: Owner,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<StoredMessage[]> {
  const after =
    cursor === null || !isUuid(cursor)
      ? NOTHING
      : sql`and coalesce((m.created_at, m.id) < (select created_at, id from message where id = ${cursor} and account_id = ${accountIdOf(owner)}), true)`
  return db<StoredMessage>`
    select ${COLUMNS} from message m where m.account_id = ${accountIdOf(owner)} ${andAbout(owner)} ${after}
     order by m.created_at desc, m.id desc limit ${limit}`
}

export async function findMessage(db: Db, owner: Owner, id: string): Promise<StoredMessage | null> {
  const [message] = await db<StoredMessage>`
    select ${COLUMNS} from message m where m.id = ${id} and m.account_id = ${accountIdOf(owner)} ${andAbout(owner)}`
  return message ?? null
}

export async function countUnread(db: Db, owner: Owner): Promise<number> {
  const [row] = await db`
    select count(*)::int as unread from message m
     where m.account_id = ${accountIdOf(owner)} ${andAbout(owner)} and m.read_at is null`
  return row?.unread ?? 0
}

// Marks what was written until then as read. Clients see times in milliseconds, so they are compared as such.
export async function markRead(db: Db, owner: Owner, until: Date): Promise<number> {
  const marked = await db`
    update message m set read_at = now()
     where m.account_id = ${accountIdOf(owner)} ${andAbout(owner)} and m.read_at is null
       and date_trunc('milliseconds', m.created_at) <= ${until}`
  return marked.count
}

const KEPT_DAYS = 90

// Deletes old messages with their deliveries, at most `limit`. Returns how many.
export async function trimMessages(db: Db, limit: number): Promise<number> {
  const removed = await db`
    delete from message where id in (
      select id from message where created_at < now() - make_interval(days => ${KEPT_DAYS}) order by created_at limit ${limit})`
  return removed.count
}

// The project of a message is in its body for programs (src/watch/message-data.ts); a brief is about several and has none.
function andAbout(owner: Owner): Fragment {
  return andReached(owner, sql`(m.data->>'keyword_id')::uuid`)
}

const COLUMNS = sql`m.id, m.type, m.incident_id as "incidentId", m.data, m.content, m.created_at as "createdAt", m.read_at as "readAt"`
