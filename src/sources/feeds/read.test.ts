import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { type HostilePath, openHostile } from '../../../test/platforms/hostile.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../../../test/platforms/news.ts'
import { openFetch } from '../http/fetch.ts'
import { type FeedReading, SourceError, type SourceErrorCode } from '../source.ts'
import { openNewsFeed } from './read.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const fetch = openFetch({ userAgent: 'Pantau-test/1', allowPrivate: true, hostSpacingMs: 0, deadlineMs: 10_000 })
const feed = openNewsFeed(fetch)
const signal = new AbortController().signal

let outlet: NewsPlatform
beforeEach(async () => {
  outlet = await openNewsPlatform({
    articles: [
      { id: 'a1', title: 'Banjir di Garut', body: 'Air & lumpur', publishedAt: new Date('2026-11-14T03:00:00Z') },
      { id: 'a2', title: 'Gempa di Cianjur', body: 'Terasa kuat', publishedAt: new Date('2026-11-14T02:00:00Z') },
    ],
  })
})
afterEach(() => outlet.close())

function read(path: string, cursor: unknown = null): Promise<FeedReading> {
  return feed.read({ address: new URL(path, outlet.url).href, label: null, cursor: reloaded(cursor), now: NOW }, signal)
}

// A cursor as it is after being stored and loaded.
function reloaded(cursor: unknown): unknown {
  return JSON.parse(JSON.stringify(cursor))
}

