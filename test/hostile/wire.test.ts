import assert from 'node:assert/strict'
import { once } from 'node:events'
import { STATUS_CODES } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { log } from '../../src/log.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { addTestSession } from '../sessions.ts'
import type { Document } from './document.ts'
import { stateOf } from './state.ts'

const RESPONSE_MS_MAX = 10_000
interface RawResponse {
  readonly status: number
  readonly headers: string
  readonly body: string
}

// Raw bytes on a socket, which no HTTP client would send.
describe('broken HTTP', () => {
  let api: TestApi
  let user: TestUser
  let port: number
  let document: Document
  before(async () => {
    api = await startApi()
    document = (await api.request({ method: 'GET', url: '/openapi.json' })).body
    user = await api.user()
    await addTestProject(user)
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    port = (api.app.server.address() as AddressInfo).port
  })
  after(() => api.close())

  const send = (bytes: string | Buffer | readonly (string | Buffer)[], expected = 1) => sendTo(port, bytes, expected)
  const head = (line: string, headers: readonly string[] = []) =>
    [line, 'Host: x', `Authorization: Bearer ${user.token}`, ...headers, '', ''].join('\r\n')
  const post = (headers: readonly string[]) =>
    head('POST /api/project HTTP/1.1', ['Content-Type: application/json', ...headers])

  const CASES: [string, () => string | Buffer, number[]][] = [
    ['nonsense', () => 'hello\r\n\r\n', [400]],
    ['a TLS greeting', () => Buffer.from('16030100c5010000c10303', 'hex'), [400]],
    ['an unknown method', () => head('BREW /api/project HTTP/1.1'), [400]],
    ['an unknown version', () => head('GET /api/project HTTP/9.9'), [400, 505]],
    ['no host', () => 'GET /api/project HTTP/1.1\r\n\r\n', [400]],
    ['a space in the path', () => head('GET /api/pro ject HTTP/1.1'), [400]],
    ['a path that is not ASCII', () => Buffer.from(head('GET /api/mentions/é HTTP/1.1'), 'latin1'), [400, 404]],
    ['a path with a bad percent sign', () => head('GET /api/project/summary/%zz HTTP/1.1'), [400]],
    ['a path with half a character', () => head('GET /api/project/summary/%c3 HTTP/1.1'), [400]],
    ['a query with a bad percent sign', () => head('GET /api/project/content-count?id=%zz HTTP/1.1'), [404]],
    ['a whole address as the path', () => head('GET http://example.com/api/project HTTP/1.1'), [200, 404]],
    ['an authority as the path', () => head('CONNECT example.com:443 HTTP/1.1'), [405]],
    ['a path that climbs', () => head('GET /api/../../../../etc/passwd HTTP/1.1'), [404]],
    ['a path of 15,000 characters', () => head(`GET /api/project/summary/${'a'.repeat(15_000)} HTTP/1.1`), [400]],
    ['a path of 100,000 characters', () => head(`GET /${'a'.repeat(100_000)} HTTP/1.1`), [431]],
    ['headers of 20,000 characters', () => head('GET / HTTP/1.1', [`X: ${'a'.repeat(20_000)}`]), [431]],
    ['a header of 100,000 characters', () => head('GET /api/project HTTP/1.1', [`X: ${'a'.repeat(100_000)}`]), [431]],
    ['5,000 headers', () => head('GET /api/project HTTP/1.1', Array(5_000).fill('A: b')), [200, 400, 431]],
    ['a header with NUL', () => head('GET /api/project HTTP/1.1', ['X: a\0b']), [400]],
    ['a folded header', () => head('GET /api/project HTTP/1.1', ['X: a', ' b']), [200, 400]],
    ['two lengths', () => `${post(['Content-Length: 2', 'Content-Length: 3'])}{}`, [400]],
    ['a length that is no number', () => `${post(['Content-Length: two'])}{}`, [400]],
    ['a negative length', () => `${post(['Content-Length: -2'])}{}`, [400]],
    [
      'a length and chunks',
      () => `${post(['Content-Length: 2', 'Transfer-Encoding: chunked'])}2\r\n{}\r\n0\r\n\r\n`,
      [400],
    ],
    ['a chunk size that is no number', () => `${post(['Transfer-Encoding: chunked'])}zz\r\n{}\r\n0\r\n\r\n`, [400]],
    [
      'a chunk that is longer than it says',
      () => `${post(['Transfer-Encoding: chunked'])}1\r\n{}{}\r\n0\r\n\r\n`,
      [400],
    ],
    ['an unknown transfer encoding', () => `${post(['Transfer-Encoding: rot13'])}{}`, [400, 501]],
    ['a length over the limit', () => `${post(['Content-Length: 99999999999'])}{}`, [413]],
    ['a body in gzip', () => withBody(['Content-Encoding: gzip'], gzipSync('{"group":"a"}')), [400, 415]],
    ['a body that is not UTF-8', () => withBody([], Buffer.from([0x22, 0xff, 0xfe, 0x22])), [400]],
    ['a body in UTF-16', () => withBody([], Buffer.from('{"group":"aa"}', 'utf16le')), [400]],
    ['an empty body', () => withBody([], Buffer.alloc(0)), [400]],
    ['two types', () => `${post(['Content-Type: text/plain', 'Content-Length: 2'])}{}`, [400, 415]],
    [
      'an upgrade',
      () => head('GET /api/project HTTP/1.1', ['Connection: Upgrade', 'Upgrade: websocket']),
      [200, 400, 426],
    ],
    ['an expectation', () => head('GET /api/project HTTP/1.1', ['Expect: magic']), [417]],
    ['an expectation and a body', () => `${post(['Expect: magic', 'Content-Length: 2'])}{}`, [417]],
    ['a body of text', () => asText('{"group":"aa"}'), [415]],
    ['a body of text where none is read', () => asText('{}').replace('/api/project', '/api/auth/logout-all'), [415]],
  ]

  // An operation that the request line names declares the status.
  function assertDeclared(sent: string | Buffer, response: RawResponse | undefined): void {
    const [method = '', path = ''] = String(sent).split(/[ ?]/)
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (operation !== undefined) assert.ok(operation.responses[String(response?.status)], `${method} ${path}`)
  }

  function asText(body: string): string {
    return `${head('POST /api/project HTTP/1.1', ['Content-Type: text/plain', `Content-Length: ${body.length}`])}${body}`
  }

  function withBody(headers: readonly string[], body: Buffer): Buffer {
    return Buffer.concat([Buffer.from(post([...headers, `Content-Length: ${body.length}`])), body])
  }

  for (const [what, bytes, allowed] of CASES) {
    test(`${what} gets a response in the declared shape, and changes nothing`, async () => {
      const state = await stateOf(api.pool)
      const sent = bytes()
      const [response] = await send(sent)
      assertDeclared(sent, response)
      assert.ok(allowed.includes(response?.status ?? 0), `${response?.status} ${response?.body.slice(0, 200)}`)
      if (response !== undefined && response.status >= 400) assertError(response)
      assert.equal(await stateOf(api.pool), state)
    })
  }

  test('pipelined requests get their responses in order, invalid ones included', async () => {
    const good = head('GET /api/auth/me HTTP/1.1')
    const bad = head('DELETE /api/project HTTP/1.1')
    const responses = await send(good + bad + good + bad + good, 5)
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 400, 200, 400, 200],
    )
  })

  test('a body cannot hide a second request', async () => {
    const hidden = head('DELETE /api/auth/session HTTP/1.1')
    const responses = await send(`${post([`Content-Length: ${hidden.length}`])}${hidden}`, 2)
    assert.deepEqual(
      responses.map(({ status }) => status),
      [400],
    )
  })

  test('a client that disconnects in the middle of a body changes nothing', async () => {
    const state = await stateOf(api.pool)
    const socket = connect(port, '127.0.0.1')
    socket.write(`${post(['Content-Length: 1000'])}{"group":`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await once(socket, 'close')
    assert.equal((await send(head('GET /api/auth/me HTTP/1.1')))[0]?.status, 200)
    assert.equal(await stateOf(api.pool), state)
  })

  test('headers that do not arrive in time get 408', async () => {
    const accepted = once(api.app.server, 'connection')
    const sending = send('GET /api/project HTTP/1.1\r\nHost: x\r\n')
    const [socket] = await accepted
    // The server checks once in half a minute; this is what it does then.
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    api.app.server.emit('clientError', late, socket)
    const [response] = await sending
    assert.equal(response?.status, 408)
    assertError(response as RawResponse)
    assert.match(response?.headers ?? '', /^connection: close/im)
  })

  test('a request before bytes that are not HTTP gets its own response, and the connection is closed', async () => {
    const responses = await send(`${head('GET /api/auth/me HTTP/1.1')}this is not HTTP\r\n\r\n`, 2)
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200],
    )
    const [stream] = await send(`${head('GET /api/events HTTP/1.1')}this is not HTTP\r\n\r\n`)
    assert.equal(stream?.status, 200)
  })

  test('a live stream with an impossible Last-Event-ID starts at the end', async () => {
    const [response] = await send(head('GET /api/events HTTP/1.1', [`Last-Event-ID: ${'9'.repeat(50)}`]))
    assert.equal(response?.status, 200)
  })
})

