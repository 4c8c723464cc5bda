import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFacebook } from '../../src/sources/facebook/pages.ts'
import { SourceError } from '../../src/sources/source.ts'
import { localFetch } from '../platforms/drive.ts'
import { type FacebookOptions, startFacebook } from '../platforms/facebook.ts'
import type { GraphUsage } from '../platforms/graph.ts'
import { aSample, idInAddress, type SamplePost } from '../platforms/sample.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const PAGE = '104923907983682'
const signal = AbortSignal.timeout(20_000)

const closing: (() => Promise<void>)[] = []
after(() => Promise.all(closing.map((close) => close())))

async function open(posts: SamplePost[], more: Partial<FacebookOptions> = {}) {
  const platform = await startFacebook({ token: 'EAABrahasia', posts, ...more })
  closing.push(platform.close)
  const source = openFacebook({ token: 'EAABrahasia', baseUrl: platform.url, fetch: localFetch })
  const read = (cursor: unknown = null, now = NOW, address = PAGE) =>
    source.read({ address, label: null, cursor, now }, signal)
  return { platform, read }
}

function minutesAgo(minutes: number, more: Partial<SamplePost> = {}): SamplePost {
  const publishedAt = new Date(NOW.getTime() - minutes * 60_000)
  return aSample('facebook', { text: `Kabar ke-${minutes}`, publishedAt, serial: minutes, ...more })
}

function manyPosts(count: number): SamplePost[] {
  return Array.from({ length: count }, (_, at) => minutesAgo(at + 10))
}

test('a page gives its posts with author, link and counters; pictures without text are left out', async () => {
  const post = minutesAgo(5, { engagement: { likes: 120, comments: 8, shares: 3, views: 0 } })
  const { read } = await open([post, minutesAgo(6)], { withoutText: ({ id }) => id === minutesAgo(6).id })
  const reading = await read()
  assert.deepEqual(reading.posts, [
    {
      platform: 'facebook',
      platformId: idInAddress(post),
      kind: 'post',
      text: 'Kabar ke-5',
      url: post.url,
      publishedAt: post.publishedAt,
      author: { id: PAGE, username: PAGE, displayName: 'Info Garut' },
      engagement: post.engagement,
    },
  ])
  assert.deepEqual([reading.title, reading.notices, reading.undated], ['Info Garut', [], 0])
})

test('the token is sent in a header, and the absolute next address is never followed', async () => {
  const { read, platform } = await open(manyPosts(250))
  const { posts } = await read()
  assert.equal(new Set(posts.map(({ platformId }) => platformId)).size, 250)
  assert.equal(platform.count(), 3)
  assert.ok(platform.requests.every(({ query }) => !query.has('access_token')))
})

test('the second read requests only new posts, with an hour of overlap', async () => {
  const posts = manyPosts(250)
  const { read, platform } = await open(posts)
  const first = await read()
  posts.push(minutesAgo(1))
  const second = await read(JSON.parse(JSON.stringify(first.cursor)))
  assert.ok(second.posts.some(({ platformId }) => platformId === idInAddress(minutesAgo(1))))
  assert.ok(second.posts.length <= 62)
  assert.equal(platform.count(), 4)
})

test('a page named by its alias keeps the alias as its user name', async () => {
  const { read } = await open([minutesAgo(5)])
  const { posts } = await read(null, NOW, 'infogarut')
  assert.deepEqual(posts[0]?.author, { id: PAGE, username: 'infogarut', displayName: 'Info Garut' })
})

test('a page with many posts is read in several reads, even if pictures fill a whole page', async () => {
  const posts = manyPosts(1_250)
  const { read } = await open(posts, { withoutText: ({ text }) => Number(text.slice(9)) % 1_250 < 120 })
  const first = await read()
  const second = await read(JSON.parse(JSON.stringify(first.cursor)))
  const seen = new Set([...first.posts, ...second.posts].map(({ platformId }) => platformId))
  assert.equal(seen.size, 1_250 - 120)
})

test('above eighty percent of the budget the read stops paging, and all pages pause', async () => {
  let usage: GraphUsage = { percent: 85, regainMinutes: 12 }
  const { read, platform } = await open(manyPosts(150), { usage: () => usage })
  const first = await read()
  assert.deepEqual([first.posts.length, platform.count()], [100, 1])
  await assert.rejects(read(first.cursor), (error: SourceError) => {
    assert.deepEqual([error.code, error.retryAt], ['rate_limited', new Date(NOW.getTime() + 12 * 60_000)])
    return true
  })
  assert.equal(platform.count(), 1)
  usage = { percent: 20 }
  const later = await read(first.cursor, new Date(NOW.getTime() + 13 * 60_000))
  assert.equal(new Set([...first.posts, ...later.posts].map(({ platformId }) => platformId)).size, 150)
})

test('a failure on a later page keeps the posts read so far, and the next read continues from there', async () => {
  const { read, platform } = await open(manyPosts(250))
  platform.behave({ slowMs: 1 })
  platform.behave({ status: 500 })
  const first = await read()
  assert.deepEqual([first.posts.length, first.notices.map(({ code }) => code)], [100, ['partial_page']])
  const second = await read(first.cursor)
  assert.equal(new Set([...first.posts, ...second.posts].map(({ platformId }) => platformId)).size, 250)
})

test('an invalid paging cursor restarts the walk', async () => {
  const { read, platform } = await open(manyPosts(250))
  platform.behave({ slowMs: 1 })
  platform.behave({ drop: true })
  const first = await read()
  const broken = JSON.parse(JSON.stringify(first.cursor).replace(/"after":"[^"]+"/, '"after":"dXNhbmc"'))
  const second = await read(broken)
  assert.equal(new Set(second.posts.map(({ platformId }) => platformId)).size, 250)
})

test('an address that is not an id or a name is refused before any request', async () => {
  const { read, platform } = await open([minutesAgo(5)])
  for (const address of ['../me', 'a/b', '', '?x=1', 'a b']) {
    await assert.rejects(
      read(null, NOW, address),
      (error) => error instanceof SourceError && error.code === 'bad_request',
    )
  }
  assert.equal(platform.count(), 0)
})
