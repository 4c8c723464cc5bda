import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SearchLedger } from '../../src/sources/youtube/quota.ts'
import { openYoutube } from '../../src/sources/youtube/search.ts'
import { drive, keywordOf, localFetch, storedBefore } from '../platforms/drive.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import { startYoutube, type YoutubeOptions } from '../platforms/youtube.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const BANJIR = {
  since: new Date('2026-11-01T00:00:00Z'),
  until: new Date('2026-12-01T00:00:00Z'),
  keyword: keywordOf('banjir'),
}

const closing: (() => Promise<void>)[] = []
after(() => Promise.all(closing.map((close) => close())))

// Counts in memory what the service counts in its database.
function aLedger(searchesMax = 100): SearchLedger & { readonly days: Map<string, number> } {
  const days = new Map<string, number>()
  return {
    days,
    async spend(day) {
      const used = days.get(day) ?? 0
      if (used >= searchesMax) return false
      days.set(day, used + 1)
      return true
    },
  }
}

async function open(
  posts: SamplePost[],
  more: Partial<YoutubeOptions> & { ledger?: SearchLedger; comments?: boolean; clock?: () => Date } = {},
) {
  const now = more.clock ?? (() => NOW)
  const ledger = more.ledger ?? aLedger()
  const platform = await startYoutube({ key: 'rahasia-yt', posts, now, ...more })
  closing.push(platform.close)
  const { url: baseUrl } = platform
  const comments = more.comments ?? false
  const source = openYoutube({ key: 'rahasia-yt', baseUrl, comments, ledger, fetch: localFetch, now })
  return { platform, source }
}

function aVideo(serial: number, title = `Banjir ke-${serial}`, more: Partial<SamplePost> = {}): SamplePost {
  const publishedAt = new Date(NOW.getTime() - (serial + 1) * 60_000)
  const author = { id: `UC${serial % 7}`, username: `kanal${serial % 7}`, displayName: `Kanal ${serial % 7}` }
  return aSample('youtube', { title, text: `isi lengkap ${serial}`, publishedAt, serial, author, ...more })
}

function manyVideos(count: number): SamplePost[] {
  return Array.from({ length: count }, (_, at) => aVideo(at))
}

function pathsOf(requests: readonly { readonly path: string }[]): string[] {
  return requests.map(({ path }) => path.replace('/youtube/v3/', ''))
}

test('a video has its full text unescaped, its handle, its counters and its tags', async () => {
  const video = aVideo(1, `Banjir di Garut 'parah' & luas`, {
    engagement: { likes: 210, comments: 35, shares: 0, views: 15_230 },
    hashtags: ['banjir', 'garut'],
  })
  const { source, platform } = await open([video])
  const { posts, error } = await drive(source, BANJIR)
  assert.equal(error, null)
  assert.deepEqual(posts, [
    {
      platform: 'youtube',
      platformId: video.id,
      kind: 'video',
      text: `Banjir di Garut 'parah' & luas\n\nisi lengkap 1`,
      hidden: 'banjir\ngarut',
      url: `https://www.youtube.com/watch?v=${video.id}`,
      publishedAt: new Date(Math.floor(video.publishedAt.getTime() / 1000) * 1000),
      author: { id: 'UC1', username: 'kanal1', displayName: 'Kanal 1' },
      language: 'id',
      engagement: video.engagement,
    },
  ])
  assert.deepEqual(pathsOf(platform.requests), ['search', 'videos', 'channels'])
  assert.ok(
    platform.requests.every(({ query }) => !query.has('key')),
    'the key is not in an address',
  )
})

test('a handle is requested once, and a channel without one is known by its id', async () => {
  const { source, platform } = await open([aVideo(1), aVideo(2)], { noHandle: ['UC2'] })
  const first = await drive(source, BANJIR)
  assert.deepEqual(first.posts.map(({ author }) => author.username).sort(), ['UC2', 'kanal1'])
  await drive(source, BANJIR)
  const requested = platform.requests
    .filter(({ path }) => path.endsWith('/channels'))
    .map(({ query }) => query.get('id'))
  assert.deepEqual(requested, ['UC1,UC2', 'UC2'])
})

test('a video that was deleted after it was found is left out', async () => {
  const { source } = await open([aVideo(1), aVideo(2, 'Banjir bandang', { deleted: true })])
  const { ids, error } = await drive(source, BANJIR)
  assert.deepEqual([ids, error], [[aVideo(1).id], null])
})

