import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTwitter, PAGES_MAX, type XDialect } from '../../src/sources/twitter/search.ts'
import { drive, keywordOf, localFetch, storedBefore } from '../platforms/drive.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import { startX, type XOptions } from '../platforms/twitter.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const SINCE = new Date('2026-11-13T00:00:00Z')
const UNTIL = new Date('2026-12-01T00:00:00Z')
const WINDOW = { since: SINCE, until: UNTIL }
const BANJIR = { ...WINDOW, keyword: keywordOf('banjir') }

const closing: (() => Promise<void>)[] = []
after(() => Promise.all(closing.map((close) => close())))

async function open(posts: SamplePost[], more: Partial<XOptions> & { dialect?: XDialect; clock?: () => Date } = {}) {
  const now = more.clock ?? (() => NOW)
  const platform = await startX({ token: 'rahasia-x', posts, now, ...more })
  closing.push(platform.close)
  const dialect = more.dialect ?? 'tweet'
  const source = openTwitter({ token: 'rahasia-x', baseUrl: platform.url, dialect, fetch: localFetch, now })
  return { platform, source }
}

function minutesAgo(minutes: number, text = `banjir menit ke-${minutes}`, more: Partial<SamplePost> = {}): SamplePost {
  return aSample('twitter', { text, publishedAt: new Date(NOW.getTime() - minutes * 60_000), serial: minutes, ...more })
}

function manyPosts(count: number): SamplePost[] {
  return Array.from({ length: count }, (_, at) => minutesAgo(at + 2))
}

for (const dialect of ['tweet', 'post'] as const) {
  test(`the ${dialect} dialect gives text, author, time, language, counters and links`, async () => {
    const text = `Banjir & longsor di Garut ${'sangat '.repeat(60)}parah #PrayForGarut`
    const post = minutesAgo(5, text, {
      engagement: { likes: 40, comments: 3, shares: 12, views: 5310 },
      links: [{ shortUrl: 'https://t.co/x1', url: 'https://berita.example/d-1', title: 'Garut terendam' }],
    })
    const { source } = await open([post], { dialect })
    const { posts, error } = await drive(source, { ...WINDOW, keyword: keywordOf('banjir and garut or gempa bumi') })
    assert.equal(error, null)
    assert.deepEqual(posts, [
      {
        platform: 'twitter',
        platformId: post.id,
        kind: 'post',
        text,
        hidden: 'https://berita.example/d-1\nGarut terendam',
        url: `https://x.com/infogarut/status/${post.id}`,
        publishedAt: post.publishedAt,
        author: post.author,
        language: 'id',
        engagement: post.engagement,
      },
    ])
  })
}

test('X does not return what the query excludes, and hashtags of a phrase are found', async () => {
  const { source } = await open([
    minutesAgo(3, 'gempa bumi terasa di Cianjur'),
    minutesAgo(4, 'info #GempaBumi terkini'),
    minutesAgo(5, 'gempa di hati bumi yang sepi'),
    minutesAgo(6, 'gempa bumi itu hoax'),
    minutesAgo(7, 'banjir di Garut'),
    minutesAgo(8, 'banjir di Bandung'),
  ])
  const { posts, error } = await drive(source, {
    ...WINDOW,
    keyword: keywordOf('banjir and garut or gempa bumi'),
    exclusions: ['hoax'],
  })
  assert.equal(error, null)
  const texts = posts.map(({ text }) => text)
  assert.deepEqual(texts, ['gempa bumi terasa di Cianjur', 'info #GempaBumi terkini', 'banjir di Garut'])
})

test('a post of a deleted author uses the id as the name', async () => {
  const { source } = await open([minutesAgo(3, 'banjir', { author: { id: '99', username: '', displayName: '' } })])
  const { posts } = await drive(source, BANJIR)
  assert.deepEqual(posts[0]?.author, { id: '99', username: '99', displayName: '99' })
  assert.match(posts[0]?.url ?? '', /^https:\/\/x\.com\/i\/status\/\d+$/)
})

