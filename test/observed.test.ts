import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { createInterface } from 'node:readline'
import { json, text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../src/store/db.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from './platforms/news.ts'
import { type TestDatabase, testDatabase } from './setup.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const PASSWORD = 'rahasia sekali yang panjang'
const WAIT_POLLS_MAX = 300
const WAITS_SECONDS = 90

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
}

// biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
type Request = (method: string, path: string, body?: unknown, token?: string) => Promise<any>

// What an operator sees of the service: its log, its traces and its metrics.
describe('an observed service', () => {
  let database: TestDatabase
  let news: NewsPlatform
  let receiver: Server
  let service: ChildProcess
  const spans: SentSpan[] = []
  const secrets: string[] = [PASSWORD]
  let lines: Record<string, unknown>[] = []
  let requestId: string | null = null
  let jobId = ''
  let metrics = ''
  before(async () => {
    database = await testDatabase()
    await leaveJob(database.url)
    const metricsPort = await freePort()
    news = await openNewsPlatform({
      articles: [{ id: 'a', title: 'Banjir Jakarta', body: 'Banjir di Jakarta.', publishedAt: new Date() }],
    })
    receiver = await openReceiver(spans)
    service = spawn(process.execPath, [MAIN, 'start'], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        PORT: '0',
        PANTAU_ADMIN_PASSWORD: PASSWORD,
        PANTAU_DEFAULT_FEEDS: '0',
        PANTAU_ALLOW_PRIVATE_NETWORK: '1',
        PANTAU_HOST_SPACING_MS: '0',
        PANTAU_LOG_LEVEL: 'debug',
        PANTAU_METRICS_PORT: String(metricsPort),
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const written = text(service.stderr as NodeJS.ReadableStream)
    const base = await addressOf(service)
    await useService(base)
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    metrics = await response.text()
    assert.equal((await fetch(`${base}/metrics`)).status, 404, 'metrics are not public')
    service.kill('SIGTERM')
    await once(service, 'exit')
    lines = (await written)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  })
  after(async () => {
    service.kill('SIGKILL')
    receiver.closeAllConnections()
    receiver.close()
    await news.close()
    await database.drop()
  })

  async function useService(base: string): Promise<void> {
    const request: Request = async (method, path, body, token) => {
      const response = await fetch(base + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      requestId = response.headers.get('x-request-id')
      return response.json()
    }
    const { token } = await request('POST', '/api/auth/login', { username: 'admin', password: PASSWORD })
    secrets.push(token)
    await request('POST', '/api/auth/login', { username: 'admin', password: `${PASSWORD} not` })
    await request('GET', `/api/project?token=${token}`, undefined, token)
    await request('POST', '/api/admin/feeds', { url: new URL(NEWS_PATHS.rss, news.url).href }, token)
    const project = { group: 'Banjir', keyword: 'banjir', categoryId: 'umum', startDate: '2020-01-01', type: 'manual' }
    const { data } = await request('POST', '/api/project', project, token)
    const dispatched = await request('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: data.id }, token)
    jobId = dispatched.result.job_id
    for (let polls = 0; polls < WAIT_POLLS_MAX; polls++) {
      const { status } = await request('GET', `/api/ai-service/jobs/${jobId}`, undefined, token)
      if (status === 'done') break
      await sleep(100)
    }
    await useSecrets(base, data.id, request, token)
    await request('GET', '/api/auth/me', undefined, token)
  }

  // A key, and the secret address of a feed: right, misspelt and in the wrong place.
  async function useSecrets(base: string, keywordId: string, request: Request, token: string): Promise<void> {
    const { key } = await request('POST', '/api/keys', { name: 'Program', scopes: ['read', 'write'] }, token)
    const { atom } = await request('POST', '/api/feeds', { keywordId, list: 'mentions' }, key)
    const [secret] = /pantau_feed_[\w-]+/.exec(atom) ?? ['']
    secrets.push(key, secret)
    assert.equal((await fetch(`${base}/api/feeds/${secret}.atom`)).status, 200)
    assert.equal((await fetch(`${base}/api/feeds/${secret}.atom?key=${key}`)).status, 400)
    assert.equal((await fetch(`${base}/api/feeds/${secret}.rss`)).status, 404)
    assert.equal((await fetch(`${base}/feeds/${secret}`)).status, 404)
    const params = { name: 'search_mentions', arguments: { project_id: key } }
    const tool = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    assert.equal(tool.status, 200)
    await request('GET', `/api/project?id=${key}`, undefined, key)
  }

  const attributeOf = (span: SentSpan, key: string) => {
    const value = span.attributes.find((attribute) => attribute.key === key)?.value
    return value?.stringValue ?? value?.intValue
  }

  test('sends a span for each request, with its route, status and id', () => {
    const span = spans.find(({ name }) => name === 'POST /api/ai-service/scrap-project-keywords')
    assert.ok(span, spans.map(({ name }) => name).join(', '))
    assert.equal(Number(attributeOf(span, 'http.response.status_code')), 200)
    assert.match(String(attributeOf(span, 'pantau.request')), /^[0-9a-f-]{36}$/)
  })

  test('sends a span for each job, and one for each of its platform requests in the same trace', () => {
    const job = spans.find((span) => attributeOf(span, 'pantau.job') === jobId)
    assert.ok(job, 'the dispatched job')
    assert.equal(attributeOf(job, 'pantau.ending'), 'done')
    const host = new URL(news.url).host
    const requests = spans.filter((span) => span.name === `GET ${host}`)
    assert.ok(requests.length > 0, 'a request to the outlet')
    const jobs = new Set(spans.filter(({ name }) => name.startsWith('job ')).map(({ spanId }) => spanId))
    for (const span of requests) assert.ok(jobs.has(span.parentSpanId ?? ''), 'it belongs to a job')
  })

  test('writes one JSON object a line, with the id of the request or the job', () => {
    const responded = lines.find(({ msg, request }) => msg === 'responded' && request === requestId)
    assert.equal(responded?.route, '/api/auth/me')
    assert.ok(lines.some(({ msg, job }) => msg === 'job ended' && job === jobId))
    for (const { time } of lines) assert.ok(!Number.isNaN(Date.parse(String(time))))
  })

  // The value of a series, by its name and some of its labels.
  const metric = (name: string, labels: Readonly<Record<string, string>> = {}): number | undefined => {
    const series = metrics.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    const line = series.find((one) => wanted.every((label) => one.includes(label)))
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
  }

  test('reports requests and their duration by route, method and status', () => {
    const logIn = { route: '/api/auth/login', method: 'POST' }
    assert.equal(metric('pantau_request_seconds_count', { ...logIn, status: '200' }), 1)
    assert.equal(metric('pantau_request_seconds_count', { ...logIn, status: '401' }), 1)
    assert.equal(metric('pantau_request_seconds_bucket', { ...logIn, status: '200', le: '+Inf' }), 1)
    assert.ok((metric('pantau_request_seconds_sum', { ...logIn, status: '200' }) ?? 0) > 0)
  })

  test('reports the length of the queue and the age of its oldest job', () => {
    assert.equal(metric('pantau_jobs', { task: 'unknown-task', state: 'waiting' }), 1)
    assert.ok((metric('pantau_job_oldest_seconds', { task: 'unknown-task' }) ?? 0) >= WAITS_SECONDS)
  })

  test('reports source outcomes, charges, feed states and the database', () => {
    assert.equal(metric('pantau_source_outcomes', { source: 'news', outcome: 'answered' }), 1)
    assert.equal(metric('pantau_quota_charged_total'), 1)
    assert.equal(metric('pantau_feeds', { state: 'ok' }), 1)
    assert.equal(metric('pantau_database_up'), 1)
    assert.ok((metric('pantau_database_connections') ?? 0) > 0)
  })

  test('neither log nor trace nor metric has a token, a key, the secret of a feed or a password', () => {
    assert.equal(secrets.length, 4)
    assert.ok(metrics.includes('/api/feeds/:secret.atom'))
    const shown = JSON.stringify([lines, spans, metrics])
    for (const secret of secrets) assert.ok(!shown.includes(secret))
  })
})

// A job that no worker takes, so that it stays in the queue.
async function leaveJob(url: string): Promise<void> {
  const pool = openPool(url, { max: 1 })
  await pool`
    insert into job (id, task, key, run_at)
    values (gen_random_uuid(), 'unknown-task', '', now() - make_interval(secs => ${WAITS_SECONDS}))`
  await pool.end()
}

// A free port, which must be known before the service starts.
async function freePort(): Promise<number> {
  const listener = createListener()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}

async function addressOf(service: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: service.stdout as NodeJS.ReadableStream })) {
    const found = /Pantau is at (\S+)/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('The service did not start.')
}

// A minimal OTLP receiver over HTTP.
async function openReceiver(spans: SentSpan[]): Promise<Server> {
  const receiver = createServer(async (request, response) => {
    const sent = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  return receiver
}
