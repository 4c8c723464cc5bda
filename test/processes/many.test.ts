import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPool, type Pool } from '../../src/store/db.ts'
import { assertExact, mentionIds } from '../collect/world.ts'
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
  // All at once: they migrate, create the administrator and seed the feeds together, and only one of them does.
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

async function readFeedsNow(): Promise<void> {
  await pool`update feed set next_poll_at = now() where next_poll_at > now() + interval '1 second'`
}

async function untilAllArrived(): Promise<void> {
  await until('every project has every article', async () => {
    await readFeedsNow()
    const lengths = await Promise.all(projects.map(async (id) => (await mentionIds(pool, id)).length))
    return lengths.every((length) => length === articles)
  })
}

test('started together they agree on one administrator and one schema', async () => {
  const [accounts] = await pool`select count(*)::int as n from account`
  assert.equal(accounts?.n, 1)
  for (const { base } of serving) assert.equal((await openClient(() => base).ask('GET', '/readyz')).status, 200)
})

test('a session of one process is a session of the other, until it ends in either', async () => {
  const mine = await logIn(() => serving[0]?.base ?? '')
  const there = openClient(() => serving[1]?.base ?? '', mine.token)
  assert.equal((await there.ask('GET', '/api/user-quota')).status, 200)
  assert.equal((await there.ask('POST', '/api/auth/logout', { token: mine.token })).status, 200)
  assert.equal((await mine.ask('GET', '/api/user-quota')).status, 401)
})

test('schedules fire once: one run per project and interval, whoever looks', async () => {
  for (let n = 0; n < PROJECTS; n++) {
    const { body } = await client.ask('POST', '/api/project', aProject('banjir', { group: `Proyek ${n}` }))
    projects.push(body.data.id)
    await other().ask('PATCH', '/api/project/listen-status', { id: body.data.id, islisten: 1 })
  }
  await client.ask('POST', '/api/admin/feeds', { url: new URL(NEWS_PATHS.rss, news.url).href })
  publish(5)
  await untilAllArrived()
  const ended = async () => {
    const [open] =
      await pool`select count(*)::int as n from job where task = 'collect' and state in ('waiting', 'running')`
    return open?.n === 0
  }
  await until('the scheduled runs have ended', ended)
  // Everybody has an own second of the quarter of an hour at which an interval begins (src/store/due.ts).
  const runs = await pool`
    select project_id, count(*)::int as runs,
           count(distinct floor((extract(epoch from created_at) - abs(hashtext(project_id::text)::bigint) % 900) / 900))::int as intervals
      from job where task = 'collect' group by project_id`
  assert.equal(runs.length, PROJECTS)
  for (const run of runs) assert.equal(run.runs, run.intervals, JSON.stringify(run))
  await assertExact(pool)
})

test('what a worker stores is told live by both serving processes', async () => {
  const watching = await Promise.all(serving.map(({ base }) => followEvents(base, client.token)))
  publish(1)
  await until('both have told of all projects', async () => {
    // Again and again: a reading that had begun before the article was there puts the next one off.
    await readFeedsNow()
    return watching.every(({ events }) => {
      const told = events.filter(({ event }) => event === 'mentions').map(({ data }) => data.keyword_id)
      return new Set(told).size === PROJECTS
    })
  })
  for (const live of watching) {
    const mentions = live.events.filter(({ event }) => event === 'mentions')
    assert.equal(mentions.length, PROJECTS, 'each once')
    live.close()
  }
})

test('killing any one loses nothing', async () => {
  publish(10)
  const isWorking = async () => {
    await readFeedsNow()
    return (await pool`select from job where state = 'running'`).length > 0
  }
  await until('somebody works', isWorking, 20_000)
  await working[0]?.end('SIGKILL')
  await serving[0]?.end('SIGKILL')
  publish(10)
  await untilAllArrived()
  const page = await other().ask('GET', `/api/mentions?keywordId=${projects[0]}`)
  assert.equal(page.body.total, articles)
  await until('no job is left with the dead', async () => {
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
    values (gen_random_uuid(), 'clean-up', 'left behind', 'running', 'who died', now(), now() + interval '1 second') returning id`
  await until('another has done it', async () => {
    const [row] = await pool`select state from job where id = ${job?.id}`
    return row?.state === 'done'
  })
  await until('its log says so', async () => working[2]?.log().includes('jobs of a worker that died are back') === true)
})
