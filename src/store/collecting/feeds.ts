import type { Feed, FeedCertainty, FeedState } from '../../domain/feed.ts'
import type { Platform } from '../../domain/platform.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { json, sql } from '../sql.ts'

export interface NewFeed {
  readonly source: Platform
  readonly address: string
  // Whose posts it brings. Undefined keeps what is known, and is the source's own platform for a new feed.
  readonly platform?: Platform | undefined
  // Undefined keeps the value of a feed that already exists.
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
}

// Adding an address again updates its feed and makes it due at once, also when it was gone.
export async function addFeed(db: Db, feed: NewFeed): Promise<Feed> {
  const { source, address, platform = null, name = null, enabled = null } = feed
  const [added] = await db<Feed>`
    insert into feed as f (id, source, address, platform, name, enabled)
    values (${newId()}, ${source}, ${address}, ${platform}, coalesce(${name}::text, ''), coalesce(${enabled}::boolean, true))
    on conflict (source, address) do update
       set name = coalesce(${name}::text, f.name), enabled = coalesce(${enabled}::boolean, f.enabled), next_poll_at = now(),
           platform = coalesce(${platform}::text, f.platform), state = case f.state when 'gone' then 'new' else f.state end,
           gone_addresses = '{}'
    returning ${COLUMNS}`
  return added as Feed
}

// Makes feeds that could not be read due at once, also those that were gone. Returns how many.
export async function retryFeeds(db: Db): Promise<number> {
  const retried = await db`
    update feed set next_poll_at = now(), state = case state when 'gone' then 'new' else state end, gone_addresses = '{}'
     where enabled and state = any(${PROBLEMS as string[]})`
  return retried.count
}

const PROBLEMS: readonly FeedState[] = ['empty', 'stale', 'blocked', 'broken', 'gone']

export interface FeedFilter {
  readonly state?: FeedState | undefined
  readonly platform?: Platform | undefined
}

export async function listFeeds(
  db: Db,
  page: number,
  limit: number,
  { state = undefined, platform = undefined }: FeedFilter = {},
): Promise<{ readonly total: number; readonly feeds: Feed[] }> {
  const wanted = sql`where (${state ?? null}::text is null or state = ${state ?? null})
      and (${platform ?? null}::text is null or coalesce(platform, source) = ${platform ?? null})`
  const feeds = await db<Feed>`
    select ${COLUMNS} from feed ${wanted}
     order by coalesce(platform, source) desc, name, address, id limit ${limit} offset ${(page - 1) * limit}`
  const [count] = await db`select count(*)::int as total from feed ${wanted}`
  return { total: count?.total ?? 0, feeds }
}

export interface FeedTotals {
  readonly feeds: number
  readonly enabled: number
  // Enabled feeds by state, and all feeds by platform. What has none is absent.
  readonly states: Readonly<Partial<Record<FeedState, number>>>
  readonly platforms: Readonly<Partial<Record<Platform, number>>>
  // Provinces with at least one enabled feed.
  readonly provinces: number
}

// Regions that are not one province.
const WIDE_REGIONS = ['nasional', 'internasional', 'Jabodetabek']

export async function readFeedTotals(db: Db): Promise<FeedTotals> {
  const [row] = await db`
    select (select count(*) from feed)::int as feeds, (select count(*) from feed where enabled)::int as enabled,
           (select coalesce(jsonb_object_agg(state, n), '{}') from
             (select state, count(*)::int as n from feed where enabled group by state) s) as states,
           (select coalesce(jsonb_object_agg(platform, n), '{}') from
             (select coalesce(platform, source) as platform, count(*)::int as n from feed group by 1) p) as platforms,
           (select count(distinct region) from feed where enabled and region <> all(${WIDE_REGIONS}::text[]))::int as provinces`
  return row as unknown as FeedTotals
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
  readonly alternatives: readonly string[]
  readonly learnt: string
  readonly certainty: FeedCertainty
}

// Adds or updates the shipped outlets. One that an operator switched off stays off, also when it is shipped with another address now;
// one that is no longer shipped is deleted.
export async function seedFeeds(db: Db, outlets: readonly ShippedOutlet[]): Promise<void> {
  await moveShipped(db, outlets)
  const column = (pick: (outlet: ShippedOutlet) => string | null) => outlets.map(pick)
  await db`
    insert into feed as f (id, source, address, name, family, region, learnt, certainty, alternatives, shipped)
    select gen_random_uuid(), 'news', address, name, family, region, learnt, certainty,
           array(select jsonb_array_elements_text(alternatives::jsonb)), true
      from unnest(${column((o) => o.address)}::text[], ${column((o) => o.name)}::text[], ${column((o) => o.family)}::text[],
                  ${column((o) => o.region)}::text[], ${column((o) => o.learnt)}::text[], ${column((o) => o.certainty)}::text[],
                  ${column((o) => json(o.alternatives))}::text[])
           as t(address, name, family, region, learnt, certainty, alternatives)
    on conflict (source, address) do update
       set family = excluded.family, region = excluded.region, learnt = excluded.learnt, certainty = excluded.certainty,
           alternatives = excluded.alternatives, shipped = true, name = case when f.name = '' then excluded.name else f.name end,
           read_address = case when f.read_address = any(excluded.alternatives) then f.read_address end`
  await db`delete from feed where shipped and source = 'news' and address <> all(${outlets.map((o) => o.address)}::text[])`
}

