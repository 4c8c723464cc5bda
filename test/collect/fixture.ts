import { setTimeout as sleep } from 'node:timers/promises'
import type { CollectDeps } from '../../src/collect/deps.ts'
import { openSpending } from '../../src/collect/spending.ts'
import { collectRules, collectTasks } from '../../src/collect/tasks.ts'
import { readConfig } from '../../src/config.ts'
import type { Job } from '../../src/domain/job.ts'
import type { Project } from '../../src/domain/project.ts'
import { startWorkers } from '../../src/jobs/worker.ts'
import { log } from '../../src/log.ts'
import { openFetch } from '../../src/sources/http/fetch.ts'
import { openSources, type SourceSettings } from '../../src/sources/index.ts'
import type { Fetch } from '../../src/sources/source.ts'
import { addAccount } from '../../src/store/accounts/accounts.ts'
import { setQuota } from '../../src/store/accounts/quota.ts'
import { addFeed } from '../../src/store/collecting/feeds.ts'
import { openPool, type Pool } from '../../src/store/db.ts'
import { addJob, findJob } from '../../src/store/jobs/jobs.ts'
import { addProject, type NewProject, setListening } from '../../src/store/projects/projects.ts'
import { listSubjects, recount } from '../../src/store/recount/recount.ts'
import { classifierOf } from '../classifier.ts'
import { testDatabase } from '../setup.ts'

// A separate database, the real sources pointed at test servers, and the real worker loop.

// These tests cause failures and assert them, so the failures need not be printed.
log.level = 'silent'

export const TIME_ZONE = 'Asia/Jakarta'

// Without settings only the feeds are enabled.
const NO_SETTINGS: SourceSettings = readConfig({ PANTAU_DEFAULT_FEEDS: '0' }).sources

export function openTestSources(pool: Pool, settings: Partial<SourceSettings>, fetch: Fetch, fullText = false) {
  const options = { fetch, now: () => new Date(), spending: openSpending(pool), fullText }
  return openSources({ settings: { ...NO_SETTINGS, ...settings }, ...options })
}

export async function openDeps(
  pool: Pool,
  sources: Partial<SourceSettings>,
  { fullText = false }: { fullText?: boolean } = {},
): Promise<CollectDeps> {
  const fetch = openFetch({ userAgent: 'pantau-test', allowPrivate: true, hostSpacingMs: 0, deadlineMs: 2_000 })
  return {
    pool,
    sources: await openTestSources(pool, sources, fetch, fullText),
    classifier: classifierOf(),
    settings: { timeZone: TIME_ZONE, intervalSeconds: 900, feedSeconds: 600, archiveDays: 90 },
  }
}

export interface CollectFixture {
  readonly pool: Pool
  readonly url: string
  readonly deps: CollectDeps
  close(): Promise<void>
}

