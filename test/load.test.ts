import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { openApi } from '../src/cli/wire-api.ts'
import { readConfig } from '../src/config.ts'
import { openPool } from '../src/store/db.ts'
import { type Answer, PROJECT, startApi, type TestApi, type TestUser } from './api.ts'

const AT_ONCE = 2
const CALM_MS = 1_200

// Over real sockets: who stands at the door is only known there.
describe('more at once than can be worked on', () => {
  let api: TestApi
  let user: TestUser
  let path = ''
  let sockets: Pool
  before(async () => {
    api = await startApi({}, { requestsMax: AT_ONCE })
    user = await api.user()
    const created = await user.send('POST', '/api/project', PROJECT)
    path = `/api/mentions?keywordId=${created.body.data.id}`
    sockets = new Pool(await api.app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }), { connections: null })
  })
  after(async () => {
    await sockets.destroy()
    await api.close()
  })

  async function ask(url: string, { post, to = sockets }: { post?: unknown; to?: Pool } = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
    const body = post === undefined ? null : JSON.stringify(post)
    const answer = await to.request({ path: url, method: post === undefined ? 'GET' : 'POST', headers, body })
    return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() }
  }
  const askTogether = (count: number) => Promise.all(Array.from({ length: count }, () => ask(path)))

  test('the first requests of a process are answered, however many come at once; of a flood the metrics tell', async () => {
    const pool = openPool(api.url, { max: 4 })
    const { app, events, metrics } = await openApi(readConfig({ DATABASE_URL: api.url }), pool)
    const fresh = new Pool(await app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }), { connections: null })
    const askFresh = (count: number) => Promise.all(Array.from({ length: count }, () => ask(path, { to: fresh })))
    assert.ok((await askFresh(32)).every(({ status }) => status === 200))
    const refused = (await askFresh(1_000)).filter(({ status }) => status === 503)
    const told = (await metrics.text()).matchAll(/^pantau_request_seconds_count\{.*status="503"\} (\d+)$/gm)
    assert.equal(
      [...told].map(([, count]) => Number(count)).reduce((sum, count) => sum + count, 0),
      refused.length,
    )
    await fresh.destroy()
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
    const guards = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'x-request-id']
    for (const { body, headers } of refused) {
      assert.equal(headers['retry-after'], '1')
      assert.equal(headers['cache-control'], 'no-store')
      assert.deepEqual(Object.keys(body), ['success', 'error', 'message'])
      for (const name of guards) assert.ok(headers[name], `${name} is missing`)
    }
  })

  test('a refused request changes nothing', async () => {
    const sent = await Promise.all(Array.from({ length: 1_000 }, () => ask('/api/project', { post: PROJECT })))
    const created = sent.filter(({ status }) => status === 201)
    assert.ok(created.length < 1_000)
    await sleep(CALM_MS)
    assert.equal((await ask('/api/project')).body.total, 1 + created.length)
  })

  test('when the flood is over, everybody is served again', async () => {
    await sleep(CALM_MS)
    const answers = await askTogether(100)
    assert.ok(answers.every(({ status }) => status === 200))
  })

  test('in a flood, who sends a body bit by bit keeps nobody else from being served', async () => {
    const { hostname, port } = new URL(api.app.listeningOrigin)
    const flood = askTogether(1_000)
    const slow = Array.from({ length: AT_ONCE * 4 }, () => {
      const socket = connect(Number(port), hostname)
      const head = `authorization: Bearer ${user.token}\r\ncontent-type: application/json\r\ncontent-length: 1000`
      socket.write(`POST /api/project HTTP/1.1\r\nhost: pantau\r\n${head}\r\n\r\n{`)
      return socket
    })
    await flood
    let served = 0
    for (let turn = 0; turn < 100; turn++) {
      const answers = await askTogether(3)
      served += answers.filter(({ status }) => status === 200).length
    }
    assert.ok(served > 0)
    for (const socket of slow) {
      socket.destroy()
      await once(socket, 'close')
    }
  })

  test('who never ends its headers is not waited for, however long a body may be', () => {
    const { headersTimeout, requestTimeout } = api.app.server
    assert.ok(headersTimeout > 0)
    assert.equal(requestTimeout, 0)
  })

  test('how we are is told however many ask for something else', async () => {
    const flood = askTogether(1_000)
    const health = await Promise.all(Array.from({ length: 20 }, () => ask('/healthz')))
    assert.ok(health.every(({ status }) => status === 200))
    await flood
  })
})
