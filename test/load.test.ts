import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Pool } from 'undici'
import { PROJECT, startApi, type TestApi, type TestResponse, type TestUser } from './api.ts'

const CONCURRENT_MAX = 2
// Long enough that no request is refused for waiting too long, however slow the machine is: only a full queue refuses.
const WAIT_MS = 60_000
const LIMITS = {
  quick: { concurrentMax: CONCURRENT_MAX, queueMax: 8, waitMsMax: WAIT_MS },
  long: { concurrentMax: 2, queueMax: 64, waitMsMax: WAIT_MS },
  login: { concurrentMax: 2, queueMax: 16, waitMsMax: WAIT_MS },
}
const FLOOD = 300

// Over real sockets, like a real flood.
describe('more requests at once than the limits allow', () => {
  let api: TestApi
  let user: TestUser
  let path = ''
  let client: Pool
  // Statuses as an observer sees them: metrics and tracing are observers.
  const observed = new Map<number, number>()
  before(async () => {
    const watch = (app: TestApi['app']) =>
      void app.addHook('onResponse', async (_request, reply) => {
        observed.set(reply.statusCode, (observed.get(reply.statusCode) ?? 0) + 1)
      })
    api = await startApi({ observers: [{ watch }] }, { limits: LIMITS })
    user = await api.user()
    const created = await user.send('POST', '/api/project', PROJECT)
    path = `/api/mentions?keywordId=${created.body.data.id}`
    client = new Pool(await api.app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }), { connections: null })
  })
  after(async () => {
    await client.destroy()
    await api.close()
  })

  async function request(url: string, post?: unknown): Promise<TestResponse> {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
    const body = post === undefined ? null : JSON.stringify(post)
    const response = await client.request({ path: url, method: post === undefined ? 'GET' : 'POST', headers, body })
    return { status: response.statusCode, headers: response.headers, body: await response.body.json() }
  }
  const flood = (count: number) => Promise.all(Array.from({ length: count }, () => request(path)))
  const statusesOf = (responses: readonly TestResponse[]) => new Set(responses.map(({ status }) => status))

  test('a burst that fits into the queue is served completely', async () => {
    assert.deepEqual(statusesOf(await flood(10)), new Set([200]))
  })

  // Sends requests while no statement on projects can finish, so that their concurrency does not depend on the machine.
  async function whileBlocked(send: () => Promise<TestResponse>[]): Promise<TestResponse[]> {
    const fits = LIMITS.quick.concurrentMax + LIMITS.quick.queueMax
    let responses: Promise<TestResponse>[] = []
    await api.pool.begin(async (tx) => {
      await tx`lock table project in access exclusive mode`
      let ended = 0
      responses = send()
      const all = Promise.withResolvers<void>()
      for (const response of responses)
        void response.then(() => (++ended === responses.length - fits ? all.resolve() : undefined))
      await all.promise
    })
    return Promise.all(responses)
  }

  test('requests beyond the slots and the queue are refused, and accepted ones get the right response', async () => {
    observed.clear()
    const responses = await whileBlocked(() => Array.from({ length: FLOOD }, () => request(path)))
    const refused = responses.filter(({ status }) => status === 503)
    assert.equal(refused.length, FLOOD - LIMITS.quick.concurrentMax - LIMITS.quick.queueMax)
    assert.equal(observed.get(503), refused.length)
    for (const { body } of responses.filter(({ status }) => status === 200)) assert.deepEqual(body.data, [])
    for (const { body, headers } of refused) {
      assert.equal(headers['retry-after'], '1')
      assert.equal(headers['cache-control'], 'no-store')
      assert.deepEqual(Object.keys(body), ['success', 'error', 'message'])
      for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'x-request-id'])
        assert.ok(headers[name], `${name} is missing`)
    }
  })

  test('a refused request changes nothing', async () => {
    const before = (await request('/api/project')).body.total
    const sent = await whileBlocked(() => Array.from({ length: FLOOD }, () => request('/api/project', PROJECT)))
    const created = sent.filter(({ status }) => status === 201)
    assert.equal(created.length, LIMITS.quick.concurrentMax + LIMITS.quick.queueMax)
    assert.equal((await request('/api/project')).body.total, before + created.length)
  })

  test('after the flood all requests are served again', async () => {
    await flood(FLOOD)
    assert.deepEqual(statusesOf(await flood(10)), new Set([200]))
  })

  test('a flood of quick requests delays neither long requests nor log-ins', async () => {
    const flooding = flood(FLOOD)
    const { username, password } = user
    const [login, overview] = await Promise.all([
      request('/api/auth/login', { username, password }),
      request('/api/project/overview'),
    ])
    assert.deepEqual([login.status, overview.status], [200, 200])
    await flooding
  })

  test('a flood of log-ins does not block requests of users who are logged in', async () => {
    const { username, password } = user
    const logins = Promise.all(Array.from({ length: 300 }, () => request('/api/auth/login', { username, password })))
    assert.deepEqual(statusesOf(await flood(10)), new Set([200]))
    const statuses = statusesOf(await logins)
    assert.ok(statuses.has(200))
    assert.ok(
      [...statuses].every((status) => [200, 429, 503].includes(status)),
      [...statuses].join(),
    )
  })

  test('a client that sends its body byte by byte holds no slot', async () => {
    const { hostname, port } = new URL(api.app.listeningOrigin)
    const slow: Socket[] = Array.from({ length: CONCURRENT_MAX * 4 }, () => {
      const socket = connect(Number(port), hostname)
      const head = `authorization: Bearer ${user.token}\r\ncontent-type: application/json\r\ncontent-length: 1000`
      socket.write(`POST /api/project HTTP/1.1\r\nhost: pantau\r\n${head}\r\n\r\n{`)
      return socket
    })
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    assert.deepEqual(statusesOf(await flood(10)), new Set([200]))
    for (const socket of slow) {
      socket.destroy()
      await once(socket, 'close')
    }
    assert.deepEqual(statusesOf(await flood(10)), new Set([200]))
  })

  test('headers must arrive in a limited time, however long a body may take', () => {
    const { headersTimeout, requestTimeout } = api.app.server
    assert.ok(headersTimeout > 0)
    assert.equal(requestTimeout, 0)
  })

  test('health is reported during a flood', async () => {
    const flooding = flood(FLOOD)
    const health = await Promise.all(Array.from({ length: 20 }, () => request('/healthz')))
    assert.deepEqual(statusesOf(health), new Set([200]))
    await flooding
  })
})
