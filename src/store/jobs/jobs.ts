import { type Job, PRIORITIES, type TaskName } from '../../domain/job.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import { addEvent } from '../accounts/events.ts'
import { plainArray } from '../arrays.ts'
import type { Db, Pool } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { json, sql } from '../sql.ts'

export const JOB_CHANNEL = 'pantau_job'

export interface NewJob {
  readonly task: TaskName
  readonly key: string
  readonly payload?: Record<string, unknown>
  readonly accountId?: string | null
  readonly projectId?: string | null
  // True when a person requested it.
  readonly requested?: boolean
  // Defaults to the priority that matches `requested`.
  readonly priority?: number
}

// One open job per task and key: a second request gets the existing job, moved forward if the second is more urgent.
export async function addJob(db: Db, job: NewJob): Promise<{ readonly job: Job; readonly added: boolean }> {
  const { requested = false } = job
  const priority = job.priority ?? (requested ? PRIORITIES.requested : PRIORITIES.scheduled)
  const [added] = await db<Job>`
    insert into job (id, task, key, payload, account_id, project_id, requested, priority)
    values (${newId()}, ${job.task}, ${job.key}, ${json(job.payload ?? {})}, ${job.accountId ?? null},
            ${job.projectId ?? null}, ${requested}, ${priority})
    on conflict (task, key) where state in ('waiting', 'running') do nothing returning ${COLUMNS}`
  await db`select pg_notify(${JOB_CHANNEL}, ${job.task})`
  if (added !== undefined) return { job: added, added: true }
  await db`
    update job set priority = ${priority}, requested = requested or ${requested}, run_at = now(), account_id = coalesce(account_id, ${job.accountId ?? null})
     where task = ${job.task} and key = ${job.key} and state = 'waiting' and priority < ${priority}`
  const [open] = await db<Job>`
    select ${COLUMNS} from job where task = ${job.task} and key = ${job.key} and state in ('waiting', 'running')`
  // The open job ended between the two statements, so ours can be added now.
  return open === undefined ? addJob(db, job) : { job: open, added: false }
}

// Claims the next due job for this worker until the lease expires.
export async function takeJob(
  db: Db,
  claim: { readonly worker: string; readonly tasks: readonly string[]; readonly leaseSeconds: number },
): Promise<Job | null> {
  const [job] = await db<Job>`
    update job set state = 'running', worker = ${claim.worker}, started_at = coalesce(started_at, now()),
           lease_until = now() + make_interval(secs => ${claim.leaseSeconds})
     where id = (select id from job where state = 'waiting' and run_at <= now() and task = any(${claim.tasks as string[]})
                  order by priority desc, run_at, id for update skip locked limit 1)
    returning ${COLUMNS}`
  if (job !== undefined) await addJobEvent(db, job)
  return job ?? null
}

// Requeues the jobs of workers that died. Returns how many.
export async function releaseExpired(db: Db): Promise<number> {
  const released = await db`
    update job set state = 'waiting', worker = null, lease_until = null, run_at = now()
     where id in (select id from job where state = 'running' and lease_until < now() for update skip locked)`
  return released.count
}

// False when this worker no longer holds the job, because its lease expired or the job was cancelled.
export async function renewLease(db: Db, id: string, worker: string, leaseSeconds: number): Promise<boolean> {
  const renewed = await db`
    update job set lease_until = now() + make_interval(secs => ${leaseSeconds})
     where id = ${id} and worker = ${worker} and state = 'running'`
  return renewed.count === 1
}

// Written in the transaction of the work it describes. Throws when this worker no longer holds the job, so that the work of a
// worker that was presumed dead is rolled back instead of being done twice.
export async function saveProgress(
  tx: Db,
  id: string,
  worker: string,
  progress: Record<string, unknown>,
): Promise<void> {
  const [job] = await tx<Job>`
    update job set progress = ${json(progress)}
     where id = ${id} and worker = ${worker} and state = 'running' returning ${COLUMNS}`
  if (job === undefined) throw new LeaseLost(id)
  await addJobEvent(tx, job)
}

