import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  createPantau,
  ForbiddenError,
  type ImportLine,
  InvalidError,
  NotFoundError,
  type Pantau,
  type PantauEvent,
  QuotaError,
  RateLimitedError,
  RunFailedError,
  UnauthorizedError,
  UnavailableError,
  UnreachableError,
} from '../../client/src/index.ts'
import { finishJob, takeJob } from '../../src/store/jobs/jobs.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

const lineOf = (id: number): string =>
  `{"source":"twitter","id":"${id}","text":"banjir jakarta ${id}","url":"https://x.com/a/status/${id}","published_at":"2026-06-01T00:00:0${id}Z"}\n`

async function collect<T>(items: AsyncIterable<T>, count = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) if (found.push(item) >= count) break
  return found
}

describe('the client and the service', () => {
  let api: TestApi
  let user: TestUser
  let url: string
  let pantau: Pantau
  let keywordId: string
  before(async () => {
    api = await startApi()
    user = await api.user()
    url = await api.app.listen({ host: '127.0.0.1', port: 0 })
    pantau = createPantau({ url: `${url}/`, token: user.token })
    keywordId = (await addTestProject(user)).id
    const posts = Array.from({ length: 5 }, (_, n) => ({ at: `2026-06-01T00:00:0${n}Z` }))
    await seedMentions(api.pool, user, { id: keywordId }, posts)
  })
  after(() => api.close())

  test('all items of a list are read by page number and by cursor', async () => {
    const { data } = await pantau.get('/api/mentions', { query: { keywordId, limit: 50 } })
    const ids = data.map(({ id }) => id)
    assert.equal(ids.length, 5)
    const query = { keywordId, limit: 2 }
    assert.deepEqual(
      (await collect(pantau.each('/api/mentions', { query }))).map(({ id }) => id),
      ids,
    )
    assert.deepEqual(
      (await collect(pantau.each('/api/mentions/search', { query }))).map(({ id }) => id),
      ids,
    )
    const pages = await collect(pantau.pages('/api/mentions', { query: { ...query, page: 2 } }))
    assert.deepEqual(
      pages.map(({ page }) => page),
      [2, 3],
    )
  })

  test('changes are read to the last one', async () => {
    const numbers = await collect(pantau.changes({ keywordId, since: 0 }))
    assert.equal(numbers.length, 5)
    assert.deepEqual(await collect(pantau.changes({ keywordId, since: numbers.at(-1)?.number ?? 0 })), [])
  })

  test('a log-in is shared by requests, and repeated when its session has ended', async () => {
    const { username, password } = await api.user()
    const logIns: string[] = []
    const counted = createPantau({
      url,
      login: { username, password },
      fetch: (request) => {
        if (request.url.endsWith('/login')) logIns.push(request.url)
        return fetch(request)
      },
    })
    await Promise.all([counted.get('/api/auth/session'), counted.get('/api/project')])
    assert.equal(logIns.length, 1)
    await counted.post('/api/auth/logout-all')
    assert.equal((await counted.get('/api/auth/session')).user.username, username)
    assert.equal(logIns.length, 2)
    const wrong = createPantau({ url, login: { username, password: 'another password' } })
    await assert.rejects(wrong.get('/api/project'), UnauthorizedError)
  })

  test('an error is of the class of its status and says what the service said', async () => {
    await assert.rejects(pantau.get('/api/mentions', { query: { keywordId: '' } }), (error: unknown) => {
      assert.ok(error instanceof InvalidError)
      assert.deepEqual([error.status, error.code, error.name], [400, 'Bad Request', 'InvalidError'])
      assert.match(error.message, /keywordId/)
      return true
    })
    await assert.rejects(pantau.get('/api/mentions/{id}', { path: { id: 'a/../b' } }), NotFoundError)
    await assert.rejects(pantau.get('/api/admin/users'), ForbiddenError)
    await assert.rejects(createPantau({ url, key: 'pantau_wrong' }).get('/api/project'), UnauthorizedError)
    await assert.rejects(createPantau({ url: 'http://127.0.0.1:1' }).get('/api/project'), UnreachableError)
    const signal = AbortSignal.abort(new Error('enough'))
    await assert.rejects(pantau.get('/api/project', { signal }), /enough/)
  })

  test('a stream of posts is imported row by row, and exported as a file and as rows', async () => {
    const { id } = await addTestProject(user, { group: '洪水' })
    const body = new Blob([lineOf(1), lineOf(2), '{"source":"twitter"}\n']).stream()
    const lines: ImportLine[] = []
    const report = await pantau.importFile({ keywordId: id }, body, { onLine: (line) => lines.push(line) })
    assert.deepEqual([report.rows, report.new, report.invalid], [3, 2, 1])
    assert.deepEqual(
      lines.map((line) => ('row' in line ? line.outcome : line.rows_total)),
      [3, 'new', 'new', 'invalid'],
    )
    const { name, type, body: file } = await pantau.exportFile({ keywordId: id, format: 'csv' })
    assert.match(name, /^pantau-洪水-.*\.csv$/)
    assert.match(type, /^text\/csv/)
    assert.match(await new Response(file).text(), /banjir jakarta 2/)
    const rows = await collect(pantau.exportRows({ keywordId: id }))
    assert.deepEqual(rows.map(({ content }) => content).sort(), ['banjir jakarta 1', 'banjir jakarta 2'])
    const [chosen] = await collect(pantau.exportRows({ keywordId: id, columns: 'source,matched' }))
    assert.deepEqual(Object.keys(chosen ?? {}), ['source', 'matched'])
    assert.ok(Array.isArray(chosen?.matched), 'a list stays a list')
    await assert.rejects(collect(pantau.exportRows({ keywordId: 'none' })), NotFoundError)
    await assert.rejects(pantau.importFile({ keywordId: id }, 'text', { type: 'text/html' }), InvalidError)
  })

  test('events are received as they happen, and resumed behind the last one', async () => {
    const stop = new AbortController()
    const received: PantauEvent[] = []
    const states: string[] = []
    const onConnection = (state: string): void => {
      states.push(state)
      void seedMentions(api.pool, user, { id: keywordId }, [{}])
    }
    for await (const event of pantau.events({ signal: stop.signal, onConnection })) {
      received.push(event)
      stop.abort()
    }
    assert.deepEqual(states, ['live'])
    const [first] = received
    assert.ok(first?.kind === 'mentions')
    assert.deepEqual([first.data.keyword_id, first.data.added], [keywordId, 1])
    await seedMentions(api.pool, user, { id: keywordId }, [{}, {}])
    const [missed] = await collect(pantau.events({ lastEventId: first.id }), 1)
    assert.ok(missed?.kind === 'mentions')
    assert.equal(missed.data.added, 2)
    await assert.rejects(collect(createPantau({ url, token: 'wrong' }).events()), UnauthorizedError)
  })

  test('a run is waited for until it is done or has failed', async () => {
    const claim = { worker: 'worker', tasks: ['collect'], leaseSeconds: 60 }
    const jobId = await pantau.startRun(keywordId)
    assert.equal(await pantau.startRun(keywordId), jobId, 'the same run, not a second one')
    await takeJob(api.pool, claim)
    const states: string[] = []
    const job = await pantau.waitForRun(jobId, {
      onProgress: ({ status }) => {
        states.push(status)
        if (status === 'running') void finishJob(api.pool, jobId, 'worker', { state: 'done', detail: null })
      },
    })
    assert.equal(job.job_id, jobId)
    assert.deepEqual([...new Set(states)], ['running', 'done'])
    const failing = await pantau.startRun(keywordId)
    await takeJob(api.pool, claim)
    await finishJob(api.pool, failing, 'worker', { state: 'failed', detail: 'The feed is gone.' })
    await assert.rejects(pantau.waitForRun(failing), (error: unknown) => {
      return error instanceof RunFailedError && error.message === 'The feed is gone.' && error.job.job_id === failing
    })
    const withoutQuota = await api.user({ quota: 0 })
    const { id } = await addTestProject(withoutQuota)
    await assert.rejects(createPantau({ url, token: withoutQuota.token }).startRun(id), QuotaError)
  })
})