// An outlet whose former address is now one of its alternatives keeps its row.
async function moveShipped(db: Db, outlets: readonly ShippedOutlet[]): Promise<void> {
  const pairs = outlets.flatMap(({ address, alternatives }) => alternatives.map((former) => ({ address, former })))
  await db`
    update feed f set address = w.address, cursor = null, read_address = null
      from (select distinct on (address) address, former
              from unnest(${pairs.map(({ address }) => address)}::text[], ${pairs.map(({ former }) => former)}::text[]) as t(address, former)
             where exists (select from feed where source = 'news' and shipped and feed.address = former)) w
     where f.source = 'news' and f.shipped and f.address = w.former
       and not exists (select from feed g where g.source = 'news' and g.address = w.address)`
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

// The platforms whose posts the polled feeds of a source bring.
export async function listFeedPlatforms(db: Db, source: Platform): Promise<Platform[]> {
  const rows = await db<{ platform: Platform }>`
    select distinct coalesce(platform, source) as platform from feed where source = ${source} and enabled and state <> 'gone'`
  return rows.map(({ platform }) => platform)
}

export type DueFeed = Pick<Feed, 'id' | 'platform'>

export async function listDueFeeds(db: Db, sources: readonly Platform[], limit: number): Promise<DueFeed[]> {
  const rows = await db<DueFeed>`
    select id, coalesce(platform, source) as platform from feed where enabled and state <> 'gone' and next_poll_at <= now() and source = any(${sources as string[]})
     order by next_poll_at, id limit ${limit}`
  return [...rows]
}

export interface ClaimedFeed extends Feed {
  readonly goneAddresses: readonly string[]
  readonly cursor: unknown
  readonly failures: number
  readonly intervalSeconds: number | null
}

// Claims a due feed for one poll. If the worker is killed, the feed is due again after the lease.
export async function claimFeed(db: Db, id: string, leaseSeconds: number): Promise<ClaimedFeed | null> {
  const [feed] = await db<ClaimedFeed>`
    update feed set next_poll_at = now() + make_interval(secs => ${leaseSeconds})
     where id = ${id} and enabled and state <> 'gone' and next_poll_at <= now()
    returning ${COLUMNS}, gone_addresses as "goneAddresses", cursor, failures, interval_seconds as "intervalSeconds"`
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
  // Which address is read from now on. A cursor belongs to its address and is dropped with it.
  readonly next: NextAddress
}

export interface NextAddress {
  readonly readAddress: string | null
  readonly goneAddresses: readonly string[]
  readonly isSwitched: boolean
}

export async function saveOutcome(tx: Db, id: string, outcome: FeedOutcome): Promise<void> {
  const { isSwitched, readAddress, goneAddresses } = outcome.next
  const cursor = isSwitched
    ? sql`null`
    : outcome.cursor === undefined
      ? sql`cursor`
      : sql`${json(outcome.cursor)}::jsonb`
  await tx`
    update feed set state = ${outcome.state}, state_since = case when state = ${outcome.state} then state_since else now() end, detail = ${outcome.detail}, cursor = ${cursor}, failures = ${outcome.failures},
           interval_seconds = ${outcome.intervalSeconds}, next_poll_at = now() + make_interval(secs => ${outcome.waitSeconds}),
           posts = posts + ${outcome.added}, last_polled_at = now(),
           last_post_at = greatest(last_post_at, ${outcome.lastPostAt}::timestamptz),
           read_address = ${readAddress}, gone_addresses = ${goneAddresses as string[]}::text[],
           name = case when name = '' then left(coalesce(${outcome.title}::text, ''), 200) else name end
     where id = ${id}`
}

export interface SavedCheck {
  readonly id: string
  readonly state: FeedState
  readonly detail: string | null
  // Null: the feed's own address.
  readonly readAddress: string | null
}

// Takes over the result of a check: the address that works is read from now on, and every feed has the state that was found. It is read
// again at once, because a check stores no posts.
export async function saveChecks(tx: Db, checks: readonly SavedCheck[]): Promise<void> {
  for (const { id, state, detail, readAddress } of checks) {
    await tx`
      update feed set state = ${state}, state_since = case when state = ${state} then state_since else now() end, detail = ${detail},
             cursor = case when read_address is distinct from ${readAddress} then null else cursor end, read_address = ${readAddress},
             gone_addresses = '{}', failures = 0, next_poll_at = now()
       where id = ${id}`
  }
}

const COLUMNS = sql`id, source, coalesce(platform, source) as platform, address, name, family, region, shipped, enabled, state, detail, posts,
    last_polled_at as "lastPolledAt", last_post_at as "lastPostAt", alternatives, read_address as "readAddress", learnt, certainty`