test('an empty result is not an error, and the next run searches again', async () => {
  const posts: SamplePost[] = []
  const { source } = await open(posts)
  const empty = await drive(source, BANJIR)
  assert.deepEqual([empty.ids, empty.error], [[], null])
  posts.push(minutesAgo(3))
  const { ids } = await drive(source, { ...BANJIR, cursor: empty.cursor })
  assert.equal(ids.length, 1)
})

test('the second run reads only what is new', async () => {
  const posts = manyPosts(250)
  const { source, platform } = await open(posts)
  const first = await drive(source, BANJIR)
  assert.equal(new Set(first.ids).size, 250)
  assert.equal(platform.count(), 3)
  posts.push(minutesAgo(1))
  const second = await drive(source, { ...BANJIR, cursor: first.cursor })
  assert.deepEqual(second.ids, [minutesAgo(1).id])
  assert.equal(platform.count(), 4)
})

test('after a kill at any event, the next run finds every post, including those published in between', async () => {
  const all = manyPosts(330)
  const reference = await drive((await open(all)).source, BANJIR)
  for (let stopAfter = 1; stopAfter <= reference.events.length; stopAfter += 37) {
    const posts = [...all]
    const { source } = await open(posts)
    const killed = await drive(source, BANJIR, stopAfter)
    posts.push(minutesAgo(1))
    const stored = storedBefore(killed.events)
    const next = await drive(source, { ...BANJIR, cursor: killed.cursor })
    assert.equal(new Set([...stored, ...next.ids]).size, 331, `killed after ${stopAfter} events`)
  }
})

test('a walk longer than one run is finished by the next, which then searches for new posts', async () => {
  const posts = manyPosts(PAGES_MAX * 10 + 25)
  const { source, platform } = await open(posts)
  // A small budget makes small pages, so that the walk is long.
  const first = await drive(source, { ...BANJIR, budget: 10 })
  assert.deepEqual([first.ids.length, first.notices], [10, ['budget_spent']])
  assert.equal(platform.count(), 1)
  posts.push(minutesAgo(1))
  const second = await drive(source, { ...BANJIR, cursor: first.cursor })
  assert.equal(new Set([...first.ids, ...second.ids]).size, posts.length)
})

test('max_results is never under ten, whatever the budget', async () => {
  const { source, platform } = await open(manyPosts(30))
  await drive(source, { ...BANJIR, budget: 3 })
  await drive(source, { ...BANJIR, budget: 57 })
  assert.deepEqual(
    platform.requests.map(({ query }) => query.get('max_results')),
    ['10', '57'],
  )
  const none = await drive(source, { ...BANJIR, budget: 0 })
  assert.deepEqual(none.notices, ['budget_spent'])
  assert.equal(platform.count(), 2)
})

test('a cursor older than a week is dropped: the run recovers and reports it, and the next one is exact again', async () => {
  let now = NOW
  const posts = manyPosts(5)
  const { source } = await open(posts, { clock: () => now })
  const first = await drive(source, BANJIR)
  now = new Date(NOW.getTime() + 9 * 24 * 60 * 60_000)
  posts.push(aSample('twitter', { text: 'banjir lagi', publishedAt: new Date(now.getTime() - 60_000) }))
  const second = await drive(source, { ...BANJIR, cursor: first.cursor })
  assert.deepEqual([second.ids.length, second.notices, second.error], [1, ['window_truncated'], null])
  const third = await drive(source, { ...BANJIR, cursor: second.cursor })
  assert.deepEqual([third.ids, third.notices], [[], []])
})

test('a project that starts more than a week ago gets a notice that its start is out of reach', async () => {
  const { source, platform } = await open(manyPosts(3))
  const { ids, notices } = await drive(source, { ...BANJIR, since: new Date('2026-10-01T00:00:00Z') })
  assert.deepEqual([ids.length, notices], [3, ['window_truncated']])
  assert.equal(platform.requests[0]?.query.get('start_time'), '2026-11-07T12:01:00Z')
})

