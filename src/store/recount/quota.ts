import { TASKS } from '../../domain/job.ts'
import { lockRemaining } from '../accounts/quota.ts'
import type { Db } from '../db.ts'
import type { Check, Difference } from './check.ts'

// Of an account: what remains is what was granted less what was charged. The ledger is append-only, so it is right.
export const REMAINING_CHECK: Check = {
  name: 'quota',
  async check(db, accountId) {
    const [row] = await db<{ remaining: number; balance: number }>`
      select q.remaining, (select coalesce(sum(amount), 0)::bigint from quota_entry where account_id = q.account_id) as balance
        from quota q where q.account_id = ${accountId}`
    if (row === undefined || row.remaining === row.balance) return []
    return [{ what: 'remaining', stored: row.remaining, counted: row.balance }]
  },
  async repair(tx, accountId) {
    await lockRemaining(tx, accountId)
    await tx`
      update quota set remaining = greatest(0, (select coalesce(sum(amount), 0) from quota_entry where account_id = ${accountId}))
       where account_id = ${accountId}`
  },
}

// Of a project: each mention was charged once, whether it is stored, hidden or expired.
export const CHARGE_CHECK: Check = {
  name: 'charges',
  async check(db, projectId) {
    const [project] = await db<{ expired: number; charged: number }>`
      select p.expired_mentions as expired,
             (select coalesce(-sum(amount), 0)::bigint from quota_entry where project_id = p.id) as charged
        from project p where p.id = ${projectId}`
    const stored = await countRows(db, projectId)
    const { charged = 0, expired = 0 } = project ?? {}
    if (charged === stored + expired) return []
    return [{ what: 'mentions charged', stored: charged, counted: stored + expired }]
  },
}

// Of a project: the sum that is kept with each charge.
export const CHARGED_CHECK: Check = {
  name: 'charged',
  async check(db, projectId) {
    const [row] = await db<{ charged: number; sum: number }>`
      select charged, (select coalesce(-sum(amount), 0)::bigint from quota_entry where project_id = p.id) as sum
        from project p where id = ${projectId}`
    if (row === undefined || row.charged === row.sum) return []
    return [{ what: 'sum of the charges', stored: row.charged, counted: row.sum }]
  },
  async repair(tx, projectId) {
    await tx`
      update project p set charged = (select coalesce(-sum(amount), 0) from quota_entry where project_id = p.id)
       where id = ${projectId}`
  },
}

async function countRows(db: Db, projectId: string): Promise<number> {
  const [row] = await db<{ n: number }>`
    select (select count(*) from mention where project_id = ${projectId})
         + (select count(*) from hidden_mention where project_id = ${projectId}) as n`
  return row?.n ?? 0
}

// Of a project: what its runs report as charged is what the ledger says.
export const JOB_CHECK: Check = {
  name: 'runs',
  async check(db, projectId): Promise<Difference[]> {
    const rows = await db<{ id: string; shown: number; charged: number }>`
      with charged as (
        select job_id, -sum(amount)::bigint as amount from quota_entry
         where project_id = ${projectId} and job_id is not null group by job_id),
      shown as (
        select j.id, (select coalesce(sum((source.value ->> 'charged')::bigint), 0)::bigint from jsonb_each(j.progress) source) as amount
          from job j where j.project_id = ${projectId} and j.task = any(${[TASKS.collect, TASKS.catchUp]}::text[]))
      select shown.id, shown.amount as shown, coalesce(charged.amount, 0)::bigint as charged
        from shown left join charged on charged.job_id = shown.id
       where shown.amount <> coalesce(charged.amount, 0) order by shown.id`
    return rows.map(({ id, shown, charged }) => ({ what: `charged by run ${id}`, stored: shown, counted: charged }))
  },
}
