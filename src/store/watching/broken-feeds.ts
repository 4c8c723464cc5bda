import type { Db } from '../db.ts'

// A feed that broke, for each administrator who has no open incident about it.
export interface FeedToReport {
  readonly accountId: string
  readonly feedId: string
  readonly name: string
  readonly detail: string
}

export async function listNewlyBroken(db: Db, limit: number): Promise<FeedToReport[]> {
  return db<FeedToReport>`
    select a.id as "accountId", f.id as "feedId", coalesce(nullif(f.name, ''), f.address) as name,
           f.state || coalesce(': ' || f.detail, '') as detail
      from feed f cross join account a
     where f.enabled and f.state in ('broken', 'blocked') and 'admin' = any(a.roles) and a.disabled_at is null
       and not exists (select from incident i where i.account_id = a.id and i.kind = 'feed' and i.subject = f.id::text
                          and i.state = 'open' and i.alert_id is null)
     order by f.id, a.id limit ${limit}`
}

// Open incidents about feeds that work again, are off or are gone.
export async function listRepaired(
  db: Db,
  limit: number,
): Promise<{ readonly incidentId: string; readonly accountId: string; readonly name: string }[]> {
  return db<{ incidentId: string; accountId: string; name: string }>`
    select i.id as "incidentId", i.account_id as "accountId", coalesce(nullif(f.name, ''), f.address, i.subject) as name
      from incident i left join feed f on f.id::text = i.subject
     where i.kind = 'feed' and i.state = 'open' and i.alert_id is null
       and (f.id is null or not f.enabled or f.state not in ('broken', 'blocked')) order by i.id limit ${limit}`
}

export async function listReadyChannels(db: Db, accountId: string): Promise<{ readonly id: string }[]> {
  return db<{ id: string }>`select id from channel where account_id = ${accountId} and state = 'ready' order by id`
}