async function failure(promise: Promise<unknown>): Promise<SourceError> {
  const error = await promise.then(
    () => assert.fail('no error was thrown'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SourceError, String(error))
  return error
}

for (const format of ['rss', 'atom', 'rdf', 'json'] as const) {
  test(`${format} over HTTP returns every entry with its text, time and address`, async () => {
    const { posts, undated, title, unchanged } = await read(NEWS_PATHS[format])
    assert.deepEqual([undated, title, unchanged], [0, 'Kabar Contoh', false])
    assert.deepEqual(
      posts.map(({ text, url, publishedAt }) => [text, new URL(url).pathname, publishedAt.toISOString()]),
      [
        ['Banjir di Garut\n\nAir & lumpur', '/berita/a1', '2026-11-14T03:00:00.000Z'],
        ['Gempa di Cianjur\n\nTerasa kuat', '/berita/a2', '2026-11-14T02:00:00.000Z'],
      ],
    )
  })
}

test('the compressed sitemaps of an index are read, and one that fails does not affect the others', async () => {
  const { posts, notices } = await read(NEWS_PATHS.sitemapIndex)
  assert.deepEqual(
    posts.map(({ text }) => text),
    ['Banjir di Garut', 'Gempa di Cianjur'],
  )
  assert.deepEqual(
    notices.map(({ code }) => code),
    ['subsource_failed'],
  )
})

test('an index that lists itself does not loop', async () => {
  const self = new URL('/loop.xml', outlet.url).href
  const body = `<sitemapindex>${`<sitemap><loc>${self}</loc></sitemap>`.repeat(3)}</sitemapindex>`
  outlet.disturb('/loop.xml', { body })
  const { posts } = await read('/loop.xml')
  assert.deepEqual(posts, [])
  assert.ok(outlet.requests('/loop.xml').length <= 1 + 3 + 9)
})

test("a YouTube channel's feed returns videos", async () => {
  const { posts } = await read(`${NEWS_PATHS.youtube}?channel_id=UCcontoh`)
  assert.deepEqual(
    posts.map(({ platform, platformId }) => [platform, platformId]),
    [
      ['youtube', 'a1'],
      ['youtube', 'a2'],
    ],
  )
})

test('an unchanged feed is not sent again, and a changed one is', async () => {
  const first = await read(NEWS_PATHS.rss)
  const second = await read(NEWS_PATHS.rss, first.cursor)
  assert.deepEqual([second.unchanged, second.posts.length], [true, 0])
  assert.equal(outlet.requests(NEWS_PATHS.rss).at(-1)?.headers['if-none-match'], '"2-a1"')
  assert.ok(outlet.requests(NEWS_PATHS.rss).at(-1)?.headers['if-modified-since'])
  outlet.publish({ id: 'a3', title: 'Baru', body: 'x', publishedAt: NOW })
  const third = await read(NEWS_PATHS.rss, second.cursor)
  assert.deepEqual([third.unchanged, third.posts.length], [false, 3])
})

test('validators of one address are never sent to another', async () => {
  const first = await read(NEWS_PATHS.rss)
  await read(NEWS_PATHS.atom, first.cursor)
  assert.equal(outlet.requests(NEWS_PATHS.atom).at(-1)?.headers['if-none-match'], undefined)
})

test('a permanent redirect is followed at once, accepted after three readings, and undone when it breaks', async () => {
  outlet.disturb('/pindah', { status: 301, headers: { location: NEWS_PATHS.atom } })
  let cursor: unknown = null
  for (let reading = 1; reading <= 3; reading++) {
    outlet.publish({ id: `b${reading}`, title: `Baru ${reading}`, body: 'x', publishedAt: NOW })
    const { posts, cursor: next } = await read('/pindah', cursor)
    assert.equal(posts.length, 2 + reading)
    cursor = next
  }
  assert.equal(outlet.requests('/pindah').length, 3)
  outlet.publish({ id: 'b4', title: 'Baru 4', body: 'x', publishedAt: NOW })
  const direct = await read('/pindah', cursor)
  assert.equal(direct.posts.length, 6)
  assert.equal(outlet.requests('/pindah').length, 3)
  assert.equal((await read('/pindah', direct.cursor)).unchanged, true)
  outlet.disturb(NEWS_PATHS.atom, { status: 404 })
  outlet.disturb('/pindah', { status: 302, headers: { location: NEWS_PATHS.rss } })
  const back = await read('/pindah', direct.cursor)
  assert.equal(back.posts.length, 6)
  assert.equal(outlet.requests('/pindah').length, 4)
})

test('each status maps to its error code', async () => {
  const cases: [number, SourceErrorCode, Record<string, string>?][] = [
    [401, 'auth'],
    [403, 'forbidden'],
    [404, 'bad_request'],
    [410, 'forbidden'],
    [429, 'rate_limited'],
    [451, 'forbidden'],
    [500, 'upstream'],
    [502, 'upstream'],
    [503, 'upstream'],
    [503, 'rate_limited', { 'retry-after': '120' }],
  ]
  for (const [status, code, headers = {}] of cases) {
    outlet.disturb('/rusak', { status, headers, body: '<rss version="2.0"><channel/></rss>' })
    const error = await failure(read('/rusak'))
    assert.deepEqual([error.code, error.status], [code, status])
    if (code === 'rate_limited') assert.ok(error.retryAt !== undefined && error.retryAt > NOW)
  }
  outlet.disturb('/rusak', { status: 503, headers: { 'retry-after': '120' } })
  assert.equal((await failure(read('/rusak'))).retryAt?.toISOString(), '2026-11-14T12:02:00.000Z')
})

test('a feed is gone when its own address returns 410, or redirects there for good', async () => {
  const isGone = async (path: string) => (await failure(read(path))).gone
  outlet.disturb('/hilang', { status: 410 })
  assert.equal(await isGone('/hilang'), true)
  outlet.disturb('/dialihkan', { status: 301, headers: { location: '/hilang' } })
  assert.equal(await isGone('/dialihkan'), true)
  outlet.disturb('/sementara', { status: 302, headers: { location: '/hilang' } })
  assert.equal(await isGone('/sementara'), false)
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${new URL('/hilang', outlet.url).href}</loc></sitemap></sitemapindex>`
  outlet.disturb('/indeks', { status: 200, headers: { 'content-type': 'application/xml' }, body: index })
  assert.equal(await isGone('/indeks'), false)
})

test('an invalid address is a bad request', async () => {
  const request = { address: 'bukan alamat', label: null, cursor: null, now: NOW }
  assert.equal((await failure(feed.read(request, signal))).code, 'bad_request')
})

test('a malformed cursor is ignored', async () => {
  for (const cursor of [null, 1, 'x', [], { etag: 5, movedTo: 'x', movedTimes: 99 }, { address: null }])
    assert.equal((await read(NEWS_PATHS.rss, cursor)).posts.length, 2)
})

test('hostile servers result in readings or in classified errors', async () => {
  const hostile = await openHostile()
  const expected: [HostilePath, SourceErrorCode | null][] = [
    ['/endless', 'unreadable'],
    ['/gzip-bomb', 'unreadable'],
    ['/entity-bomb', null],
    ['/wrong-charset', null],
    ['/truncated', null],
    ['/page', 'unreadable'],
    ['/redirect-loop', 'network'],
  ]
  try {
    for (const [path, code] of expected) {
      const request = { address: new URL(path, hostile.url).href, label: null, cursor: null, now: NOW }
      if (code !== null) {
        assert.equal((await failure(feed.read(request, signal))).code, code, path)
        continue
      }
      const { posts, notices } = await feed.read(request, signal)
      assert.ok(posts.length >= 1, path)
      for (const post of posts) assert.ok(post.text.length < 1_000, path)
      if (path === '/wrong-charset') assert.equal(posts[0]?.text, 'Harga kopi café naik £5')
      if (path === '/truncated') assert.equal(notices[0]?.code, 'partial_page')
    }
  } finally {
    await hostile.close()
  }
})

const CHANNEL = 'UCabcdefghijklmnopqrstuv'

function readChannel(cursor: unknown = null): Promise<FeedReading> {
  const address = new URL('/@kabarcontoh', outlet.url).href
  return feed.read({ address, label: null, platform: 'youtube', cursor: reloaded(cursor), now: NOW }, signal)
}

test('a YouTube channel that was added by its handle is read by the id that its page names, which is read once', async () => {
  const page = `<html><head><link rel="alternate" href="/channel/UCzzzzzzzzzzzzzzzzzzzzzz"><link rel="canonical" href="https://www.youtube.com/channel/${CHANNEL}"></head></html>`
  outlet.disturb('/@kabarcontoh', { status: 200, headers: { 'content-type': 'text/html' }, body: page })
  const first = await readChannel()
  assert.deepEqual([first.posts[0]?.platform, first.posts[0]?.kind], ['youtube', 'video'])
  const second = await readChannel(first.cursor)
  assert.equal(second.unchanged, true)
  assert.equal((await readChannel(second.cursor)).unchanged, true)
  assert.equal(outlet.requests('/@kabarcontoh').length, 1)
  const requested = outlet.requests(NEWS_PATHS.youtube).map(({ query }) => query.get('channel_id'))
  assert.deepEqual(requested, [CHANNEL, CHANNEL, CHANNEL])
})

test('a page that names no channel is an error that says what to do', async () => {
  outlet.disturb('/@kabarcontoh', {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<title>Consent</title>',
  })
  const error = await failure(readChannel())
  assert.deepEqual([error.code, /by its id/.test(error.message)], ['unreadable', true])
})
