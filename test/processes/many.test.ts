import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPool, type Pool } from '../../src/store/db.ts'
import { assertExact, mentionIds } from '../collect/fixture.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { type TestDatabase, testDatabase } from '../setup.ts'
import { followEvents } from './live.ts'
import { aProject, type Client, logIn, openClient, type Service, startService } from './service.ts'
import { until } from './until.ts'

// Two processes that serve and three that work, on one database, as on several machines.
const ENV = { PANTAU_LEASE_SECONDS: '2', PANTAU_WORKERS: '2', PANTAU_DATABASE_CONNECTIONS: '4' }
const PROJECTS = 12

let database: TestDatabase
let news: NewsPlatform
let pool: Pool
let serving: Service[]
let working: Service[]
let client: Client
before(async () => {
  database = await testDatabase()
  pool = openPool(database.url, { max: 2 })
  news = await openNewsPlatform()
  const start = (command: 'serve' | 'work') => startService(command, { database: database.url, env: ENV })
  // All at once: they all try to migrate, create the administrator and seed the feeds, and only one of them does.
  const all = await Promise.all([start('serve'), start('serve'), start('work'), start('work'), start('work')])
  serving = all.slice(0, 2)
  working = all.slice(2)
  client = await logIn(() => serving[0]?.base ?? '')
})
after(async () => {
  await Promise.all([...serving, ...working].map((service) => service.end('SIGKILL')))
  await pool.end()
  await news.close()
  await database.drop()
})

const other = () => openClient(() => serving[1]?.base ?? '', client.token)
const projects: string[] = []
let articles = 0
function publish(total: number): void {
  for (let n = 0; n < total; n++) {
    const title = `Banjir ${articles} merendam kota ${articles * 13}`
    news.publish({ id: `artikel${articles++}`, title, body: 'Isi.', publishedAt: new Date() })
  }
}

async function pollFeedsNow(): Promise<void> {
  await pool`update feed set next_poll_at = now() where next_poll_at > now() + interval '1 second'`
}

async function untilAllArrived(): Promise<void> {
  await until('every project has every article', async () => {
    await pollFeedsNow()
    const lengths = await Promise.all(projects.map(async (id) => (await mentionIds(pool, id)).length))
    return lengths.every((length) => length === articles)
  })
}

test('processes started together create one administrator and one schema', async () => {
  const [accounts] = await pool`select count(*)::int as n from account`
  assert.equal(accounts?.n, 1)
  for (const { base } of serving) assert.equal((await openClient(() => base).request('GET', '/readyz')).status, 200)
})

test('a session is valid in both processes until it ends in either', async () => {
  const mine = await logIn(() => serving[0]?.base ?? '')
  const there = openClient(() => serving[1]?.base ?? '', mine.token)
  assert.equal((await there.request('GET', '/api/user-quota')).status, 200)
  assert.equal((await there.request('POST', '/api/auth/logout', { token: mine.token })).status, 200)
  assert.equal((await mine.request('GET', '/api/user-quota')).status, 401)
})

test('schedules fire once: one run per project and interval, whichever process runs them', async () => {
  for (let n = 0; n < PROJECTS; n++) {
    const { body } = await client.request('POST', '/api/project', aProject('banjir', { group: `Proyek ${n}` }))
    projects.push(body.data.id)
    await other().request('PATCH', '/api/project/listen-status', { id: body.data.id, islisten: 1 })
  }
  await client.request('POST', '/api/admin/feeds', { url: new URL(NEWS_PATHS.rss, news.url).href })
  publish(5)
  await untilAllArrived()
  const ended = async () => {
    const [open] =
      await pool`select count(*)::int as n from job where task = 'collect' and state in ('waiting', 'running')`
    return open?.n === 0
  }
  await until('the scheduled runs have ended', ended)
  // The interval of each project begins at its own second of the quarter of an hour (src/store/jobs/due.ts).
  const runs = await pool`
    select project_id, count(*)::int as runs,
           count(distinct floor((extract(epoch from created_at) - abs(hashtext(project_id::text)::bigint) % 900) / 900))::int as intervals
      from job where task = 'collect' group by project_id`
  assert.equal(runs.length, PROJECTS)
  for (const run of runs) assert.equal(run.runs, run.intervals, JSON.stringify(run))
  await assertExact(pool)
})

test('mentions that a worker stores are sent live by both serving processes', async () => {
  const watching = await Promise.all(serving.map(({ base }) => followEvents(base, client.token)))
  publish(1)
  await until('both have sent events of all projects', async () => {
    // Repeatedly: a poll that began before the article was published postpones the next one.
    await pollFeedsNow()
    return watching.every(({ events }) => {
      const ids = events.filter(({ event }) => event === 'mentions').map(({ data }) => data.keyword_id)
      return new Set(ids).size === PROJECTS
    })
  })
  for (const live of watching) {
    const mentions = live.events.filter(({ event }) => event === 'mentions')
    assert.equal(mentions.length, PROJECTS, 'each once')
    live.close()
  }
})

test('killing any process loses nothing', async () => {
  publish(10)
  const isWorking = async () => {
    await pollFeedsNow()
    return (await pool`select from job where state = 'running'`).length > 0
  }
  await until('a job is running', isWorking, 20_000)
  await working[0]?.end('SIGKILL')
  await serving[0]?.end('SIGKILL')
  publish(10)
  await untilAllArrived()
  const page = await other().request('GET', `/api/mentions?keywordId=${projects[0]}`)
  assert.equal(page.body.total, articles)
  await until('no job is left with a dead worker', async () => {
    const [left] = await pool`select count(*)::int as n from job where state = 'running' and lease_until < now()`
    return left?.n === 0
  })
  await working[1]?.end('SIGKILL')
  publish(5)
  await untilAllArrived()
  await assertExact(pool)
})

test('a job whose worker died is done by another once its lease has ended', async () => {
  const [job] = await pool`
    insert into job (id, task, key, state, worker, started_at, lease_until)
    values (gen_random_uuid(), 'clean-up', 'left behind', 'running', 'dead worker', now(), now() + interval '1 second') returning id`
  await until('another worker has done it', async () => {
    const [row] = await pool`select state from job where id = ${job?.id}`
    return row?.state === 'done'
  })
  await until('its log says so', async () => working[2]?.log().includes('returned jobs of dead workers') === true)
})