// A service that refuses: what the real one does in overload, without an overload.
describe('the client and a service that refuses', () => {
  const requests: { readonly method: string; readonly body: string; readonly lastEventId: string | undefined }[] = []
  let respond: (response: ServerResponse, count: number) => void = () => {}
  let url = ''
  let pantau: Pantau
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = (await request.toArray()).join('')
    const lastEventId = request.headers['last-event-id'] as string | undefined
    requests.push({ method: request.method ?? '', body, lastEventId })
    respond(response, requests.length)
  })
  const refuseWith =
    (status: number, times: number, retryAfter = '0') =>
    (response: ServerResponse, count: number): void => {
      const headers = { 'content-type': 'application/json', 'retry-after': retryAfter }
      if (count <= times) response.writeHead(status, headers).end('{"error":"Refused","message":"Try again."}')
      else response.writeHead(200, headers).end('{"message":"done"}')
    }
  const sendWith = (next: typeof respond): void => {
    requests.length = 0
    respond = next
  }
  const project = { path: { id: '1' }, body: { sentimen: 1 } } as const
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    pantau = createPantau({ url, key: 'pantau_key', retries: 2 })
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  test('repeats what was refused with 429 or 503, body included, and no more often than allowed', async () => {
    sendWith(refuseWith(429, 2))
    assert.deepEqual(await pantau.patch('/api/mentions/{id}', project), { message: 'done' })
    assert.deepEqual(
      requests.map(({ method, body }) => [method, body]),
      Array(3).fill(['PATCH', '{"sentimen":1}']),
    )
    sendWith(refuseWith(503, 2))
    await pantau.get('/api/user-quota')
    assert.equal(requests.length, 3)
    sendWith(refuseWith(503, 3))
    await assert.rejects(pantau.get('/api/user-quota'), UnavailableError)
    assert.equal(requests.length, 3)
    sendWith(refuseWith(429, 1))
    await assert.rejects(pantau.get('/api/user-quota', { retries: 0 }), RateLimitedError)
  })

  test('does not repeat after 503 what may have been executed, unless it may be repeated', async () => {
    sendWith(refuseWith(503, 1))
    await assert.rejects(pantau.patch('/api/mentions/{id}', project), UnavailableError)
    assert.equal(requests.length, 1)
    sendWith(refuseWith(503, 1))
    await pantau.patch('/api/mentions/{id}', { ...project, repeatable: true })
    assert.equal(requests.length, 2)
    sendWith(refuseWith(429, 1))
    const stream = new Blob(['a']).stream()
    await assert.rejects(pantau.importFile({ keywordId: '1' }, stream), RateLimitedError)
    assert.equal(requests.length, 1)
  })

  test('does not wait longer than allowed, nor after the call is aborted', async () => {
    sendWith(refuseWith(429, 1, '3600'))
    await assert.rejects(pantau.get('/api/user-quota'), (error: unknown) => {
      return error instanceof RateLimitedError && error.retryAfterSeconds === 3600
    })
    const stop = new AbortController()
    sendWith((response, count) => {
      refuseWith(429, 1, '50')(response, count)
      response.once('close', () => setImmediate(() => stop.abort(new Error('enough'))))
    })
    await assert.rejects(pantau.get('/api/user-quota', { signal: stop.signal }), /enough/)
    assert.equal(requests.length, 1)
  })

  test('connects again after a lost connection or an error, and names the last event', async () => {
    sendWith((response, count) => {
      if (count === 2) return response.writeHead(500).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (count === 1)
        response.end('id: 6\nretry: 1\n\n: still here\n\nid: 7\nevent: project\ndata: {"change":"a"}\n\nid: 8')
      else response.write('id: 8\r\nevent: project\r\ndata: {"change":"b"}\r\n\r\n')
    })
    const states: string[] = []
    const events = await collect(pantau.events({ onConnection: (state) => states.push(state) }), 2)
    assert.deepEqual(
      events.map(({ id, data }) => [id, data]),
      [
        ['7', { change: 'a' }],
        ['8', { change: 'b' }],
      ],
    )
    assert.deepEqual(
      requests.map(({ lastEventId }) => lastEventId),
      [undefined, '7', '7'],
    )
    assert.deepEqual(states, ['live', 'lost', 'lost', 'live'])
  })

  test('reports a response that was cut', async () => {
    sendWith((response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write('{"id":"1"}\n', () => response.destroy())
    })
    const rows = pantau.exportRows({ keywordId: '1' })
    await assert.rejects(collect(rows), UnreachableError)
    sendWith((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A proxy</p>'))
    await assert.rejects(pantau.get('/api/user-quota'), UnreachableError)
    sendWith((response) => response.writeHead(502).end('<p>A proxy</p>'))
    await assert.rejects(pantau.get('/api/user-quota'), { name: 'PantauError', status: 502 })
  })
})
