import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import net from 'node:net'
import { after, before, mock, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { closeServer, listen } from '../../../test/platforms/hostile.ts'
import { type FetchOptions, SourceError } from '../source.ts'
import { type OpenFetchOptions, openFetch } from './fetch.ts'
import type { Address } from './guard.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const seen: IncomingMessage[] = []
const handlers = new Map<string, Handler>()
let connections = 0
const server = createServer((request, response) => {
  seen.push(request)
  const handler = handlers.get((request.url ?? '').split('?')[0] ?? '')
  if (handler === undefined) response.writeHead(404).end('nothing here')
  else handler(request, response)
})
server.on('connection', () => connections++)
let base: URL

before(async () => {
  base = await listen(server)
})
after(() => closeServer(server))

const LOOPBACK: Address = { address: '127.0.0.1', family: 4 }

function aFetch(options: Partial<OpenFetchOptions> = {}) {
  return openFetch({
    userAgent: 'Pantau-test/1 (+https://example.com)',
    allowPrivate: true,
    hostSpacingMs: 0,
    ...options,
  })
}

function requestOptions(options: Partial<FetchOptions> = {}): FetchOptions {
  return { signal: new AbortController().signal, bytesMax: 100_000, ...options }
}

function serve(path: string, handler: Handler): URL {
  handlers.set(path, handler)
  return new URL(path, base)
}

async function failure(promise: Promise<unknown>): Promise<SourceError> {
  const error = await promise.then(
    () => assert.fail('no error was thrown'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SourceError, String(error))
  return error
}

test('a response has status, headers, URL and bytes, whatever the status', async () => {
  const url = serve('/plain', (_request, response) => response.writeHead(418, { etag: '"a"' }).end('isi'))
  const reply = await aFetch()(url, requestOptions())
  assert.equal(reply.status, 418)
  assert.equal(reply.headers.get('etag'), '"a"')
  assert.equal(reply.url.href, url.href)
  assert.equal(reply.movedPermanently, false)
  assert.equal(Buffer.from(reply.bytes).toString(), 'isi')
})

test('the user agent is sent with the headers and the body of the caller', async () => {
  const url = serve('/post', async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.end(
      JSON.stringify({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() }),
    )
  })
  const headers = { Authorization: 'Bearer abc', 'Content-Type': 'application/json' }
  const reply = await aFetch()(url, requestOptions({ method: 'POST', headers, body: '{"a":1}' }))
  const received = JSON.parse(Buffer.from(reply.bytes).toString())
  assert.equal(received.method, 'POST')
  assert.equal(received.body, '{"a":1}')
  assert.equal(received.headers.authorization, 'Bearer abc')
  assert.equal(received.headers['user-agent'], 'Pantau-test/1 (+https://example.com)')
  assert.equal(received.headers['accept-encoding'], 'gzip, br, deflate')
})

test('gzip, br and both kinds of deflate are decompressed', async () => {
  const text = 'banjir '.repeat(1_000)
  const packed = { gzip: gzipSync(text), br: brotliCompressSync(text), deflate: deflateSync(text) }
  for (const [name, bytes] of [...Object.entries(packed), ['deflate', deflateRawSync(text)] as const]) {
    const url = serve('/packed', (_request, response) =>
      response.writeHead(200, { 'content-encoding': name }).end(bytes),
    )
    const reply = await aFetch()(url, requestOptions())
    assert.equal(Buffer.from(reply.bytes).toString(), text, name)
  }
})

test('an empty body with an encoding is an empty body', async () => {
  const url = serve('/none', (_request, response) => response.writeHead(304, { 'content-encoding': 'gzip' }).end())
  const reply = await aFetch()(url, requestOptions())
  assert.deepEqual([reply.status, reply.bytes.byteLength], [304, 0])
})

test('a body of exactly the maximum size is read, and one byte more is refused', async () => {
  for (const chunked of [true, false]) {
    const url = serve('/size', (request, response) => {
      const body = 'a'.repeat(Number(new URL(request.url ?? '', base).searchParams.get('n')))
      if (!chunked) response.setHeader('content-length', body.length)
      response.write(body.slice(0, 10))
      response.end(body.slice(10))
    })
    const reply = await aFetch()(new URL('?n=1000', url), requestOptions({ bytesMax: 1_000 }))
    assert.equal(reply.bytes.byteLength, 1_000)
    const error = await failure(aFetch()(new URL('?n=1001', url), requestOptions({ bytesMax: 1_000 })))
    assert.equal(error.code, 'unreadable')
  }
})

test('the limit applies to decompressed bytes', async () => {
  const bytes = gzipSync(Buffer.alloc(5_000, 'a'))
  const url = serve('/unpacked', (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
  )
  assert.equal((await failure(aFetch()(url, requestOptions({ bytesMax: 4_999 })))).code, 'unreadable')
  assert.equal((await aFetch()(url, requestOptions({ bytesMax: 5_000 }))).bytes.byteLength, 5_000)
})

test('redirects are followed, and only permanent ones move the address permanently', async () => {
  serve('/target', (_request, response) => response.end('sampai'))
  const chains: [number[], boolean][] = [
    [[301], true],
    [[308, 301], true],
    [[302], false],
    [[301, 307], false],
    [[303], false],
  ]
  for (const [statuses, permanent] of chains) {
    statuses.forEach((status, index) => {
      const location = index + 1 < statuses.length ? `/hop${index + 1}` : '/target#part'
      serve(`/hop${index}`, (_request, response) => response.writeHead(status, { location }).end())
    })
    const reply = await aFetch()(new URL('/hop0', base), requestOptions())
    assert.equal(reply.url.href, new URL('/target', base).href)
    assert.equal(reply.movedPermanently, permanent, statuses.join())
  }
})

test('at most five redirects are followed', async () => {
  serve('/chain', (request, response) => {
    const left = Number(new URL(request.url ?? '', base).searchParams.get('left'))
    if (left === 0) response.end('akhir')
    else response.writeHead(302, { location: `/chain?left=${left - 1}` }).end()
  })
  assert.equal((await aFetch()(new URL('/chain?left=5', base), requestOptions())).status, 200)
  seen.length = 0
  const error = await failure(aFetch()(new URL('/chain?left=6', base), requestOptions()))
  assert.equal(error.code, 'network')
  assert.match(error.message, /redirects/)
  assert.equal(seen.length, 6)
})

test('credentials and validators are dropped on a redirect to another origin, and kept on the same one', async () => {
  const headers = {
    authorization: 'Bearer abc',
    cookie: 'a=b',
    'x-api-key': 'k',
    'if-none-match': '"e"',
    accept: 'text/xml',
  }
  serve('/landing', (_request, response) => response.end())
  const away = `http://other.example.com:${base.port}/landing`
  serve('/away', (_request, response) => response.writeHead(302, { location: away }).end())
  serve('/home', (_request, response) => response.writeHead(302, { location: '/landing' }).end())
  const fetch = aFetch({ lookup: async () => [LOOPBACK] })

  await fetch(new URL('/home', base), requestOptions({ headers }))
  const home = seen.at(-1)?.headers ?? {}
  for (const [name, value] of Object.entries(headers)) assert.equal(home[name], value, name)

  await fetch(new URL('/away', base), requestOptions({ headers }))
  const other = seen.at(-1)?.headers ?? {}
  assert.equal(other.host, `other.example.com:${base.port}`)
  assert.equal(other.accept, 'text/xml')
  for (const name of ['authorization', 'cookie', 'x-api-key', 'if-none-match'])
    assert.equal(other[name], undefined, name)
})

test('a POST becomes a GET where HTTP says so, and its body is never sent to another origin', async () => {
  serve('/landing', (_request, response) => response.end())
  serve('/see', (_request, response) => response.writeHead(303, { location: '/landing' }).end())
  await aFetch()(new URL('/see', base), requestOptions({ method: 'POST', body: 'x' }))
  assert.equal(seen.at(-1)?.method, 'GET')
  serve('/keep', (_request, response) => response.writeHead(307, { location: '/landing' }).end())
  await aFetch()(new URL('/keep', base), requestOptions({ method: 'POST', body: 'x' }))
  assert.equal(seen.at(-1)?.method, 'POST')
  const location = `http://other.example.com:${base.port}/landing`
  serve('/leak', (_request, response) => response.writeHead(307, { location }).end())
  const count = seen.length
  const fetch = aFetch({ lookup: async () => [LOOPBACK] })
  await failure(fetch(new URL('/leak', base), requestOptions({ method: 'POST', body: 'client_secret=x' })))
  assert.equal(seen.length, count + 1)
})

test('private addresses are refused without a connection, as a literal, by name and by redirect', async () => {
  const fetch = aFetch({ allowPrivate: false, lookup: async () => [LOOPBACK] })
  const connect = mock.method(net, 'connect')
  const opened = connections
  try {
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost.',
      'a.example.com',
    ])
      assert.equal((await failure(fetch(new URL(`http://${host}/rss`), requestOptions()))).code, 'network', host)
    assert.equal(connect.mock.callCount(), 0)
    assert.equal(connections, opened)

    // The operator's own address may be private; the target of its redirect may not.
    for (const location of [
      'http://127.0.0.1/',
      'http://a.example.com/',
      'http://[::1]/',
      'file:///etc/passwd',
      'http://x:y@a.example.com/',
    ]) {
      serve('/inward', (_request, response) => response.writeHead(302, { location }).end())
      assert.equal(
        (await failure(fetch(new URL('/inward', base), requestOptions({ trusted: true })))).code,
        'network',
        location,
      )
    }
    assert.equal(connect.mock.callCount(), 5)
  } finally {
    connect.mock.restore()
  }
})