describe('a request that is never sent to its end', () => {
  let api: TestApi
  let port: number
  const token = 'a-token-of-a-slow-client'
  before(async () => {
    api = await startApi({}, { responseMsMax: 500 })
    // Logging in may take longer than that.
    const { id } = await api.user()
    await addTestSession(api.pool, id, token)
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    port = (api.app.server.address() as AddressInfo).port
  })
  after(() => api.close())

  for (const [what, header, start] of [
    ['a body that stops', 'Content-Length: 1000', '{"group":'],
    ['a body of which nothing arrives', 'Content-Length: 1000', ''],
    ['chunks that stop', 'Transfer-Encoding: chunked', '5\r\n{"a":\r\n'],
  ] as const) {
    test(`${what} gets 408 and a closed connection, and is not logged as an error`, async ({ mock }) => {
      const state = await stateOf(api.pool)
      const noisy = [mock.method(log, 'error', () => {}), mock.method(log, 'warn', () => {})]
      const quiet = mock.method(log, 'info', () => {})
      const head = ['POST /api/project HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, header]
      const request = `${[...head, 'Content-Type: application/json', '', ''].join('\r\n')}${start}`
      // More than one response is waited for, so the connection is closed by the server.
      const responses = await sendTo(port, request, 2)
      assert.deepEqual(
        responses.map(({ status }) => status),
        [408],
      )
      assertError(responses[0] as RawResponse)
      assert.match(responses[0]?.headers ?? '', /^connection: close/im)
      assert.deepEqual(
        noisy.map((level) => level.mock.callCount()),
        [0, 0],
      )
      assert.equal(quiet.mock.callCount(), 1)
      assert.equal(await stateOf(api.pool), state)
    })
  }

  test('a response that takes too long is 503, and is logged as an error', async ({ mock }) => {
    const error = mock.method(log, 'error', () => {})
    await api.pool.begin(async (tx) => {
      await tx`lock table session in access exclusive mode`
      const headers = { authorization: `Bearer ${token}` }
      const { status, body } = await api.request({ method: 'GET', url: '/api/user-quota', headers })
      assert.equal(status, 503)
      assert.match(body.message, /took too long/)
    })
    assert.equal(error.mock.callCount(), 1)
  })
})

test('a request that arrives while the service stops gets 503 in the declared shape', async () => {
  const api = await startApi()
  const user = await api.user()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const request = `GET /api/user-quota HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n\r\n`
  await api.pool.begin(async (tx) => {
    await tx`lock table quota in access exclusive mode`
    const arrived = once(api.app.server, 'request')
    socket.write(request)
    await arrived
    // The first request keeps the connection open.
    void api.app.close()
    const second = once(api.app.server, 'request')
    socket.write(request)
    await second
  })
  await once(socket, 'close')
  const responses = readResponses(text)
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 503],
  )
  assertError(responses[1] as RawResponse)
  assert.match(responses[1]?.headers ?? '', /^retry-after: /im)
  await api.close()
})

