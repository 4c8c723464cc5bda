import { PRIORITIES, TASKS } from '../../domain/job.ts'
import { trimClients } from '../accounts/known-clients.ts'
import { trimAttempts } from '../accounts/login-attempts.ts'
import { collectable, collectableIds } from '../collecting/archive-positions.ts'
import type { Db } from '../db.ts'
import { trimReportLinks } from '../reports/links.ts'
import { sql } from '../sql.ts'
import { addJob, JOB_CHANNEL } from './jobs.ts'

// When a run was requested. Requeueing moves `run_at`, so a run that has started was requested no later than that.
export async function findRequestTime(db: Db, jobId: string): Promise<Date | null> {
  const [row] = await db<{ at: Date }>`
    select least(run_at, started_at) as at from job where id = ${jobId} and requested`
  return row?.at ?? null
}

export interface DueOptions {
  readonly intervalSeconds: number
  readonly timeZone: string
  readonly limit: number
}

// Queues the auto projects that are due and advances `next_run_at` in the same transaction, so that each fires once however many
// processes there are. The hash of the id gives each project its own second of the interval, so a thousand projects do not start
// together.
export async function queueDueProjects(tx: Db, due: DueOptions): Promise<number> {
  const rows = await tx<{ id: string; ownerId: string }>`
    with due as (
      select p.id, p.owner_id from project p join quota q on q.account_id = p.owner_id
       where p.next_run_at <= now() and ${collectable(due.timeZone)}
       order by p.next_run_at limit ${due.limit} for update of p skip locked)
    update project p set next_run_at = ${nextSlot(due.intervalSeconds)} from due where p.id = due.id
    returning p.id, p.owner_id as "ownerId"`
  for (const { id, ownerId } of rows) {
    await addJob(tx, { task: TASKS.collect, key: id, accountId: ownerId, projectId: id })
  }
  return rows.length
}

function nextSlot(seconds: number) {
  const offset = sql`(abs(hashtext(p.id::text)::bigint) % ${seconds}::bigint)`
  return sql`to_timestamp((floor((extract(epoch from now()) - ${offset}) / ${seconds}::bigint) + 1) * ${seconds}::bigint + ${offset})`
}

// Queues the automatically collected projects that are not in step with the archive.
export async function queueCatchUps(tx: Db, timeZone: string, limit: number): Promise<number> {
  const rows = await tx<{ id: string }>`
    select p.id from (${collectableIds(timeZone)}) p
     where p.id not in (select project_id from archive_position where in_step)
       and not exists (select from job j where j.task = ${TASKS.catchUp} and j.key = p.id::text and j.state in ('waiting', 'running'))
     order by p.id limit ${limit}`
  // Without an account: no one requested it, so it is not listed among the owner's runs.
  for (const { id } of rows) await addJob(tx, { task: TASKS.catchUp, key: id, projectId: id })
  return rows.length
}

// Feeds are read while any project listens, even one whose account has no quota left: it catches up later.
export async function anyProjectListens(db: Db, timeZone: string): Promise<boolean> {
  const [row] = await db`
    select exists (select from project p where p.kind = 'auto' and p.listening and p.removed_at is null
      and (now() at time zone ${timeZone})::date between p.start_day and coalesce(p.end_day, 'infinity'::date)) as present`
  return row?.present === true
}

// The keywords of all listening projects, oldest project first.
export async function listListening(
  db: Db,
  timeZone: string,
  limit: number,
): Promise<{ readonly id: string; readonly keyword: string }[]> {
  return db<{ id: string; keyword: string }>`
    select p.id, p.keyword from project p where p.kind = 'auto' and p.listening and p.removed_at is null
       and (now() at time zone ${timeZone})::date between p.start_day and coalesce(p.end_day, 'infinity'::date)
     order by p.created_at, p.id limit ${limit}`
}

export async function queueFeeds(db: Db, ids: readonly string[]): Promise<void> {
  const queued = await db`
    insert into job (id, task, key) select gen_random_uuid(), ${TASKS.pollFeed}, key from unnest(${ids as string[]}::text[]) as t(key)
    on conflict (task, key) where state in ('waiting', 'running') do nothing`
  if (queued.count > 0) await db`select pg_notify(${JOB_CHANNEL}, ${TASKS.pollFeed})`
}

// After each feed with new posts, so most find the job queued.
export async function queueMatching(db: Db): Promise<void> {
  const queued = await db`
    insert into job (id, task, key, priority) select gen_random_uuid(), ${TASKS.matchArchive}, 'archive', ${PRIORITIES.shared}
      from archive_head where last_seq > matched_seq
    on conflict (task, key) where state in ('waiting', 'running') do nothing`
  if (queued.count > 0) await db`select pg_notify(${JOB_CHANNEL}, ${TASKS.matchArchive})`
}

// Deletes records that are no longer needed, in small steps. True while there may be more.
export async function trimRecords(db: Db, limit: number): Promise<boolean> {
  const events = await db`
    delete from event where id in (select id from event where at < now() - interval '1 day' order by id limit ${limit})`
  const jobs = await db`
    delete from job where id in (
      select id from job where finished_at < now() - case when account_id is null then interval '1 day' else interval '30 days' end
       order by finished_at limit ${limit})`
  const sessions = await db`
    delete from session where token_hash in (
      select token_hash from session where expires_at < now() - interval '1 day' limit ${limit})`
  const counts = [events, jobs, sessions].map(({ count }) => count)
  counts.push(await trimAttempts(db, limit), await trimClients(db, limit), await trimReportLinks(db, limit))
  return counts.some((count) => count >= limit)
}
