import type { Db, Pool } from '../db.ts'
import { isUuid } from '../ids.ts'
import type { Check, Difference, RepairRules } from './check.ts'
import { ACCOUNT_CHECKS, PROJECT_CHECKS } from './checks.ts'

export interface Finding {
  readonly check: string
  readonly differences: readonly Difference[]
  readonly repaired: boolean
}

export interface Subject {
  readonly kind: 'project' | 'account'
  readonly id: string
  readonly name: string
}

// What to count: a project and its account, or everything.
export async function listSubjects(db: Db, projectId: string | null): Promise<Subject[]> {
  if (projectId !== null && !isUuid(projectId)) return []
  const rows = await db<Subject>`
    select 'account' as kind, a.id, a.username as name, 1 as position from account a
     where ${projectId}::uuid is null
        or exists (select from project p where p.id = ${projectId}::uuid and p.owner_id = a.id and p.removed_at is null)
    union all
    select 'project', p.id, p.name, 2 from project p
     where p.removed_at is null and (${projectId}::uuid is null or p.id = ${projectId}::uuid)
     order by position, id`
  return rows.map(({ kind, id, name }) => ({ kind, id, name }))
}

// Compares everything that is stored about a subject with its rows. First in a snapshot, which blocks nothing; what differs is checked
// again under the lock of the subject, because a snapshot of several database nodes is not of one instant. With `repair`, the same
// transaction corrects what differs, or nothing.
export async function recount(pool: Pool, subject: Subject, repair: RepairRules | null): Promise<Finding[]> {
  const checks = subject.kind === 'project' ? PROJECT_CHECKS : ACCOUNT_CHECKS
  const suspected = await pool.begin(
    (tx) => runChecks(tx, checks, subject.id),
    'isolation level repeatable read read only',
  )
  if (suspected.length === 0) return []
  return pool.begin(async (tx) => {
    if (!(await lock(tx, subject))) return []
    const found = await runChecks(tx, checks, subject.id)
    if (repair === null) return found.map((one) => ({ ...one, repaired: false }))
    for (const { check } of found) {
      await checks.find(({ name }) => name === check)?.repair?.(tx, subject.id, repair)
    }
    const left = new Set((await runChecks(tx, checks, subject.id)).map(({ check }) => check))
    return found.map((one) => ({ ...one, repaired: !left.has(one.check) }))
  })
}

type Found = Omit<Finding, 'repaired'>

async function runChecks(db: Db, checks: readonly Check[], id: string): Promise<Found[]> {
  const found: Found[] = []
  for (const { name, check } of checks) {
    const differences = await check(db, id)
    if (differences.length > 0) found.push({ check: name, differences })
  }
  return found
}

async function lock(tx: Db, { kind, id }: Subject): Promise<boolean> {
  const rows =
    kind === 'project'
      ? await tx`select id from project where id = ${id} and removed_at is null for no key update`
      : await tx`select account_id from quota where account_id = ${id} for no key update`
  return rows.length === 1
}