// Sends the bytes and reads until the server closes the connection or the expected number of responses has arrived.
async function sendTo(
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
  expected = 1,
): Promise<RawResponse[]> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part)
  const timer = setTimeout(() => socket.destroy(), RESPONSE_MS_MAX)
  const enough = setInterval(() => {
    if (readResponses(text).length >= expected) socket.destroy()
  }, 5)
  await closed
  clearTimeout(timer)
  clearInterval(enough)
  return readResponses(text)
}

function assertError({ status, headers, body }: RawResponse): void {
  assert.match(headers, /^content-type: application\/json/im)
  assert.match(headers, /^x-content-type-options: nosniff/im)
  assert.match(headers, /^cache-control: no-store/im)
  const { success, error, message, ...rest } = JSON.parse(body)
  assert.deepEqual({ success, error, rest }, { success: false, error: STATUS_CODES[status], rest: {} })
  assert.ok(message.length > 10, message)
}

function readResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = text
  for (;;) {
    const found = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(rest)
    if (found === null) return responses
    const body = rest.slice(found[0].length)
    const length = /^content-length: (\d+)/im.exec(found[2] ?? '')?.[1]
    if (length === undefined) return [...responses, { status: Number(found[1]), headers: found[2] ?? '', body: '' }]
    if (body.length < Number(length)) return responses
    responses.push({ status: Number(found[1]), headers: found[2] ?? '', body: body.slice(0, Number(length)) })
    rest = body.slice(Number(length))
  }
}
