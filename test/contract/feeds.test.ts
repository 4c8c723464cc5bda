import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectTasks } from '../../src/collect/tasks.ts'
import { startWorkers } from '../../src/jobs/worker.ts'
import { startApi, type TestApi, type TestUser } from '../api.ts'
import { openDeps } from '../collect/fixture.ts'
import { type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { rssReply } from '../platforms/rss.ts'

describe('feeds', () => {
  let api: TestApi
  let admin: TestUser
  let news: NewsPlatform
  before(async () => {
    api = await startApi()
    admin = await api.user({ roles: ['user', 'admin'] })
    news = await openNewsPlatform()
  })
  after(async () => {
    await api.close()
    await news.close()
  })

  const add = (body: object) => admin.send('POST', '/api/admin/feeds', body)

  test('a feed is added with the platform whose posts it brings, and a channel by its handle', async () => {
    const bridge = await add({ url: 'https://rsshub.example/twitter/user/a', platform: 'twitter' })
    assert.deepEqual([bridge.status, bridge.body.platform, bridge.body.read_url], [201, 'twitter', null])
    const channel = await add({ url: '@kabarcontoh' })
    assert.deepEqual([channel.body.url, channel.body.platform], ['https://www.youtube.com/@kabarcontoh', 'youtube'])
    // Adding it again without a platform keeps the platform.
    await add({ url: 'https://rsshub.example/twitter/user/a', enabled: false })
    const listed = (await admin.get('/api/admin/feeds?platform=news')).body
    assert.deepEqual([listed.total, listed.totals.platforms], [1, { news: 1, youtube: 1 }])
  })

  test('unknown fields, platforms and addresses without feeds are 400 and are named', async () => {
    const url = 'https://example.com/rss'
    for (const [body, message] of [
      [{ url, plattform: 'twitter' }, /^plattform is not a field of the body/],
      [{ url, platform: 'telegram' }, /^platform must be one of: twitter, facebook/],
      [{ url: 'https://x.com/a', platform: 'twitter' }, /^url: x\.com has no feeds/],
      [{ platform: 'twitter' }, /^url is required/],
    ] as const) {
      const response = await add(body)
      assert.equal(response.status, 400)
      assert.match(response.body.message, message)
      if ('url' in body) assert.equal((await admin.send('POST', '/api/admin/feeds/test', body)).status, 400)
    }
  })

  test('feeds with problems are read again at once, and those that work or are off are left alone', async () => {
    for (const state of ['broken', 'gone', 'ok', 'off']) {
      await add({ url: `https://example.com/${state}-lagi`, name: state, enabled: state !== 'off' })
      await api.pool`update feed set state = ${state === 'off' ? 'broken' : state}, next_poll_at = now() + interval '1 day'
                      where name = ${state}`
    }
    const { status, body } = await admin.send('POST', '/api/admin/feeds/retry')
    assert.deepEqual([status, body], [200, { feeds: 2 }])
    const due = await api.pool`
      select name, state from feed where next_poll_at <= now() and address like '%-lagi' order by name`
    assert.deepEqual(
      due.map((feed) => [feed.name, feed.state]),
      [
        ['broken', 'broken'],
        ['gone', 'new'],
      ],
    )
    await api.pool`delete from feed where address like '%-lagi'`
  })

  test('the list can be narrowed to a state, and its totals count every feed', async () => {
    await add({ url: 'https://example.com/mati', name: 'Mati' })
    await api.pool`update feed set state = 'broken', region = 'Jambi' where name = 'Mati'`
    const { body } = await admin.get('/api/admin/feeds?state=broken')
    assert.deepEqual([body.total, body.data[0].name], [1, 'Mati'])
    assert.equal(body.totals.states.broken, 1)
    assert.equal(body.totals.provinces, 1)
    assert.ok(body.totals.feeds > body.totals.enabled)
    assert.equal((await admin.get('/api/admin/feeds?state=dead')).status, 400)
  })

  test('an address is read once before it is added, by a worker, and nothing is stored', async () => {
    const link = 'https://x.com/infogarut/status/1989'
    news.disturb('/jembatan.xml', rssReply([{ title: 'Banjir di Garut', link, creator: 'Info Garut' }]))
    const tested = await run({ url: new URL('/jembatan.xml', news.url).href, platform: 'twitter' })
    assert.deepEqual([tested.status, tested.result.state, tested.result.entries], ['done', 'ok', 1])
    const [sample] = tested.result.samples
    assert.deepEqual([sample.platform, sample.id, sample.author], ['twitter', '1989', 'Info Garut'])
    const failed = await run({ url: new URL('/tidak-ada.xml', news.url).href })
    assert.deepEqual([failed.result.state, failed.result.entries], ['broken', 0])
    assert.match(failed.result.detail, /404/)
    const [stored] = await api.pool`select count(*)::int as n from archive_post`
    assert.equal(stored?.n, 0)
  })

  test('the result of a test belongs to the administrator who requested it', async () => {
    const { body } = await admin.send('POST', '/api/admin/feeds/test', { url: 'https://example.com/rss' })
    const other = await api.user({ roles: ['user', 'admin'] })
    assert.equal((await other.get(`/api/admin/feeds/test?id=${body.id}`)).status, 404)
    const user = await api.user()
    assert.equal((await user.get(`/api/admin/feeds/test?id=${body.id}`)).status, 403)
  })

  async function run(body: object) {
    const { status, body: queued } = await admin.send('POST', '/api/admin/feeds/test', body)
    assert.deepEqual([status, queued.status, queued.result], [202, 'queued', null])
    const workers = startWorkers({ pool: api.pool, tasks: collectTasks(await openDeps(api.pool, {})), concurrency: 1 })
    try {
      for (let polls = 0; polls < 400; polls++) {
        const { body } = await admin.get(`/api/admin/feeds/test?id=${queued.id}`)
        if (body.status === 'done' || body.status === 'failed') return body
        await sleep(25)
      }
      throw new Error('The test did not end.')
    } finally {
      await workers.stop()
    }
  }
})
