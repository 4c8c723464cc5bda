import { hash, randomBytes } from 'node:crypto'
import type {
  Channel,
  ChannelKind,
  ChannelSettings,
  ChannelState,
  DeliveryState,
  OffReason,
} from '../../domain/channel.ts'
import type { Language } from '../../domain/message.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { json, sql } from '../sql.ts'

export interface NewChannel {
  readonly accountId: string
  readonly kind: ChannelKind
  readonly name: string
  readonly settings: ChannelSettings
  readonly state: ChannelState
  // A webhook's first signing secret, or the unsubscribe token of an e-mail address.
  readonly secret: string | null
}

// Null when the account has `max` channels already. Its row is locked, so that concurrent requests cannot exceed the limit together.
export async function addChannel(tx: Db, channel: NewChannel, max: number): Promise<Channel | null> {
  const { accountId, kind, name, settings, state, secret } = channel
  await tx`select id from account where id = ${accountId} for no key update`
  const [added] = await tx<Channel>`
    insert into channel (id, account_id, kind, name, settings, secrets, state)
    select ${newId()}, ${accountId}, ${kind}, ${name}, ${json(settings)}, ${json(secret === null ? [] : [{ secret, expiresAt: null }])}, ${state}
     where (select count(*) from channel where account_id = ${accountId}) < ${max}
    returning ${COLUMNS}`
  return added ?? null
}

export async function listChannels(db: Db, accountId: string): Promise<Channel[]> {
  return db<Channel>`select ${COLUMNS} from channel where account_id = ${accountId} order by created_at, id`
}

export async function findChannel(db: Db, accountId: string, id: string): Promise<Channel | null> {
  if (!isUuid(id)) return null
  const [channel] = await db<Channel>`select ${COLUMNS} from channel where id = ${id} and account_id = ${accountId}`
  return channel ?? null
}

// As `findChannel`, and no other transaction changes it meanwhile.
export async function lockOwnChannel(tx: Db, accountId: string, id: string): Promise<Channel | null> {
  if (!isUuid(id)) return null
  const [channel] = await tx<Channel>`
    select ${COLUMNS} from channel where id = ${id} and account_id = ${accountId} for no key update`
  return channel ?? null
}

export interface ChannelChange {
  readonly name: string
  readonly settings: ChannelSettings
  readonly state: ChannelState
  readonly offReason: OffReason | null
}

// A channel that becomes ready or gets another address begins without the failures of the old one.
export async function changeChannel(tx: Db, id: string, change: ChannelChange): Promise<Channel> {
  const [channel] = await tx<Channel>`
    update channel set name = ${change.name}, settings = ${json(change.settings)}, state = ${change.state},
           off_reason = ${change.offReason}, updated_at = now(),
           failing_since = case when state = ${change.state} and settings = ${json(change.settings)} then failing_since end,
           busy_until = case when settings = ${json(change.settings)} then busy_until end
     where id = ${id} returning ${COLUMNS}`
  return channel as Channel
}

export async function removeChannel(db: Db, accountId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db`delete from channel where id = ${id} and account_id = ${accountId}`
  return removed.count === 1
}

// Its waiting deliveries are not sent. False when it was off already.
export async function switchOff(tx: Db, id: string, reason: OffReason): Promise<boolean> {
  const changed = await tx`
    update channel set state = 'off', off_reason = ${reason}, code_hash = null, updated_at = now() where id = ${id} and state <> 'off'`
  await dropDeliveries(tx, id, ['waiting'])
  return changed.count === 1
}

// What waits for a channel that was switched off or got another address is not sent.
export async function dropDeliveries(tx: Db, id: string, states: readonly DeliveryState[]): Promise<void> {
  await tx`
    update delivery set state = 'failed', worker = null, detail = 'The channel was switched off or changed.'
     where channel_id = ${id} and state = any(${states as string[]})`
}