test('comments of the videos found are read, and a video with disabled comments does not stop the others', async () => {
  const [open1, closed] = [aVideo(1), aVideo(2)]
  const comment = (parentId: string, serial: number, text: string) =>
    aSample('youtube', { kind: 'comment', id: `Ugx${serial}`, parentId, text, publishedAt: NOW })
  const posts = [
    open1,
    closed,
    comment(open1.id, 1, 'banjir cepat surut ya'),
    comment(open1.id, 2, 'halo'),
    comment(closed.id, 3, 'banjir'),
  ]
  const { source } = await open(posts, { comments: true, commentsDisabled: [closed.id] })
  const { posts: found, notices, error } = await drive(source, BANJIR)
  assert.equal(error, null)
  const comments = found.filter(({ kind }) => kind === 'comment')
  assert.deepEqual(
    comments.map(({ platformId, url, text }) => ({ platformId, url, text })),
    [
      {
        platformId: 'comment:Ugx1',
        url: `https://www.youtube.com/watch?v=${open1.id}&lc=Ugx1`,
        text: 'banjir cepat surut ya',
      },
    ],
  )
  assert.deepEqual(notices, ['subsource_failed'])
})

test('one page per run: a long result is read over several runs, and nothing is lost', async () => {
  const posts = manyVideos(170)
  const ledger = aLedger()
  const { source } = await open(posts, { ledger })
  const seen = new Set<string>()
  let cursor: unknown = null
  for (let run = 0; run < 4; run++) {
    const { ids, cursor: next } = await drive(source, { ...BANJIR, cursor })
    for (const id of ids) seen.add(id)
    cursor = next
  }
  assert.equal(seen.size, 170)
  assert.deepEqual([...ledger.days], [['2026-11-14', 4]])
  const after = await drive(source, { ...BANJIR, cursor })
  assert.ok(after.ids.length <= 12, 'the next run searches the last ten minutes only')
})

test('after a kill before the page is stored, the same page is read again', async () => {
  const { source } = await open(manyVideos(60))
  const killed = await drive(source, BANJIR, 20)
  assert.deepEqual(storedBefore(killed.events), [])
  const next = await drive(source, { ...BANJIR, cursor: killed.cursor })
  assert.equal(next.ids.length, 50)
})

test('when the ledger is used up no request is sent, and the run is retried at midnight in California', async () => {
  const { source, platform } = await open([aVideo(1)], { ledger: aLedger(0) })
  const { error } = await drive(source, BANJIR)
  assert.equal(error?.code, 'quota')
  assert.deepEqual(error?.retryAt, new Date('2026-11-15T08:00:00Z'))
  assert.equal(platform.count(), 0)
})

test('each search of a run is counted, and posts found before the ledger ran out are kept', async () => {
  const ledger = aLedger(1)
  const { source } = await open([aVideo(1, 'Banjir di Garut'), aVideo(2, 'gempa bumi di Cianjur')], { ledger })
  const keyword = keywordOf('gempa bumi or banjir and garut')
  const first = await drive(source, { ...BANJIR, keyword })
  assert.deepEqual([first.ids.length, first.error?.code], [1, 'quota'])
  const { source: again } = await open([aVideo(1, 'Banjir di Garut'), aVideo(2, 'gempa bumi di Cianjur')])
  const second = await drive(again, { ...BANJIR, keyword, cursor: first.cursor })
  assert.equal(second.error, null)
  assert.ok(second.ids.includes(aVideo(1).id))
})

test('an invalid page token restarts the walk', async () => {
  const { source } = await open(manyVideos(60))
  const first = await drive(source, BANJIR)
  const broken = JSON.parse(JSON.stringify(first.cursor).replace(/"pageToken":"[^"]+"/, '"pageToken":"usang"'))
  const { ids, error } = await drive(source, { ...BANJIR, cursor: broken })
  assert.deepEqual([ids.length, error], [50, null])
})

test('failures of handles and comments affect neither the videos nor the search', async () => {
  const { source, platform } = await open(
    [aVideo(1, 'Banjir', { engagement: { likes: 0, comments: 2, shares: 0, views: 9 } })],
    {
      comments: true,
    },
  )
  platform.behave({ status: 500, path: 'channels' })
  platform.behave({ drop: true, path: 'commentThreads' })
  const { posts, notices, error } = await drive(source, BANJIR)
  assert.deepEqual([posts.length, posts[0]?.author.username, error], [1, 'UC1', null])
  assert.deepEqual(notices, ['subsource_failed', 'subsource_failed'])
})

test('comments and handles that cannot be read end no run and cost no second search', async () => {
  const engagement = { likes: 0, comments: 2, shares: 0, views: 9 }
  const ledger = aLedger()
  const { platform, source } = await open([aVideo(1, 'Banjir', { engagement }), aVideo(2, 'Banjir', { engagement })], {
    ledger,
    comments: true,
    chaos: ({ path }) => (/commentThreads|channels/.test(path) ? { garbage: true } : null),
  })
  const { ids, notices, error, cursor } = await drive(source, BANJIR)
  assert.deepEqual([ids.length, error], [2, null])
  assert.deepEqual(notices, ['subsource_failed', 'subsource_failed', 'subsource_failed'])
  assert.notEqual(cursor, null)
  assert.equal(pathsOf(platform.requests).filter((path) => path === 'commentThreads').length, 2)
  assert.deepEqual([...ledger.days.values()], [1])
})
