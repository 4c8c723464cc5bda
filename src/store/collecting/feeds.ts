import type { Feed, FeedState } from '../../domain/feed.ts'
import type { Platform } from '../../domain/platform.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { json, sql } from '../sql.ts'

export interface NewFeed {
  readonly source: Platform
  readonly address: string
  // Undefined keeps the value of a feed that already exists.
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
}

// Adding an address again updates its feed and makes it due at once, also when it was gone.
export async function addFeed(db: Db, feed: NewFeed): Promise<Feed> {
  const { source, address, name = null, enabled = null } = feed
  const [added] = await db<Feed>`
    insert into feed as f (id, source, address, name, enabled)
    values (${newId()}, ${source}, ${address}, coalesce(${name}::text, ''), coalesce(${enabled}::boolean, true))
    on conflict (source, address) do update
       set name = coalesce(${name}::text, f.name), enabled = coalesce(${enabled}::boolean, f.enabled), next_poll_at = now(),
           state = case f.state when 'gone' then 'new' else f.state end
    returning ${COLUMNS}`
  return added as Feed
}

export async function listFeeds(
  db: Db,
  page: number,
  limit: number,
): Promise<{ readonly total: number; readonly feeds: Feed[] }> {
  const feeds = await db<Feed>`
    select ${COLUMNS} from feed order by source desc, name, address, id limit ${limit} offset ${(page - 1) * limit}`
  const [count] = await db`select count(*)::int as total from feed`
  return { total: count?.total ?? 0, feeds }
}

export async function findFeed(db: Db, source: Platform, address: string): Promise<Feed | null> {
  const [feed] = await db<Feed>`
    select ${COLUMNS} from feed where source = ${source} and address = ${address}`
  return feed ?? null
}

// A shipped outlet would reappear at the next start, so it is switched off instead. Null when there is no such feed.
export async function removeFeed(db: Db, id: string): Promise<'removed' | 'switched off' | null> {
  if (!isUuid(id)) return null
  const switchedOff = await db`update feed set enabled = false where id = ${id} and shipped`
  if (switchedOff.count > 0) return 'switched off'
  const removed = await db`delete from feed where id = ${id}`
  return removed.count > 0 ? 'removed' : null
}

export interface ShippedOutlet {
  readonly name: string
  readonly address: string
  readonly family: string | null
  readonly region: string | null
}

// Adds or updates the shipped outlets. One that an operator switched off stays off; one that is no longer shipped is deleted.
export async function seedFeeds(db: Db, outlets: readonly ShippedOutlet[]): Promise<void> {
  await db`
    insert into feed as f (id, source, address, name, family, region, shipped)
    select gen_random_uuid(), 'news', address, name, family, region, true
      from unnest(${outlets.map((o) => o.address)}::text[], ${outlets.map((o) => o.name)}::text[],
                  ${outlets.map((o) => o.family)}::text[], ${outlets.map((o) => o.region)}::text[]) as t(address, name, family, region)
    on conflict (source, address) do update
       set family = excluded.family, region = excluded.region, shipped = true,
           name = case when f.name = '' then excluded.name else f.name end`
  await db`delete from feed where shipped and source = 'news' and address <> all(${outlets.map((o) => o.address)}::text[])`
}

// Pages and hashtags come from settings and projects: exactly these are enabled from now on.
export async function setFeeds(db: Db, source: Platform, addresses: readonly string[]): Promise<void> {
  await db`
    insert into feed as f (id, source, address)
    select gen_random_uuid(), ${source}, address from unnest(${addresses as string[]}::text[]) as t(address)
    on conflict (source, address) do update set enabled = true where not f.enabled`
  await db`
    update feed set enabled = false
     where source = ${source} and enabled and address <> all(${addresses as string[]}::text[])`
}

// Whether the source has any feed that is polled.
export async function hasFeeds(db: Db, source: Platform): Promise<boolean> {
  const [row] =
    await db`select exists (select from feed where source = ${source} and enabled and state <> 'gone') as present`
  return row?.present === true
}

export type DueFeed = Pick<Feed, 'id' | 'source'>

export async function listDueFeeds(db: Db, sources: readonly Platform[], limit: number): Promise<DueFeed[]> {
  const rows = await db<DueFeed>`
    select id, source from feed where enabled and state <> 'gone' and next_poll_at <= now() and source = any(${sources as string[]})
     order by next_poll_at, id limit ${limit}`
  return [...rows]
}

export interface ClaimedFeed extends Feed {
  readonly cursor: unknown
  readonly failures: number
  readonly intervalSeconds: number | null
}

// Claims a due feed for one poll. If the worker is killed, the feed is due again after the lease.
export async function claimFeed(db: Db, id: string, leaseSeconds: number): Promise<ClaimedFeed | null> {
  const [feed] = await db<ClaimedFeed>`
    update feed set next_poll_at = now() + make_interval(secs => ${leaseSeconds})
     where id = ${id} and enabled and state <> 'gone' and next_poll_at <= now()
    returning ${COLUMNS}, cursor, failures, interval_seconds as "intervalSeconds"`
  return feed ?? null
}

export interface FeedOutcome {
  readonly state: FeedState
  readonly detail: string | null
  // Undefined keeps the last one: a failed poll has no new cursor to continue from.
  readonly cursor?: unknown
  readonly failures: number
  readonly intervalSeconds: number
  // Until the next poll.
  readonly waitSeconds: number
  readonly added: number
  readonly lastPostAt: Date | null
  readonly title: string | null
}

export async function saveOutcome(tx: Db, id: string, outcome: FeedOutcome): Promise<void> {
  const cursor = outcome.cursor === undefined ? sql`cursor` : sql`${json(outcome.cursor)}::jsonb`
  await tx`
    update feed set state = ${outcome.state}, state_since = case when state = ${outcome.state} then state_since else now() end, detail = ${outcome.detail}, cursor = ${cursor}, failures = ${outcome.failures},
           interval_seconds = ${outcome.intervalSeconds}, next_poll_at = now() + make_interval(secs => ${outcome.waitSeconds}),
           posts = posts + ${outcome.added}, last_polled_at = now(),
           last_post_at = greatest(last_post_at, ${outcome.lastPostAt}::timestamptz),
           name = case when name = '' then left(coalesce(${outcome.title}::text, ''), 200) else name end
     where id = ${id}`
}

const COLUMNS = sql`id, source, address, name, family, region, shipped, enabled, state, detail, posts,
    last_polled_at as "lastPolledAt", last_post_at as "lastPostAt"`
