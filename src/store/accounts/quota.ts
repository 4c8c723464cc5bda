import type { Db } from '../db.ts'

export async function findQuota(db: Db, accountId: string): Promise<number | null> {
  const [row] = await db`select remaining from quota where account_id = ${accountId}`
  return row === undefined ? null : row.remaining
}

// The remaining quota, locked until the transaction ends. An account without a quota has nothing to spend.
export async function lockRemaining(tx: Db, accountId: string): Promise<number> {
  const [row] = await tx`select remaining from quota where account_id = ${accountId} for no key update`
  return row === undefined ? 0 : row.remaining
}

export interface Charge {
  readonly ownerId: string
  readonly projectId: string
  readonly jobId: string | null
}

export async function chargeQuota(tx: Db, { ownerId, projectId, jobId }: Charge, amount: number): Promise<void> {
  if (amount === 0) return
  const charged = await tx`
    with entry as (
      insert into quota_entry (account_id, project_id, job_id, amount) values (${ownerId}, ${projectId}, ${jobId}, ${-amount})),
    total as (
      update project set charged = charged + ${amount} where id = ${projectId})
    update quota set remaining = remaining - ${amount} where account_id = ${ownerId} and remaining >= ${amount}`
  if (charged.count !== 1) throw new Error(`The quota of ${ownerId} does not cover ${amount}.`)
}

// Sets the remaining quota; the ledger gets the difference. Returns what remained before; null when there is no such account.
export async function setQuota(tx: Db, accountId: string, remaining: number): Promise<number | null> {
  const [account] = await tx`select id from account where id = ${accountId} for key share`
  if (account === undefined) return null
  await tx`insert into quota (account_id, remaining) values (${accountId}, 0) on conflict (account_id) do nothing`
  const before = await lockRemaining(tx, accountId)
  if (before === remaining) return before
  await tx`update quota set remaining = ${remaining} where account_id = ${accountId}`
  await tx`insert into quota_entry (account_id, amount) values (${accountId}, ${remaining - before})`
  return before
}

export interface QuotaUse {
  readonly remaining: number
  readonly granted: number
  readonly charged: number
  readonly days: readonly {
    readonly day: string
    readonly projectId: string
    readonly name: string | null
    readonly charged: number
  }[]
}

// The total granted and charged, and what each project used per local day in the range.
export async function readQuotaUse(
  db: Db,
  accountId: string,
  range: { readonly from: Date; readonly to: Date; readonly timeZone: string },
): Promise<QuotaUse | null> {
  const remaining = await findQuota(db, accountId)
  if (remaining === null) return null
  const [sums] = await db`
    select coalesce(sum(amount) filter (where project_id is null), 0)::bigint as granted,
           coalesce(-sum(amount) filter (where project_id is not null), 0)::bigint as charged
      from quota_entry where account_id = ${accountId}`
  const days = await db<QuotaUse['days'][number]>`
    select (e.at at time zone ${range.timeZone})::date as day, e.project_id as "projectId", p.name, -sum(e.amount)::bigint as charged
      from quota_entry e left join project p on p.id = e.project_id and p.removed_at is null
     where e.account_id = ${accountId} and e.project_id is not null and e.at >= ${range.from} and e.at < ${range.to}
     group by 1, 2, 3 order by 1, 2`
  return { remaining, granted: sums?.granted ?? 0, charged: sums?.charged ?? 0, days }
}

// What an account was charged for its projects in a range.
export async function sumCharged(
  db: Db,
  accountId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<number> {
  const [sum] = await db<{ charged: number }>`
    select coalesce(-sum(amount), 0)::bigint as charged from quota_entry
     where account_id = ${accountId} and project_id is not null and at >= ${from} and at < ${to}`
  return sum?.charged ?? 0
}