export async function openCollectFixture(
  sources: Partial<SourceSettings>,
  options: { fullText?: boolean } = {},
): Promise<CollectFixture> {
  const database = await testDatabase()
  const pool = openPool(database.url, { max: 8 })
  return {
    pool,
    url: database.url,
    deps: await openDeps(pool, sources, options),
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

let names = 0

export async function anAccount(pool: Pool, quota: number): Promise<string> {
  const username = `analis${names++}`
  const account = await pool.begin((tx) =>
    addAccount(tx, { username, name: 'Analis', email: 'a@b.example', passwordHash: '', roles: ['user'], quota }),
  )
  if (account === null) throw new Error('The name is taken.')
  return account.id
}

export async function aProject(
  pool: Pool,
  ownerId: string,
  fields: Partial<NewProject> & { readonly keyword: string; readonly listening?: boolean },
): Promise<Project> {
  const { listening, ...given } = fields
  const project = await addProject(pool, ownerId, {
    name: 'Uji coba',
    exclude: '',
    category: 'umum',
    kind: 'auto',
    startDay: '2020-01-01',
    endDay: null,
    ...given,
  })
  return listening === true ? ((await setListening(pool, ownerId, project.id, true)) as Project) : project
}

export async function aFeed(pool: Pool, base: URL, path: string): Promise<string> {
  return (await addFeed(pool, { source: 'news', address: new URL(path, base).href })).id
}

// As the API dispatches.
export async function dispatch(pool: Pool, project: Project): Promise<Job> {
  const { id, ownerId } = project
  const { job } = await addJob(pool, { task: 'collect', key: id, accountId: ownerId, projectId: id, requested: true })
  return job
}

// Runs the named rules of the schedule once, or all of them.
export async function runSchedule(fixture: CollectFixture, ...names: readonly string[]): Promise<void> {
  for (const rule of collectRules(fixture.deps)) {
    if (names.length === 0 || names.includes(rule.name)) await rule.queueDue()
  }
}

// Runs real workers until no due job is left.
export async function settle(fixture: CollectFixture): Promise<void> {
  const workers = startWorkers({ pool: fixture.pool, tasks: collectTasks(fixture.deps), concurrency: 3 })
  try {
    for (let polls = 0; polls < 2_400; polls++) {
      const [open] = await fixture.pool`
        select count(*)::int as n from job where state = 'running' or (state = 'waiting' and run_at <= now())`
      if (open?.n === 0) return
      await sleep(25)
    }
    throw new Error('The queue did not empty.')
  } finally {
    await workers.stop()
  }
}

// Alternates the schedule and the workers until neither has anything left to do.
export async function scheduleAndSettle(fixture: CollectFixture): Promise<void> {
  for (let times = 0; times < 5; times++) {
    await runSchedule(fixture, 'due projects', 'due feeds', 'new posts', 'projects behind', 'deferred searches')
    await settle(fixture)
  }
}

export async function jobOf(pool: Pool, project: Project): Promise<Job> {
  const [row] = await pool`
    select id from job where task = 'collect' and project_id = ${project.id} order by created_at desc, id desc limit 1`
  return (await findJob(pool, project.ownerId, row?.id)) as Job
}

export async function mentionIds(pool: Pool, projectId: string): Promise<string[]> {
  const rows = await pool`select platform_id from mention where project_id = ${projectId} order by platform_id`
  return rows.map((row) => row.platform_id)
}

export async function remaining(pool: Pool, accountId: string): Promise<number> {
  const [row] = await pool`select remaining from quota where account_id = ${accountId}`
  return row?.remaining
}

// Asserts for all accounts that the remaining quota is granted minus charged, and that each stored mention was charged once; and that
// a recount finds nothing.
export async function assertExact(pool: Pool): Promise<void> {
  const wrong = await pool`
    with stored as materialized (select project_id, count(*) as n from mention group by project_id),
    counted as materialized (
      select project_id, total as n from mention_count where list = 0 and span = 0)
    select q.account_id, q.remaining, l.balance, l.charged, m.stored, m.counted
      from quota q
      cross join lateral (select coalesce(sum(amount), 0)::bigint as balance,
        coalesce(-sum(amount) filter (where project_id is not null), 0)::bigint as charged from quota_entry where account_id = q.account_id) l
      cross join lateral (select coalesce(sum(s.n), 0)::bigint as stored, coalesce(sum(c.n), 0)::bigint as counted
        from project p left join stored s on s.project_id = p.id left join counted c on c.project_id = p.id
       where p.owner_id = q.account_id) m
     where q.remaining <> l.balance or l.charged <> m.stored or m.stored <> m.counted`
  if (wrong.length > 0) throw new Error(`Accounts that do not add up: ${JSON.stringify(wrong)}`)
  for (const subject of await listSubjects(pool, null)) {
    const findings = await recount(pool, subject, null)
    if (findings.length > 0) throw new Error(`${JSON.stringify(subject)} does not add up: ${JSON.stringify(findings)}`)
  }
}

export async function raiseQuota(pool: Pool, accountId: string, quota: number): Promise<void> {
  await pool.begin((tx) => setQuota(tx, accountId, quota))
}
