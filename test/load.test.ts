import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApi } from '../src/cli/wire-api.ts'
import { readConfig } from '../src/config.ts'
import { openPool } from '../src/store/db.ts'
import { PROJECT, startApi, type TestApi, type TestUser } from './api.ts'

const AT_ONCE = 2
const CALM_MS = 1_200

describe('more at once than can be worked on', () => {
  let api: TestApi
  let user: TestUser
  let path = ''
  before(async () => {
    api = await startApi({}, { requestsMax: AT_ONCE })
    user = await api.user()
    const created = await user.send('POST', '/api/project', PROJECT)
    path = `/api/mentions?keywordId=${created.body.data.id}`
  })
  after(() => api.close())

  const askTogether = (count: number) => Promise.all(Array.from({ length: count }, () => user.get(path)))

  test('the first requests of a process are answered, however many come at once', async () => {
    const pool = openPool(api.url, { max: 4 })
    const { app, events } = await openApi(readConfig({ DATABASE_URL: api.url }), pool)
    const headers = { authorization: `Bearer ${user.token}` }
    const answers = await Promise.all(Array.from({ length: 32 }, () => app.inject({ url: path, headers })))
    assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200])
    await events.close()
    await app.close()
    await pool.end()
  })

  test('a crowd waits for its turn, and everybody is served', async () => {
    const answers = await askTogether(100)
    assert.ok(answers.every(({ status }) => status === 200))
  })

  test('a flood is told to come back, and what is accepted is answered right', async () => {
    const answers = await askTogether(1_000)
    const served = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 503)
    assert.ok(served.length > 0)
    assert.ok(refused.length > 0)
    assert.equal(served.length + refused.length, 1_000)
    for (const { body } of served) assert.deepEqual(body.data, [])
    for (const { body, headers } of refused) {
      assert.equal(headers['retry-after'], '1')
      assert.equal(body.success, false)
    }
  })

  test('a refused request changes nothing', async () => {
    const sent = await Promise.all(Array.from({ length: 1_000 }, () => user.send('POST', '/api/project', PROJECT)))
    const created = sent.filter(({ status }) => status === 201)
    assert.ok(created.length < 1_000)
    await sleep(CALM_MS)
    assert.equal((await user.get('/api/project')).body.total, 1 + created.length)
  })

  test('when the flood is over, everybody is served again', async () => {
    await sleep(CALM_MS)
    const answers = await askTogether(100)
    assert.ok(answers.every(({ status }) => status === 200))
  })

  test('how we are is told however many ask for something else', async () => {
    const flood = askTogether(1_000)
    const health = await Promise.all(Array.from({ length: 20 }, () => api.ask({ url: '/healthz' })))
    assert.ok(health.every(({ status }) => status === 200))
    await flood
  })
})
