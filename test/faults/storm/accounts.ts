import assert from 'node:assert/strict'
import type { Storm } from './storm.ts'

// Every account has what it was granted less what was charged, and every mention of a project was charged once. This holds at every
// moment, because each statement sees one state of the database; a project that is being deleted is left out.
export async function checkAccounts(storm: Storm): Promise<void> {
  const accounts = await storm.steadily(
    (pool) => pool`
      select q.account_id, q.remaining, coalesce(sum(e.amount), 0)::bigint as balance
        from quota q left join quota_entry e on e.account_id = q.account_id
       group by q.account_id, q.remaining having q.remaining <> coalesce(sum(e.amount), 0)`,
  )
  assert.deepEqual([...accounts], [])
  const projects = await storm.steadily(
    (pool) => pool`
      with charged as (select project_id as id, -sum(amount) as n from quota_entry group by project_id),
      stored as (
        select id, count(*) as n
          from (select project_id as id from mention union all select project_id from hidden_mention) m group by id)
      select p.id, c.n as charged, s.n as stored from project p left join charged c using (id) left join stored s using (id)
       where p.removed_at is null and coalesce(c.n, 0) <> coalesce(s.n, 0)`,
  )
  assert.deepEqual([...projects], [])
}
