import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { json, text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from './platforms/news.ts'
import { type TestDatabase, testDatabase } from './setup.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const PASSWORD = 'rahasia sekali yang panjang'
const WAIT_TURNS_MAX = 300

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

// What an operator sees of the service from outside: its log and its traces.
describe('a service that is watched', () => {
  let database: TestDatabase
  let news: NewsPlatform
  let receiver: Server
  let service: ChildProcess
  const spans: SentSpan[] = []
  const secrets: string[] = [PASSWORD]
  let lines: Record<string, unknown>[] = []
  let requestId: string | null = null
  let jobId = ''
  before(async () => {
    database = await testDatabase()
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
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const written = text(service.stderr as NodeJS.ReadableStream)
    await useService(await addressOf(service))
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
    const ask = async (method: string, path: string, body?: unknown, token?: string) => {
      const response = await fetch(base + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      requestId = response.headers.get('x-request-id')
      // biome-ignore lint/suspicious/noExplicitAny: an answer is checked by assertions, not by types.
      return (await response.json()) as any
    }
    const { token } = await ask('POST', '/api/auth/login', { username: 'admin', password: PASSWORD })
    secrets.push(token)
    await ask('POST', '/api/auth/login', { username: 'admin', password: `${PASSWORD} not` })
    await ask('GET', `/api/project?token=${token}`, undefined, token)
    await ask('POST', '/api/admin/feeds', { url: news.url + NEWS_PATHS.rss }, token)
    const project = { group: 'Banjir', keyword: 'banjir', categoryId: 'umum', startDate: '2020-01-01', type: 'manual' }
    const { data } = await ask('POST', '/api/project', project, token)
    const dispatched = await ask('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: data.id }, token)
    jobId = dispatched.result.job_id
    for (let turn = 0; turn < WAIT_TURNS_MAX; turn++) {
      const { status } = await ask('GET', `/api/ai-service/jobs/${jobId}`, undefined, token)
      if (status === 'done') break
      await sleep(100)
    }
    await ask('GET', '/api/auth/me', undefined, token)
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

  test('sends a span for each job, and for what it asked of a platform within the job’s trace', () => {
    const job = spans.find((span) => attributeOf(span, 'pantau.job') === jobId)
    assert.ok(job, 'the dispatched job')
    assert.equal(attributeOf(job, 'pantau.ending'), 'done')
    const host = new URL(news.url).host
    const asked = spans.filter((span) => span.name === `GET ${host}`)
    assert.ok(asked.length > 0, 'a request to the outlet')
    const jobs = new Set(spans.filter(({ name }) => name.startsWith('job ')).map(({ spanId }) => spanId))
    for (const span of asked) assert.ok(jobs.has(span.parentSpanId ?? ''), 'it belongs to a job')
  })

  test('writes one JSON object a line, with the id of the request or the job', () => {
    const answered = lines.find(({ msg, request }) => msg === 'answered' && request === requestId)
    assert.equal(answered?.route, '/api/auth/me')
    assert.ok(lines.some(({ msg, job }) => msg === 'job ended' && job === jobId))
    for (const { time } of lines) assert.ok(!Number.isNaN(Date.parse(String(time))))
  })

  test('neither log nor trace has a token or a password', () => {
    const shown = JSON.stringify([lines, spans])
    for (const secret of secrets) assert.ok(!shown.includes(secret))
  })
})

async function addressOf(service: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: service.stdout as NodeJS.ReadableStream })) {
    const found = /Pantau is at (\S+)/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('The service did not start.')
}

// Speaks OTLP over HTTP as far as receiving goes.
async function openReceiver(spans: SentSpan[]): Promise<Server> {
  const receiver = createServer(async (request, response) => {
    const sent = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  return receiver
}
