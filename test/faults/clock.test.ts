import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPool, type Pool } from '../../src/store/db.ts'
import { assertExact, mentionIds } from '../collect/fixture.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { aProject, type Client, logIn, openClient, type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { type TestDatabase, testDatabase } from '../setup.ts'

// Two processes whose clocks differ by two days share a database whose clock is right. Sessions, leases and schedules use the
// database clock, so neither process is affected.
const DAY_MS = 86_400_000
const CLOCK = new URL('./shifted-clock.ts', import.meta.url).href

let database: TestDatabase
let pool: Pool
let news: NewsPlatform
let ahead: Service
let behind: Service
let client: Client
before(async () => {
  database = await testDatabase()
  pool = openPool(database.url, { max: 2 })
  news = await openNewsPlatform()
  const start = (shiftMs: number) =>
    startService('start', {
      database: database.url,
      node: ['--import', CLOCK],
      env: { SHIFT_MS: String(shiftMs), PANTAU_LEASE_SECONDS: '2', PANTAU_WORKERS: '2' },
    })
  ;[ahead, behind] = await Promise.all([start(DAY_MS), start(-DAY_MS)])
  client = await logIn(() => behind.base)
})
after(async () => {
  await Promise.all([ahead.end('SIGKILL'), behind.end('SIGKILL')])
  await pool.end()
  await news.close()
  await database.drop()
})

test('a session is valid in both, and lasts by the database’s clock', async () => {
  for (const { base } of [ahead, behind]) {
    assert.equal((await openClient(() => base, client.token).request('GET', '/api/user-quota')).status, 200)
  }
  const [session] = await pool`select extract(epoch from expires_at - now())::int as seconds from session`
  assert.ok(Math.abs(session?.seconds - 24 * 3_600) < 120, `${session?.seconds} s`)
})

test('published articles are collected once, schedules fire once, and leases hold', async () => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const { body } = await client.request('POST', '/api/project', aProject('banjir', { group: `Proyek ${n}` }))
    ids.push(body.data.id)
    await client.request('PATCH', '/api/project/listen-status', { id: body.data.id, islisten: 1 })
  }
  await client.request('POST', '/api/admin/feeds', { url: new URL(NEWS_PATHS.rss, news.url).href })
  for (let n = 0; n < 8; n++) {
    const publishedAt = new Date(Date.now() - 3 * DAY_MS)
    news.publish({ id: `a${n}`, title: `Banjir ${n} di kota ${n * 7}`, body: 'Isi.', publishedAt })
  }
  await until('every project has every article', async () => {
    await pool`update feed set next_poll_at = now() where next_poll_at > now() + interval '1 second'`
    const lengths = await Promise.all(ids.map(async (id) => (await mentionIds(pool, id)).length))
    return lengths.every((length) => length === 8)
  })
  await assertExact(pool)
  const runs = await pool`select project_id, count(*)::int as n from job where task = 'collect' group by project_id`
  assert.ok(
    runs.every(({ n }) => n <= 2),
    JSON.stringify(runs),
  )
  const [odd] = await pool`
    select count(*)::int as n from job where abs(extract(epoch from coalesce(lease_until, finished_at, run_at) - now())) > 3600`
  assert.equal(odd?.n, 0, 'no job has a time of a wrong clock')
  const [feed] = await pool`select extract(epoch from next_poll_at - now())::int as seconds from feed`
  assert.ok(Math.abs(feed?.seconds) < 3_600, `the next poll is in ${feed?.seconds} s`)
  await until('every project is scheduled by the right clock', async () => {
    const times = await pool`select extract(epoch from next_run_at - now())::int as seconds from project`
    return times.every(({ seconds }) => seconds > 0 && seconds <= 900)
  })
})

test('a job of a dead worker is requeued after its lease, whatever the processes’ clocks say', async () => {
  const [job] = await pool`
    insert into job (id, task, key, state, worker, started_at, lease_until)
    values (gen_random_uuid(), 'clean-up', 'left behind', 'running', 'dead worker', now(), now() + interval '1 second') returning id`
  await until('another worker has done it', async () => {
    const [row] = await pool`select state from job where id = ${job?.id}`
    return row?.state === 'done'
  })
})