export class LeaseLost extends Error {
  constructor(id: string) {
    super(`Job ${id} is no longer this worker's.`)
    this.name = 'LeaseLost'
  }
}

// The outcome and its event are one transaction: a worker killed between the two would leave clients waiting for ever.
export async function finishJob(
  pool: Pool,
  id: string,
  worker: string,
  outcome: { readonly state: 'done' | 'failed'; readonly detail: string | null },
): Promise<void> {
  await pool.begin(async (tx) => {
    const [job] = await tx<Job>`
      update job set state = ${outcome.state}, detail = ${outcome.detail}, finished_at = now(), worker = null, lease_until = null
       where id = ${id} and worker = ${worker} and state = 'running' returning ${COLUMNS}`
    if (job !== undefined) await addJobEvent(tx, job)
  })
}

// Requeues a job: after a delay that the task requested, after a failure (an attempt), or because the worker is stopping.
export async function postponeJob(
  pool: Pool,
  id: string,
  worker: string,
  pause: { readonly seconds: number; readonly detail: string | null; readonly attempt: boolean },
): Promise<void> {
  await pool.begin(async (tx) => {
    const [job] = await tx<Job>`
      update job set state = 'waiting', worker = null, lease_until = null, detail = ${pause.detail},
             run_at = now() + make_interval(secs => ${pause.seconds}), attempts = attempts + ${pause.attempt ? 1 : 0}
       where id = ${id} and worker = ${worker} and state = 'running' returning ${COLUMNS}`
    if (job !== undefined) await addJobEvent(tx, job)
  })
}

export async function findJob(db: Db, owner: Owner, id: string): Promise<Job | null> {
  if (!isUuid(id)) return null
  const [job] = await db<Job>`
    select ${COLUMNS} from job where id = ${id} and account_id = ${accountIdOf(owner)} ${andReached(owner, sql`project_id`)}`
  return job ?? null
}

// A job of one task, of any account or none.
export async function findTaskJob(db: Db, task: TaskName, id: string): Promise<Job | null> {
  if (!isUuid(id)) return null
  const [job] = await db<Job>`select ${COLUMNS} from job where id = ${id} and task = ${task}`
  return job ?? null
}

// The newest runs of a project.
export async function listProjectJobs(db: Db, projectId: string, limit: number): Promise<Job[]> {
  return db<Job>`
    select ${COLUMNS} from job where project_id = ${projectId} and account_id is not null
     order by created_at desc, id desc limit ${limit}`
}

// The newest requested job of each of some projects; those without one are absent.
export async function listLastJobs(db: Db, projectIds: readonly string[]): Promise<Job[]> {
  return db<Job>`
    select last.* from unnest(${plainArray(projectIds)}::uuid[]) as p(id)
     cross join lateral (
       select ${COLUMNS} from job where project_id = p.id and account_id is not null
        order by created_at desc, id desc limit 1) last`
}

export interface QueueState {
  readonly task: string
  readonly waiting: number
  readonly running: number
  readonly oldestSeconds: number
}

export async function readQueue(db: Db): Promise<QueueState[]> {
  return db<QueueState>`
    select task, count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'running')::int as running,
           coalesce(extract(epoch from now() - min(run_at) filter (where state = 'waiting' and run_at <= now())), 0)::float8
             as "oldestSeconds"
      from job where state in ('waiting', 'running') group by task`
}

async function addJobEvent(db: Db, job: Job): Promise<void> {
  if (job.accountId !== null) await addEvent(db, job.accountId, 'job', { jobId: job.id })
}

const COLUMNS = sql`id, task, key, payload, account_id as "accountId", project_id as "projectId", requested, state, attempts, progress, detail,
    created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`
