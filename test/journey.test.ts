import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from './platforms/news.ts'
import { type TestDatabase, testDatabase } from './setup.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const ARTICLES = [
  [
    'Banjir rendam Jakarta Timur',
    'Ratusan rumah warga terendam. Warga mengeluh bantuan datang terlambat dan mengecewakan.',
  ],
  ['Relawan bantu korban banjir Jakarta', 'Warga berterima kasih kepada relawan yang sigap dan ramah membantu korban.'],
  ['Harga beras stabil', 'Pedagang di pasar induk menyebut pasokan cukup.'],
] as const

// The service as in production: a separate process, called over real HTTP, collecting from a local test server.
describe('a journey from login to summary', () => {
  let database: TestDatabase
  let news: NewsPlatform
  let service: ChildProcess
  let base = ''
  let output = ''

  before(async () => {
    database = await testDatabase()
    const at = Date.now() - 3_600_000
    news = await openNewsPlatform({
      articles: ARTICLES.map(([title, body], n) => ({
        id: `a${n}`,
        title,
        body,
        publishedAt: new Date(at + n * 60_000),
      })),
    })
    service = spawn(process.execPath, [MAIN, 'start'], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        PORT: '0',
        PANTAU_ADMIN_PASSWORD: '',
        PANTAU_DEFAULT_FEEDS: '0',
        PANTAU_ALLOW_PRIVATE_NETWORK: '1',
        PANTAU_HOST_SPACING_MS: '0',
        PANTAU_LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: service.stdout as NodeJS.ReadableStream })) {
      output += `${line}\n`
      base = /Pantau is at (\S+)/.exec(output)?.[1] ?? ''
      if (/password (\S+)/.test(output)) break
    }
  })
  after(async () => {
    service.kill('SIGKILL')
    await news.close()
    await database.drop()
  })

  test('log in with the printed password, create, listen, collect, read, rank, summarise, pay, stop', async () => {
    const password = /password (\S+)/.exec(output)?.[1] ?? ''
    let token = ''
    const request = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(base + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
      return { status: response.status, body: (await response.json()) as any }
    }
    token = (await request('POST', '/api/auth/login', { username: 'admin', password })).body.token
    const { body: quota } = await request('GET', '/api/user-quota')
    await request('POST', '/api/admin/feeds', { url: new URL(NEWS_PATHS.rss, news.url).href })
    const project = {
      group: 'Banjir',
      keyword: 'banjir and jakarta',
      categoryId: 'umum',
      startDate: '2026-01-01',
      type: 'auto',
    }
    const { id } = (await request('POST', '/api/project', project)).body.data
    assert.equal((await request('PATCH', '/api/project/listen-status', { id, islisten: 1 })).body.islisten, 1)
    const dispatched = await request('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: id })
    assert.equal(dispatched.body.success, true)

    let mentions = await request('GET', `/api/mentions?keywordId=${id}`)
    for (let tries = 0; tries < 200 && mentions.body.total < 2; tries++) {
      await sleep(100)
      mentions = await request('GET', `/api/mentions?keywordId=${id}`)
    }
    assert.equal(mentions.body.total, 2, 'the two articles that match, and not the third')
    assert.equal((await request('GET', `/api/project/content-count?id=${id}&sosmedId=news`)).body.data, 2)
    assert.equal((await request('GET', '/api/user-quota')).body.kuota, quota.kuota - 2)
    const ranked = await request('GET', `/api/mentions/r10?keywordId=${id}`)
    assert.deepEqual(ranked.body.data[0].matched, ['banjir', 'jakarta'])
    const summary = await request('POST', `/api/project/generate-summary/${id}`)
    assert.equal(summary.body.status, 'success')
    assert.equal((await request('GET', `/api/project/summary/${id}`)).body.ai_summary, summary.body.result.summary)
    const { positive, neutral, negative } = summary.body.result.metrics.sentiment_distribution
    assert.equal(positive + neutral + negative, 2)

    service.kill('SIGTERM')
    const [code] = await once(service, 'exit')
    assert.equal(code, 0, 'it stops on SIGTERM')
  })
})
