import type { ChannelKind, ChannelSecret, ChannelSettings, ChannelState, DeliveryState } from '../../domain/channel.ts'
import { TASKS } from '../../domain/job.ts'
import type { Language, MessageContent, MessageType } from '../../domain/message.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { JOB_CHANNEL } from '../jobs/jobs.ts'
import { NOTHING, sql } from '../sql.ts'

// Queues a job for every channel with deliveries that are due, or that a dead worker left behind. One that has an open job keeps it.
export async function queueDeliveries(db: Db, limit: number): Promise<void> {
  const queued = await db`
    insert into job (id, task, key)
    select gen_random_uuid(), ${TASKS.deliver}, due.channel_id::text
      from (select channel_id from delivery where state = 'waiting' and next_at <= now()
            union select channel_id from delivery where state = 'sending') as due
     where not exists (select from job where task = ${TASKS.deliver} and key = due.channel_id::text and state in ('waiting', 'running'))
     limit ${limit}
    on conflict (task, key) where state in ('waiting', 'running') do nothing`
  if (queued.count > 0) await db`select pg_notify(${JOB_CHANNEL}, ${TASKS.deliver})`
}

export interface DueChannel {
  readonly id: string
  readonly accountId: string
  readonly kind: ChannelKind
  readonly name: string
  readonly settings: ChannelSettings
  readonly secrets: readonly ChannelSecret[]
  readonly state: ChannelState
  readonly failingSince: Date | null
  readonly busyUntil: Date | null
  readonly groupUntil: Date | null
  readonly language: Language
  // Of the account.
  readonly isDisabled: boolean
  // The database's time, by which everything is scheduled.
  readonly now: Date
}

// Null when it was deleted.
export async function lockChannel(tx: Db, id: string): Promise<DueChannel | null> {
  const [channel] = await tx<DueChannel>`
    select c.id, c.account_id as "accountId", c.kind, c.name, c.settings, c.secrets, c.state, c.failing_since as "failingSince",
           c.busy_until as "busyUntil", c.group_until as "groupUntil", a.language,
           a.disabled_at is not null as "isDisabled", clock_timestamp() as now
      from channel c join account a on a.id = c.account_id where c.id = ${id} for no key update of c`
  return channel ?? null
}

export interface DueDelivery {
  readonly id: string
  readonly state: DeliveryState
  readonly type: MessageType
  readonly attempts: number
  readonly held: boolean
  readonly alone: boolean
  // When an earlier message about the same incident is due, if that is still not delivered.
  readonly afterEarlier: Date | null
}

// What may be sent now, oldest message first; what a worker left behind included.
export async function listDue(tx: Db, channelId: string, limit: number): Promise<DueDelivery[]> {
  return tx<DueDelivery>`
    select d.id, d.state, m.type, d.attempts, d.held, d.alone,
           case when m.incident_id is not null then
             (select max(e.next_at) from message n join delivery e on e.message_id = n.id and e.channel_id = d.channel_id
               where n.incident_id = m.incident_id and (n.created_at, n.id) < (m.created_at, m.id)
                 and e.state in ('waiting', 'sending')) end as "afterEarlier"
      from delivery d join message m on m.id = d.message_id
     where d.channel_id = ${channelId} and (d.state = 'sending' or d.state = 'waiting' and d.next_at <= now())
     order by m.created_at, m.id limit ${limit}`
}

// When the last messages to this channel were delivered, newest first, within an hour.
export async function listSentTimes(tx: Db, channelId: string, limit: number): Promise<Date[]> {
  const rows = await tx<{ at: Date }>`
    select d.delivered_at as at from delivery d join message m on m.id = d.message_id
     where d.channel_id = ${channelId} and d.state = 'delivered' and d.delivered_at > now() - interval '1 hour' and m.type <> 'test'
     order by d.delivered_at desc limit ${limit}`
  return rows.map(({ at }) => at)
}

export async function holdDeliveries(tx: Db, ids: readonly string[], until: Date): Promise<void> {
  await tx`update delivery set next_at = ${until}, held = true where id = any(${ids as string[]}::uuid[]) and state = 'waiting'`
}

// All deliveries of a channel wait at least until then, without being grouped because of it.
export async function pauseChannel(tx: Db, channelId: string, until: Date): Promise<void> {
  await tx`
    update delivery set state = 'waiting', worker = null, next_at = greatest(next_at, ${until}::timestamptz)
     where channel_id = ${channelId} and (state = 'sending' or state = 'waiting' and next_at < ${until})`
}

export async function setGroupUntil(tx: Db, channelId: string, until: Date): Promise<void> {
  await tx`update channel set group_until = ${until} where id = ${channelId}`
}

export interface StartedDelivery {
  readonly id: string
  readonly messageId: string
  readonly type: MessageType
  readonly createdAt: Date
  readonly data: Record<string, unknown>
  readonly content: MessageContent
  readonly attempts: number
  readonly firstAttemptAt: Date
  // The contents of the other messages that it carries, oldest first.
  readonly carried: readonly MessageContent[]
}