test('a rejected paging token restarts the walk and loses nothing', async () => {
  const { source } = await open(manyPosts(150))
  const killed = await drive(source, BANJIR, 101)
  const broken = JSON.parse(JSON.stringify(killed.cursor).replace(/"nextToken":"[^"]+"/, '"nextToken":"usang"'))
  const next = await drive(source, { ...BANJIR, cursor: broken })
  assert.deepEqual([next.error, new Set(next.ids).size], [null, 150])
})

test('a walk interrupted for more than a week restarts with what X still has', async () => {
  let now = NOW
  const posts = manyPosts(150)
  const { source } = await open(posts, { clock: () => now })
  const killed = await drive(source, BANJIR, 101)
  now = new Date(NOW.getTime() + 9 * 24 * 60 * 60_000)
  posts.push(aSample('twitter', { text: 'banjir lagi', publishedAt: new Date(now.getTime() - 60_000) }))
  const next = await drive(source, { ...BANJIR, cursor: killed.cursor })
  assert.deepEqual([next.error, next.ids.length, next.notices], [null, 1, ['window_truncated']])
})

test('an edited expression starts from the beginning of its window', async () => {
  const { source } = await open([...manyPosts(3), minutesAgo(20, 'gempa bumi')])
  const first = await drive(source, BANJIR)
  const edited = await drive(source, { ...BANJIR, keyword: keywordOf('banjir or gempa'), cursor: first.cursor })
  assert.equal(edited.ids.length, 4)
})

test('a project that has ended is not searched past its end', async () => {
  const { source } = await open(manyPosts(60))
  const { ids } = await drive(source, { ...BANJIR, until: new Date(NOW.getTime() - 30 * 60_000) })
  assert.equal(ids.length, 31)
})

test('when the rate limit is used up the run stops with a retry time, and continues from there', async () => {
  let now = NOW
  const { source } = await open(manyPosts(250), { limit: 2, clock: () => now })
  const first = await drive(source, BANJIR)
  assert.equal(first.error?.code, 'rate_limited')
  assert.deepEqual(first.error?.retryAt, new Date(NOW.getTime() + 15 * 60_000))
  assert.equal(first.ids.length, 200)
  now = first.error?.retryAt ?? now
  const second = await drive(source, { ...BANJIR, cursor: first.cursor })
  assert.equal(new Set([...first.ids, ...second.ids]).size, 250)
})

test('when X does not know the names of the fields, the other ones are tried once and remembered, and a notice says so', async () => {
  for (const [dialect, known] of [
    ['tweet', 'post'],
    ['post', 'tweet'],
  ] as const) {
    const { source, platform } = await open(manyPosts(3), { dialect, dialects: [known] })
    const first = await drive(source, BANJIR)
    assert.deepEqual([first.error, first.ids.length, first.notices], [null, 3, ['dialect_switched']])
    assert.equal(platform.count(), 2)
    const second = await drive(source, { ...BANJIR, cursor: first.cursor })
    assert.deepEqual([second.error, second.notices], [null, ['dialect_switched']])
    assert.equal(platform.count(), 3)
    // Another process has only the cursor.
    const other = openTwitter({ token: 'rahasia-x', baseUrl: platform.url, dialect, fetch: localFetch, now: () => NOW })
    const third = await drive(other, { ...BANJIR, cursor: JSON.parse(JSON.stringify(second.cursor)) })
    assert.deepEqual([third.error, third.notices], [null, ['dialect_switched']])
    assert.equal(platform.count(), 4)
  }
})

test('remembered names of fields that X no longer knows are given up for the configured ones', async () => {
  const dialects: XDialect[] = ['post']
  const { source, platform } = await open(manyPosts(3), { dialect: 'tweet', dialects })
  const first = await drive(source, BANJIR)
  dialects.splice(0, 1, 'tweet')
  const second = await drive(source, { ...BANJIR, cursor: first.cursor })
  assert.equal(second.error, null)
  const third = await drive(source, { ...BANJIR, cursor: second.cursor })
  assert.deepEqual([third.error, third.notices], [null, []])
  assert.equal(platform.count(), 5)
})

test('when X knows neither name, the search fails after both were tried, and the next one begins again', async () => {
  const { source, platform } = await open(manyPosts(3), { dialects: [] })
  for (const requests of [2, 4]) {
    const { error } = await drive(source, BANJIR)
    assert.equal(error?.code, 'bad_request')
    assert.equal(platform.count(), requests)
  }
})
