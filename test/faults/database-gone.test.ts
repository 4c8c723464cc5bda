import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../../src/store/db.ts'
import { assertExact } from '../collect/fixture.ts'
import { followEvents } from '../processes/live.ts'
import { aProject, type Client, logIn, type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { type Bundled, openBundled } from './bundled.ts'

// How long the database is down: PANTAU_FAULT_AWAY_SECONDS=60 for the minute of a real restart.
const AWAY_MS = Number(process.env.PANTAU_FAULT_AWAY_SECONDS ?? 4) * 1_000

let database: Bundled
let service: Service
let client: Client
before(async () => {
  database = await openBundled()
  service = await startService('start', { database: database.url })
  client = await logIn(() => service.base)
})
after(async () => {
  await service.end('SIGTERM')
  await database.remove()
})

const rows = (from: number, total: number) =>
  Array.from({ length: total }, (_, n) => ({
    platform: 'twitter',
    id: `t${from + n}`,
    text: `banjir nomor ${from + n} di kampung ${(from + n) * 17}`,
    published_at: new Date(Date.now() - 60_000).toISOString(),
  }))

const readiness = async () => (await client.request('GET', '/readyz')).status

test('during and after an outage of the database nothing hangs, nothing is lost, and live events continue', async () => {
  const { body } = await client.request('POST', '/api/project', aProject('banjir'))
  const id = body.data.id as string
  assert.equal((await client.load(`/api/import?keywordId=${id}`, rows(0, 20))).body.new, 20)
  const live = await followEvents(service.base, client.token)
  assert.equal(await readiness(), 200)
  assert.equal((await client.load(`/api/import?keywordId=${id}`, rows(50, 1))).body.new, 1)
  await until('live events arrive', async () => live.events.length > 0, 20_000)

  await database.stop()
  const stoppedAt = Date.now()
  let slowestMs = 0
  while (Date.now() - stoppedAt < AWAY_MS) {
    const sentAt = Date.now()
    const responses = await Promise.all([
      client.request('GET', `/api/mentions?keywordId=${id}`),
      client.request('POST', '/api/project', aProject('gempa')),
      client.load(`/api/import?keywordId=${id}`, rows(100, 5)),
    ])
    slowestMs = Math.max(slowestMs, Date.now() - sentAt)
    for (const { status, body } of responses) {
      assert.equal(status, 500, JSON.stringify(body))
      assert.equal(body.success, false)
    }
    assert.equal(await readiness(), 503)
    assert.equal((await client.request('GET', '/healthz')).status, 200, 'the process itself is healthy')
    await sleep(200)
  }
  assert.ok(slowestMs < 15_000, `a response took ${slowestMs} ms`)

  await database.restart()
  await until('the service is ready again', async () => (await readiness()) === 200, 20_000)
  assert.equal(
    (await client.request('GET', `/api/mentions?keywordId=${id}`)).body.total,
    21,
    'the token and the mentions are there',
  )
  assert.equal(live.isOpen(), true, 'the open stream was not interrupted')
  const before = live.events.length
  await until(
    'new mentions arrive live',
    async () => {
      await client.load(`/api/import?keywordId=${id}`, rows(before + Math.floor(Math.random() * 1e6), 1))
      return live.events.slice(before).some(({ event }) => event === 'mentions')
    },
    20_000,
  )
  live.close()
  // Workers and the schedule have recovered too.
  const { body: run } = await client.request('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: id })
  if (run.success) {
    const job = run.result.job_id
    const ended = async () => (await client.request('GET', `/api/ai-service/jobs/${job}`)).body.status === 'done'
    await until('a dispatched run ends', ended, 30_000)
  }
  const pool = openPool(database.url, { max: 1 })
  await assertExact(pool)
  await pool.end()
  await until('the log says so', async () =>
    /the connection to the database was lost|request failed/.test(service.log()),
  )
  await until('the workers log it too', async () => service.log().includes('the worker could not reach its queue'))
})

const LONG = AWAY_MS >= 60_000 ? false : 'takes half a minute: PANTAU_FAULT_AWAY_SECONDS=60'

test('a request to a hanging database times out', { skip: LONG }, async () => {
  const pool = openPool(database.url, { max: 1 })
  await pool.begin(async (tx) => {
    await tx`lock table session in access exclusive mode`
    const { status, body } = await client.request('GET', '/api/user-quota')
    assert.equal(status, 503)
    assert.match(body.message, /took too long/)
  })
  assert.equal((await client.request('GET', '/api/user-quota')).status, 200)
  await pool.end()
})