test('the connection goes to the address that was checked, even if the resolver would return another one', async () => {
  const resolver = ['8.8.8.8', '127.0.0.1', '127.0.0.1']
  const lookedUp: string[] = []
  const connectedTo: unknown[] = []
  // Nothing is connected: the addresses are only recorded.
  const connect = mock.method(
    net,
    'connect',
    (options: { lookup: (name: string, how: object, done: (...found: unknown[]) => void) => void }) => {
      options.lookup('pindah.example.com', { all: true }, (_error, addresses) => connectedTo.push(addresses))
      const socket = new net.Socket()
      process.nextTick(() => socket.destroy(new Error('not connected in this test')))
      return socket
    },
  )
  const lookup = async (name: string): Promise<Address[]> => {
    lookedUp.push(name)
    return [{ address: resolver.shift() ?? '127.0.0.1', family: 4 }]
  }
  try {
    await failure(aFetch({ allowPrivate: false, lookup })(new URL('http://pindah.example.com/'), requestOptions()))
  } finally {
    connect.mock.restore()
  }
  assert.deepEqual(lookedUp, ['pindah.example.com'])
  assert.deepEqual(connectedTo, [[{ address: '8.8.8.8', family: 4 }]])
})

test('a name that resolves to loopback is reached with a single lookup when private addresses are allowed', async () => {
  serve('/named', (_request, response) => response.end('ok'))
  let lookups = 0
  const lookup = async (): Promise<Address[]> => {
    lookups++
    return [lookups === 1 ? LOOPBACK : { address: '127.0.0.9', family: 4 }]
  }
  const reply = await aFetch({ lookup })(new URL(`http://nama.example.com:${base.port}/named`), requestOptions())
  assert.equal(reply.status, 200)
  assert.equal(lookups, 1)
})

