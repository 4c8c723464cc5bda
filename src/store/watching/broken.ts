import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { platformOf } from '../platforms.ts'

// A feed or a source that cannot be read.
export interface Broken {
  readonly kind: 'feed' | 'source'
  // The id of the feed, or the source.
  readonly subject: string
  readonly name: string
  readonly detail: string
}

export async function listBroken(db: Db): Promise<Broken[]> {
  return [...(await listBrokenFeeds(db)), ...(await listBrokenSources(db))]
}

async function listBrokenFeeds(db: Db): Promise<Broken[]> {
  return db<Broken>`
    select 'feed' as kind, id::text as subject, coalesce(nullif(name, ''), address) as name,
           state || coalesce(': ' || detail, '') as detail
      from feed where enabled and state in ('broken', 'blocked', 'gone') order by id`
}

// So many requests in a row that failed or were refused, for whichever project, make a source broken.
const FAILURES_MIN = 3

// A source works again with its first successful request. One that was not queried for a day is not reported.
async function listBrokenSources(db: Db): Promise<Broken[]> {
  const rows = await db<{ platform: number; failed: number; blocked: number; since: Date }>`
    with recent as (
      select platform, hour, sum(answered + empty) as succeeded, sum(failed) as failed, sum(blocked) as blocked
        from coverage where hour > now() - interval '1 day' group by platform, hour)
    select platform, sum(failed)::int as failed, sum(blocked)::int as blocked, min(hour) as since from recent r
     where hour > coalesce((select max(hour) from recent s where s.platform = r.platform and s.succeeded > 0), '-infinity')
     group by platform having sum(failed + blocked) >= ${FAILURES_MIN} order by platform`
  return rows.map(({ platform, failed, blocked, since }) => {
    const source = platformOf(platform)
    const detail = `${failed} requests failed and ${blocked} were refused since ${since.toISOString()}; none succeeded.`
    return { kind: 'source', subject: source, name: source, detail }
  })
}

export interface OpenBroken {
  readonly incidentId: string
  readonly accountId: string
  readonly kind: Broken['kind']
  readonly subject: string
  // False for a feed that was deleted or switched off, and for a source that had no successful request for a day.
  readonly isWatched: boolean
}

// The open incidents about feeds and sources of administrators.
export async function listOpenBroken(db: Db): Promise<OpenBroken[]> {
  const open = await db<OpenBroken>`
    select i.id as "incidentId", i.account_id as "accountId", i.kind, i.subject, coalesce(f.enabled, false) as "isWatched"
      from incident i left join feed f on i.kind = 'feed' and f.id::text = i.subject
     where i.kind in ('feed', 'source') and i.state = 'open' and i.alert_id is null order by i.id`
  const working = open.some(({ kind }) => kind === 'source') ? await listWorkingSources(db) : []
  return open.map((one) => (one.kind === 'source' ? { ...one, isWatched: working.includes(one.subject) } : one))
}

async function listWorkingSources(db: Db): Promise<string[]> {
  const rows = await db<{ platform: number }>`
    select platform from coverage where hour > now() - interval '1 day' group by platform having sum(answered + empty) > 0`
  return rows.map(({ platform }) => platformOf(platform))
}

export async function listAdmins(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from account where 'admin' = any(roles) and disabled_at is null order by id`
  return rows.map(({ id }) => id)
}

// The channels that an administrator chose for incidents of the installation.
export async function listAdminChannels(db: Db, accountId: string): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select c.id from admin_channel a join channel c on c.id = a.channel_id where c.account_id = ${accountId} order by c.id`
  return rows.map(({ id }) => id)
}

export async function setAdminChannels(tx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  await tx`
    delete from admin_channel a using channel c where c.id = a.channel_id and c.account_id = ${accountId}`
  await tx`
    insert into admin_channel (channel_id) select id from channel
     where account_id = ${accountId} and id = any(${ids.filter(isUuid)}::uuid[]) on conflict do nothing`
}