// Begins an attempt, which carries the given other deliveries too. The same ones are carried by every later attempt.
export async function startDelivery(
  tx: Db,
  { id, worker, grouped }: { readonly id: string; readonly worker: string; readonly grouped: readonly string[] },
): Promise<StartedDelivery> {
  await tx`
    update delivery set state = 'grouped', grouped_into = ${id}
     where id = any(${grouped as string[]}::uuid[]) and state = 'waiting'`
  const [started] = await tx<Omit<StartedDelivery, 'carried'>>`
    update delivery d set state = 'sending', worker = ${worker}, attempts = d.attempts + 1,
           first_attempt_at = coalesce(d.first_attempt_at, now())
      from message m where d.id = ${id} and m.id = d.message_id
    returning d.id, m.id as "messageId", m.type, m.created_at as "createdAt", m.data, m.content, d.attempts,
              d.first_attempt_at as "firstAttemptAt"`
  const carried = await tx<{ content: MessageContent }>`
    select m.content from delivery d join message m on m.id = d.message_id
     where d.state = 'grouped' and d.grouped_into = ${id} order by m.created_at, m.id`
  return { ...(started as Omit<StartedDelivery, 'carried'>), carried: carried.map(({ content }) => content) }
}

export interface DeliveryEnd {
  readonly id: string
  readonly worker: string
  readonly state: 'delivered' | 'failed' | 'waiting'
  // For one that waits for its next attempt.
  readonly nextAt: Date | null
  readonly status: number | null
  readonly detail: string
}

// False when another worker has taken the delivery over: what that one records counts.
export async function endAttempt(tx: Db, end: DeliveryEnd): Promise<boolean> {
  const ended = await tx`
    update delivery set state = ${end.state}, worker = null, next_at = coalesce(${end.nextAt}::timestamptz, next_at),
           status = ${end.status}, detail = ${end.detail}, delivered_at = case when ${end.state} = 'delivered' then now() end
     where id = ${end.id} and worker = ${end.worker} and state = 'sending'`
  return ended.count === 1
}

export async function recordSuccess(tx: Db, channelId: string): Promise<void> {
  await tx`update channel set failing_since = null, busy_until = null where id = ${channelId} and (failing_since is not null or busy_until is not null)`
}

// Returns since when the channel has been failing without a success in between.
export async function recordFailure(tx: Db, channelId: string, busyUntil: Date | null): Promise<Date | null> {
  const [row] = await tx<{ failingSince: Date }>`
    update channel set failing_since = coalesce(failing_since, now()), busy_until = ${busyUntil}
     where id = ${channelId} returning failing_since as "failingSince"`
  return row?.failingSince ?? null
}

export interface ListedDelivery {
  readonly id: string
  readonly channelId: string
  readonly messageId: string
  readonly type: MessageType
  readonly title: string
  readonly state: DeliveryState
  readonly groupedInto: string | null
  readonly attempts: number
  readonly nextAt: Date
  readonly status: number | null
  readonly detail: string | null
  readonly createdAt: Date
  readonly deliveredAt: Date | null
}

// Newest first, after the delivery `cursor`. One that the channel does not have is the beginning.
export async function listDeliveries(
  db: Db,
  channelId: string,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<ListedDelivery[]> {
  const after =
    cursor === null || !isUuid(cursor)
      ? NOTHING
      : sql`and coalesce((d.created_at, d.id) < (select created_at, id from delivery where id = ${cursor} and channel_id = ${channelId}), true)`
  return db<ListedDelivery>`
    select ${COLUMNS} where d.channel_id = ${channelId} ${after} order by d.created_at desc, d.id desc limit ${limit}`
}

// Null when the account has no such delivery. No other transaction changes it meanwhile.
export async function lockDelivery(tx: Db, accountId: string, id: string): Promise<ListedDelivery | null> {
  if (!isUuid(id)) return null
  const [found] =
    await tx<ListedDelivery>`select ${COLUMNS} where d.id = ${id} and m.account_id = ${accountId} for update of d`
  return found ?? null
}

// Makes it due at once, with a new day of attempts. It keeps its id, so that the receiver can recognise it.
export async function sendAgain(tx: Db, id: string): Promise<void> {
  await tx`
    update delivery set state = 'waiting', grouped_into = null, held = false, alone = true, attempts = 0, first_attempt_at = null,
           next_at = now(), worker = null, status = null, detail = null, delivered_at = null
     where id = ${id}`
}

// The test message that a channel still waits for, if there is one.
export async function findWaitingTest(db: Db, channelId: string): Promise<ListedDelivery | null> {
  const [found] = await db<ListedDelivery>`
    select ${COLUMNS} where d.channel_id = ${channelId} and m.type = 'test' and d.state in ('waiting', 'sending') limit 1`
  return found ?? null
}

export async function findDelivery(db: Db, channelId: string, messageId: string): Promise<ListedDelivery | null> {
  const [found] = await db<ListedDelivery>`
    select ${COLUMNS} where d.channel_id = ${channelId} and d.message_id = ${messageId}`
  return found ?? null
}

const COLUMNS = sql`d.id, d.channel_id as "channelId", d.message_id as "messageId", m.type, m.content->>'title' as title, d.state,
    d.grouped_into as "groupedInto", d.attempts, d.next_at as "nextAt", d.status, d.detail, d.created_at as "createdAt",
    d.delivered_at as "deliveredAt" from delivery d join message m on m.id = d.message_id`
