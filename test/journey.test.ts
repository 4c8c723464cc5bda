import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPantau } from '../client/src/index.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from './platforms/news.ts'
import { type TestDatabase, testDatabase } from './setup.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const PASSWORD = /^│ +Password +(\S+)/m
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
      if (PASSWORD.test(output)) break
    }
  })
  after(async () => {
    service.kill('SIGKILL')
    await news.close()
    await database.drop()
  })

  test('log in with the printed password, create, listen, collect, read, rank, summarise, pay, stop', async () => {
    const password = PASSWORD.exec(output)?.[1] ?? ''
    const pantau = createPantau({ url: base, login: { username: 'admin', password } })
    const quota = await pantau.get('/api/user-quota')
    await pantau.post('/api/admin/feeds', { body: { url: new URL(NEWS_PATHS.rss, news.url).href } })
    const { data: project } = await pantau.post('/api/project', {
      body: {
        group: 'Banjir',
        keyword: 'banjir and jakarta',
        categoryId: 'umum',
        startDate: '2026-01-01',
        type: 'auto',
      },
    })
    const { id } = project
    const keywordId = id
    assert.equal((await pantau.patch('/api/project/listen-status', { body: { id, islisten: 1 } })).islisten, 1)
    const run = await pantau.waitForRun(await pantau.startRun(id))
    assert.equal(run.status, 'done')

    // The run reads what the feeds have brought; the schedule reads the feeds.
    let mentions = await pantau.get('/api/mentions', { query: { keywordId } })
    for (let tries = 0; tries < 200 && mentions.total < 2; tries++) {
      await sleep(100)
      mentions = await pantau.get('/api/mentions', { query: { keywordId } })
    }
    assert.equal(mentions.total, 2, 'the two articles that match, and not the third')
    const counted = await pantau.get('/api/project/content-count', { query: { id, sosmedId: 'news' } })
    assert.equal(counted.data, 2)
    assert.equal((await pantau.get('/api/user-quota')).kuota, quota.kuota - 2)
    const ranked = await pantau.get('/api/mentions/r10', { query: { keywordId } })
    assert.deepEqual(ranked.data[0]?.matched, ['banjir', 'jakarta'])
    const path = { keywordID: id }
    const { status, result } = await pantau.post('/api/project/generate-summary/{keywordID}', { path })
    assert.equal(status, 'success')
    const summary = await pantau.get('/api/project/summary/{keywordID}', { path })
    assert.equal(summary.ai_summary, result.summary)
    const { positive = 0, neutral = 0, negative = 0 } = result.metrics.sentiment_distribution
    assert.equal(positive + neutral + negative, 2)

    service.kill('SIGTERM')
    const [code] = await once(service, 'exit')
    assert.equal(code, 0, 'it stops on SIGTERM')
  })
})
