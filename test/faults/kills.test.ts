import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool, type Pool } from '../../src/store/db.ts'
import { assertExact, mentionIds } from '../collect/fixture.ts'
import { openRandom } from '../platforms/content.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { aProject, type Client, logIn, openClient, type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { type Bundled, openBundled } from './bundled.ts'

// The API, a worker and the database are killed at random moments while a user creates, imports and reads and a feed publishes. The
// client retries requests without a response. PANTAU_FAULT_KILLS makes it longer (the database restarts at full speed at most five
// times in ten minutes, then its supervisor waits longer); PANTAU_FAULT_SEED repeats a run's choices, not its timing.
const KILLS = Number(process.env.PANTAU_FAULT_KILLS ?? 3)
const SEED = Number(process.env.PANTAU_FAULT_SEED ?? Date.now() % 1_000_000)
const ENV = { PANTAU_LEASE_SECONDS: '2', PANTAU_WORKERS: '2' }
const { next: chance } = openRandom(SEED)

let database: Bundled
let news: NewsPlatform
let api: Service
let worker: Service
let client: Client
let pool: Pool
const logs: string[] = []
before(async () => {
  database = await openBundled()
  news = await openNewsPlatform()
  api = await startService('serve', { database: database.url, env: ENV })
  worker = await startService('work', { database: database.url, env: ENV })
  client = await logIn(() => api.base)
  pool = openPool(database.url, { max: 2, name: 'pantau watcher' })
})
after(async () => {
  await pool.end({ timeout: 1 })
  await Promise.all([api.end('SIGKILL'), worker.end('SIGKILL')])
  await news.close()
  await database.remove()
})

let active = true
const acknowledged = { projects: new Set<string>(), posts: new Set<string>(), articles: new Set<string>() }

// Retries until there is a response, as a client does after a lost request. Responses of an unavailable service do not count.
async function sendUntilServed(send: () => Promise<{ status: number; body: unknown }>): Promise<unknown> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await send().catch(() => null)
    if (response !== null && response.status < 500) {
      assert.ok(response.status < 300, JSON.stringify(response))
      return response.body
    }
    await sleep(100)
  }
  throw new Error('The service did not recover.')
}

async function keepCreating(): Promise<void> {
  while (active) {
    const response = await client.request('POST', '/api/project', aProject('gempa')).catch(() => null)
    if (response?.status === 201) acknowledged.projects.add(response.body.data.id)
    else await sleep(100)
    await sleep(50)
  }
}

let serial = 0
async function keepLoading(projectId: string): Promise<void> {
  while (active) {
    const rows = Array.from({ length: 10 }, () => {
      const id = `post${serial++}`
      const text = `banjir ${id} di desa ${serial * 31} kata warga ${serial}`
      return { platform: 'twitter', id, text, published_at: new Date(Date.now() - serial * 1000).toISOString() }
    })
    await sendUntilServed(() => client.load(`/api/import?keywordId=${projectId}`, rows))
    for (const { id } of rows) acknowledged.posts.add(id)
  }
}

async function keepPublishing(): Promise<void> {
  while (active) {
    const id = `artikel${serial++}`
    news.publish({ id, title: `Banjir ${id} di kota ${serial * 7}`, body: 'Isi.', publishedAt: new Date() })
    acknowledged.articles.add(new URL(`/berita/${id}`, news.url).href)
    await pool`update feed set next_poll_at = now() where next_poll_at > now() + interval '2 seconds'`.catch(() => {})
    await sleep(200)
  }
}

async function keepReading(projectId: string): Promise<void> {
  while (active) {
    const response = await client.request('GET', `/api/mentions?keywordId=${projectId}&limit=100`).catch(() => null)
    if (response?.status === 200) assert.equal(response.body.data.length, Math.min(100, response.body.total))
    await sleep(50)
  }
}

const kills = { api: 0, worker: 0, database: 0 }
async function keepKilling(): Promise<void> {
  const victims = ['database', 'worker', 'api'] as const
  for (let next = Math.floor(chance() * 3), done = 0; done < KILLS; next++, done++) {
    // A kill is only a test while work is under way.
    const before = acknowledged.posts.size
    await until('posts are being stored', async () => acknowledged.posts.size > before + 20)
    await sleep(chance() * 1_000)
    const victim = victims[next % 3] as (typeof victims)[number]
    kills[victim]++
    if (victim === 'database') {
      database.kill()
      await until('the database is back', async () => (await pool`select 1`).length === 1)
    } else if (victim === 'api') {
      await api.end('SIGKILL')
      logs.push(api.log())
      api = await startService('serve', { database: database.url, env: ENV })
    } else {
      await worker.end('SIGKILL')
      logs.push(worker.log())
      worker = await startService('work', { database: database.url, env: ENV })
    }
  }
  active = false
}

test(`whichever process is killed, everything acknowledged is stored once and charged once (seed ${SEED})`, async () => {
  const created = (await sendUntilServed(() => client.request('POST', '/api/project', aProject('banjir')))) as {
    data: { id: string }
  }
  const id = created.data.id
  await client.request('POST', '/api/admin/feeds', { url: new URL(NEWS_PATHS.rss, news.url).href })
  await client.request('PATCH', '/api/project/listen-status', { id, islisten: 1 })
  await Promise.all([keepCreating(), keepLoading(id), keepPublishing(), keepReading(id), keepKilling()])

  const wanted = [...acknowledged.posts, ...acknowledged.articles].sort()
  await until('everything published has arrived', async () => {
    await pool`update feed set next_poll_at = now() where next_poll_at > now()`
    return (await mentionIds(pool, id)).length >= wanted.length
  })
  assert.deepEqual(await mentionIds(pool, id), wanted, 'each exactly once')
  await assertExact(pool)
  const stored = await pool`select id from project`
  const missing = [...acknowledged.projects].filter((project) => !stored.some((row) => row.id === project))
  assert.deepEqual(missing, [], 'every project whose creation was acknowledged is there')
  const reader = openClient(() => api.base, client.token)
  assert.equal((await reader.request('GET', `/api/mentions?keywordId=${id}`)).body.total, wanted.length)
  logs.push(api.log(), worker.log())
  if (kills.database > 0) {
    assert.match(database.logLines.join('\n'), /ended unexpectedly; starting it again/)
    assert.match(logs.join('\n'), /the connection to the database was lost|request failed|could not reach its queue/)
  }
  if (kills.worker > 0) assert.match(logs.join('\n'), /"msg":"working"/)
  process.stdout.write(
    `${JSON.stringify({ seed: SEED, kills, posts: acknowledged.posts.size, articles: acknowledged.articles.size, projects: acknowledged.projects.size })}\n`,
  )
})