test('requests to one host are sent one at a time, in order of arrival', async () => {
  let active = 0
  let activeMost = 0
  const order: string[] = []
  serve('/slow', (request, response) => {
    activeMost = Math.max(activeMost, ++active)
    order.push(new URL(request.url ?? '', base).searchParams.get('n') ?? '')
    setTimeout(() => {
      active--
      response.end()
    }, 10)
  })
  const fetch = aFetch()
  await Promise.all(['1', '2', '3', '4'].map((n) => fetch(new URL(`/slow?n=${n}`, base), requestOptions())))
  assert.equal(activeMost, 1)
  assert.deepEqual(order, ['1', '2', '3', '4'])
})

test('a request that is aborted in the queue leaves it, and the caller gets its own reason', async () => {
  const held = Promise.withResolvers<void>()
  serve('/held', async (_request, response) => {
    await held.promise
    response.end()
  })
  serve('/free', (_request, response) => response.end())
  const fetch = aFetch()
  const first = fetch(new URL('/held', base), requestOptions())
  const stop = new AbortController()
  const second = fetch(new URL('/free?second', base), requestOptions({ signal: stop.signal }))
  const third = fetch(new URL('/free?third', base), requestOptions())
  const reason = new Error('enough')
  stop.abort(reason)
  await assert.rejects(second, reason)
  held.resolve()
  await Promise.all([first, third])
  assert.ok(!seen.some((request) => request.url === '/free?second'))
})

test('a request in progress ends when the caller aborts it', async () => {
  const stop = new AbortController()
  serve('/forever', () => stop.abort(new Error('enough')))
  await assert.rejects(aFetch()(new URL('/forever', base), requestOptions({ signal: stop.signal })), /enough/)
})

test('a refused connection is a network error without secrets in its message', async () => {
  const gone = createServer()
  const url = await listen(gone)
  await closeServer(gone)
  const error = await failure(aFetch()(new URL('/a?access_token=EAAG123&page=2', url), requestOptions()))
  assert.equal(error.code, 'network')
  assert.doesNotMatch(error.message, /EAAG123/)
  assert.match(error.message, /access_token=\[hidden\]&page=2/)
})

test('a resolver that fails or hangs is a network error', async () => {
  const url = new URL('http://nama.example.com/')
  const failing = aFetch({ lookup: () => Promise.reject(new Error('getaddrinfo ENOTFOUND nama.example.com')) })
  assert.equal((await failure(failing(url, requestOptions()))).code, 'network')
  const hanging = aFetch({ lookup: () => new Promise(() => {}), deadlineMs: 50 })
  assert.equal((await failure(hanging(url, requestOptions()))).code, 'network')
})