// The new secret signs from now on; the one before it also signs until it expires.
export async function rotateSecret(tx: Db, id: string, secret: string, oldHours: number): Promise<void> {
  await tx`
    update channel set updated_at = now(),
           secrets = jsonb_build_array(jsonb_build_object('secret', ${secret}::text, 'expiresAt', null))
             || coalesce((select jsonb_agg(jsonb_build_object('secret', s->>'secret', 'expiresAt',
                    to_char((now() + make_interval(hours => ${oldHours})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
                  from jsonb_array_elements(secrets) s where s->>'expiresAt' is null), '[]')
     where id = ${id}`
}

// A code is long and random, so a plain hash is enough. It replaces the one before.
export async function setCode(db: Db, id: string, code: string, minutes: number): Promise<void> {
  await db`
    update channel set code_hash = ${hashCode(code)}, code_expires_at = now() + make_interval(mins => ${minutes})
     where id = ${id} and state = 'unconfirmed'`
}

export interface ConfirmedChannel {
  readonly id: string
  readonly name: string
  readonly language: Language
}

// The unconfirmed channel of this kind that a code belongs to, which stays as it is.
export async function findByCode(db: Db, kind: ChannelKind, code: string): Promise<ConfirmedChannel | null> {
  const [found] = await db<ConfirmedChannel>`
    select c.id, c.name, a.language from channel c join account a on a.id = c.account_id
     where c.code_hash = ${hashCode(code)} and c.kind = ${kind} and c.state = 'unconfirmed' and c.code_expires_at > now()`
  return found ?? null
}

// Confirms the channel that a code belongs to; the code is then used up. Null for an unknown or expired code.
export async function confirmChannel(
  db: Db,
  kind: ChannelKind,
  code: string,
  settings: ChannelSettings = {},
): Promise<ConfirmedChannel | null> {
  const [confirmed] = await db<ConfirmedChannel>`
    update channel c set state = 'ready', settings = c.settings || ${json(settings)}, code_hash = null, updated_at = now()
      from account a
     where c.code_hash = ${hashCode(code)} and c.kind = ${kind} and c.state = 'unconfirmed' and c.code_expires_at > now()
       and a.id = c.account_id
    returning c.id, c.name, a.language`
  return confirmed ?? null
}

export async function hasOpenCodes(db: Db, kind: ChannelKind): Promise<boolean> {
  const [row] = await db`
    select exists (select from channel where kind = ${kind} and code_hash is not null and code_expires_at > now()) as present`
  return row?.present === true
}

// A code for people to type: no character looks like another.
export function newCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
  return letters.join('')
}

const CODE_LENGTH = 16
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export interface TokenOwner {
  readonly id: string
  readonly accountId: string
  readonly kind: ChannelKind
  readonly name: string
  readonly state: ChannelState
  readonly language: Language
}

// The e-mail channel whose unsubscribe token this is.
export async function findByToken(db: Db, id: string, token: string): Promise<TokenOwner | null> {
  if (!isUuid(id)) return null
  const [found] = await db<TokenOwner>`
    select c.id, c.account_id as "accountId", c.kind, c.name, c.state, a.language
      from channel c join account a on a.id = c.account_id
     where c.id = ${id} and c.kind = 'email' and c.secrets->0->>'secret' = ${token}`
  return found ?? null
}

// How many confirmations an account requested during the last day, also for channels that it deleted.
export async function countConfirmations(db: Db, accountId: string): Promise<number> {
  const [row] = await db`
    select count(*)::int as sent from message
     where account_id = ${accountId} and created_at > now() - interval '1 day' and data->>'notice' = 'confirmation'`
  return row?.sent ?? 0
}

export async function findBotName(db: Db): Promise<string | null> {
  const [row] = await db`select username from telegram_bot`
  return row?.username ?? null
}

export async function saveBotName(db: Db, username: string): Promise<void> {
  await db`
    insert into telegram_bot (username) values (${username}) on conflict (singleton) do update set username = excluded.username`
}

function hashCode(code: string): Buffer {
  return hash('sha256', code, 'buffer')
}

const COLUMNS = sql`id, account_id as "accountId", kind, name, settings, state, off_reason as "offReason",
    failing_since as "failingSince", created_at as "createdAt"`
