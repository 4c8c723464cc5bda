import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { stateOf } from './state.ts'

const ANSWER_MS_MAX = 10_000
// The server hung up before we had sent it all.
const CLOSED = 0

interface RawAnswer {
  readonly status: number
  readonly body: string
}

// What no HTTP client would send: bytes on a socket.
describe('broken HTTP', () => {
  let api: TestApi
  let user: TestUser
  let port: number
  before(async () => {
    api = await startApi()
    user = await api.user()
    await addTestProject(user)
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    port = (api.app.server.address() as AddressInfo).port
  })
  after(() => api.close())

  // Sends the bytes and reads until the server closes, or until as many answers are there as were asked for.
  async function send(bytes: string | Buffer | readonly Buffer[], answers = 1): Promise<RawAnswer[]> {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part)
    const timer = setTimeout(() => socket.destroy(), ANSWER_MS_MAX)
    const enough = setInterval(() => {
      if (readAnswers(text).length >= answers) socket.destroy()
    }, 5)
    await closed
    clearTimeout(timer)
    clearInterval(enough)
    return readAnswers(text)
  }

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
    ['an authority as the path', () => head('CONNECT example.com:443 HTTP/1.1'), [CLOSED]],
    ['a path that climbs', () => head('GET /api/../../../../etc/passwd HTTP/1.1'), [404]],
    ['a path of 15,000 characters', () => head(`GET /api/project/summary/${'a'.repeat(15_000)} HTTP/1.1`), [400]],
    ['a path of 100,000 characters', () => head(`GET /${'a'.repeat(100_000)} HTTP/1.1`), [431, CLOSED]],
    ['headers of 20,000 characters', () => head('GET / HTTP/1.1', [`X: ${'a'.repeat(20_000)}`]), [431]],
    [
      'a header of 100,000 characters',
      () => head('GET /api/project HTTP/1.1', [`X: ${'a'.repeat(100_000)}`]),
      [431, CLOSED],
    ],
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
  ]

  function withBody(headers: readonly string[], body: Buffer): Buffer {
    return Buffer.concat([Buffer.from(post([...headers, `Content-Length: ${body.length}`])), body])
  }

  for (const [what, bytes, allowed] of CASES) {
    test(`${what} is answered, or the connection closed, and nothing is changed`, async () => {
      const state = await stateOf(api.pool)
      const [answer] = await send(bytes())
      assert.ok(allowed.includes(answer?.status ?? CLOSED), `${answer?.status} ${answer?.body.slice(0, 200)}`)
      if (answer !== undefined && answer.status >= 400 && answer.body !== '')
        assert.equal(JSON.parse(answer.body).success, false)
      assert.equal(await stateOf(api.pool), state)
    })
  }

  test('requests one after the other on a connection are answered in order, a bad one between them too', async () => {
    const good = head('GET /api/auth/me HTTP/1.1')
    const bad = head('DELETE /api/project HTTP/1.1')
    const answers = await send(good + bad + good + bad + good, 5)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400, 200, 400, 200],
    )
  })

  test('a body cannot hide a second request', async () => {
    const hidden = head('DELETE /api/auth/session HTTP/1.1')
    const answers = await send(`${post([`Content-Length: ${hidden.length}`])}${hidden}`, 2)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400],
    )
  })

  test('a client that leaves in the middle of a body leaves nothing behind', async () => {
    const state = await stateOf(api.pool)
    const socket = connect(port, '127.0.0.1')
    socket.write(`${post(['Content-Length: 1000'])}{"group":`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await once(socket, 'close')
    assert.equal((await send(head('GET /api/auth/me HTTP/1.1')))[0]?.status, 200)
    assert.equal(await stateOf(api.pool), state)
  })

  test('a live stream with an impossible place begins at its end', async () => {
    const [answer] = await send(head('GET /api/events HTTP/1.1', [`Last-Event-ID: ${'9'.repeat(50)}`]))
    assert.equal(answer?.status, 200)
  })
})

function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  for (;;) {
    const found = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(rest)
    if (found === null) return answers
    const body = rest.slice(found[0].length)
    const length = /^content-length: (\d+)/im.exec(found[2] ?? '')?.[1]
    if (length === undefined) return [...answers, { status: Number(found[1]), body: '' }]
    if (body.length < Number(length)) return answers
    answers.push({ status: Number(found[1]), body: body.slice(0, Number(length)) })
    rest = body.slice(Number(length))
  }
}
