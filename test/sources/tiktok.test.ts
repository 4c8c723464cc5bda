import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTiktok } from '../../src/sources/tiktok/search.ts'
import { drive, keywordOf, localFetch, storedBefore } from '../platforms/drive.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import { startTiktok, type TiktokOptions } from '../platforms/tiktok.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const BANJIR = {
  since: new Date('2026-11-10T00:00:00Z'),
  until: new Date('2026-12-01T00:00:00Z'),
  keyword: keywordOf('banjir'),
}
const KEYS = { clientKey: 'kunci-tt', clientSecret: 'rahasia-tt' }

const closing: (() => Promise<void>)[] = []
after(() => Promise.all(closing.map((close) => close())))

async function open(posts: SamplePost[], more: Partial<TiktokOptions> & { clock?: () => Date } = {}) {
  const now = more.clock ?? (() => NOW)
  const platform = await startTiktok({ ...KEYS, posts, now, ...more })
  closing.push(platform.close)
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  const source = openTiktok({ ...KEYS, baseUrl: platform.url, fetch: localFetch, now, wait })
  const bodies = () =>
    platform.requests.filter(({ path }) => path.includes('/query/')).map(({ body }) => JSON.parse(body))
  return { platform, source, waits, bodies }
}

function minutesAgo(minutes: number, text = `banjir menit ${minutes}`, more: Partial<SamplePost> = {}): SamplePost {
  const publishedAt = new Date(NOW.getTime() - minutes * 60_000)
  return aSample('tiktok', { text, publishedAt, serial: minutes, ...more })
}

function manyVideos(count: number): SamplePost[] {
  return Array.from({ length: count }, (_, at) => minutesAgo(at + 1))
}

test('a video keeps all nineteen digits of its id', async () => {
  const video = minutesAgo(5, 'Banjir bandang #banjir #garut', {
    id: '7028743950684949650',
    engagement: { likes: 90, comments: 2, shares: 1, views: 1050 },
  })
  const { source } = await open([video])
  const { posts, error } = await drive(source, BANJIR)
  assert.equal(error, null)
  assert.deepEqual(posts, [
    {
      platform: 'tiktok',
      platformId: '7028743950684949650',
      kind: 'video',
      text: 'Banjir bandang #banjir #garut',
      hidden: 'banjir\ngarut',
      url: 'https://www.tiktok.com/@infogarut/video/7028743950684949650',
      publishedAt: video.publishedAt,
      author: { id: 'infogarut', username: 'infogarut', displayName: 'infogarut' },
      engagement: video.engagement,
    },
  ])
})

test('alternatives, phrases as hashtags and exclusions are searched correctly', async () => {
  const { source, bodies } = await open([
    minutesAgo(3, 'banjir di Garut'),
    minutesAgo(4, 'banjir di Bandung'),
    minutesAgo(5, 'gempa bumi terasa'),
    minutesAgo(6, 'cek #gempabumi'),
    minutesAgo(7, 'gempa bumi hoax'),
    minutesAgo(8, 'banjir #kotagarut'),
  ])
  const keyword = keywordOf('banjir and garut or gempa bumi or banjir and kota garut')
  const { posts, error } = await drive(source, { ...BANJIR, keyword, exclusions: ['hoax'] })
  assert.equal(error, null)
  assert.deepEqual(
    new Set(posts.map(({ text }) => text)),
    new Set(['banjir di Garut', 'gempa bumi terasa', 'cek #gempabumi', 'banjir #kotagarut']),
  )
  assert.ok(bodies().every(({ query }) => JSON.stringify(query).includes('"region_code","field_values":["ID"]')))
})

test('pages follow search id and cursor, and short pages are not the end', async () => {
  const posts = manyVideos(250).map((post, at) => (at % 10 === 0 ? { ...post, deleted: true } : post))
  const { source, bodies } = await open(posts)
  const { ids } = await drive(source, BANJIR)
  assert.equal(new Set(ids).size, 225)
  assert.deepEqual(
    bodies().map(({ cursor }) => cursor),
    [0, 100, 200],
  )
  assert.equal(
    new Set(
      bodies()
        .slice(1)
        .map(({ search_id }) => search_id),
    ).size,
    1,
  )
})

test('a long window is read in chunks of thirty days, oldest first', async () => {
  const { source, bodies } = await open([minutesAgo(60 * 24 * 70), minutesAgo(5)])
  const { ids, error } = await drive(source, { ...BANJIR, since: new Date('2026-09-01T00:00:00Z') })
  assert.deepEqual([ids.length, error], [2, null])
  assert.deepEqual(
    bodies().map(({ start_date, end_date }) => `${start_date}-${end_date}`),
    ['20260901-20260930', '20261001-20261030', '20261031-20261114'],
  )
})

test('the next run reads the last three days again and nothing older', async () => {
  const { source, bodies } = await open(manyVideos(5))
  const first = await drive(source, { ...BANJIR, since: new Date('2026-10-20T00:00:00Z') })
  await drive(source, { ...BANJIR, since: new Date('2026-10-20T00:00:00Z'), cursor: first.cursor })
  assert.equal(bodies().at(-1)?.start_date, '20261112')
})

test('after a kill at any event, the next run finds the rest', async () => {
  const all = manyVideos(330)
  const reference = await drive((await open(all)).source, BANJIR)
  for (let stopAfter = 1; stopAfter <= reference.events.length; stopAfter += 53) {
    const { source, platform } = await open(all)
    const killed = await drive(source, BANJIR, stopAfter)
    if (stopAfter % 2 === 0) platform.forgetSearches()
    const next = await drive(source, { ...BANJIR, cursor: killed.cursor })
    const seen = new Set([...storedBefore(killed.events), ...next.ids])
    assert.equal(seen.size, 330, `killed after ${stopAfter} events`)
  }
})

test('a page that is still being prepared is requested again, with growing pauses', async () => {
  const { source, waits } = await open(manyVideos(150), { fillTries: 3 })
  const { ids, error } = await drive(source, BANJIR)
  assert.deepEqual([new Set(ids).size, error], [150, null])
  assert.deepEqual(waits, [1_000, 2_000, 4_000])
})

test('after five tries the chunk restarts, and the run ends by itself', async () => {
  const { source, platform } = await open(manyVideos(150), { fillTries: 1_000 })
  const { ids } = await drive(source, BANJIR)
  assert.equal(new Set(ids).size, 100)
  assert.ok(platform.count() < 80)
})

test('an unknown code with status 200 is tried five times and is then an upstream failure', async () => {
  const { source, platform, waits } = await open(manyVideos(5))
  platform.behave({ status: 200, code: 'sesuatu_yang_lain', path: '/query/' }, 5)
  const { error } = await drive(source, BANJIR)
  assert.deepEqual([error?.code, waits.length], ['upstream', 4])
})

test('a token is used for four fifths of its life and renewed once when it is refused', async () => {
  let now = NOW
  const { source, platform } = await open(manyVideos(3), { clock: () => now })
  const tokens = () => platform.requests.filter(({ path }) => path.includes('/oauth/')).length
  await drive(source, BANJIR)
  now = new Date(NOW.getTime() + 5_700_000)
  await drive(source, BANJIR)
  assert.equal(tokens(), 1)
  now = new Date(NOW.getTime() + 5_800_000)
  await drive(source, BANJIR)
  assert.equal(tokens(), 2)
  platform.behave({ status: 401, path: '/query/' })
  const refused = await drive(source, BANJIR)
  assert.deepEqual([refused.error, tokens()], [null, 3])
  platform.behave({ status: 401, path: '/query/' }, 2)
  const again = await drive(source, BANJIR)
  assert.deepEqual([again.error?.code, tokens()], ['auth', 4])
})

test('the daily quota resets at midnight UTC, and the run continues where it stopped', async () => {
  let now = NOW
  const { source } = await open(manyVideos(250), { requestsPerDay: 2, clock: () => now })
  const first = await drive(source, BANJIR)
  assert.deepEqual([first.error?.code, first.error?.retryAt], ['quota', new Date('2026-11-15T00:00:00Z')])
  now = new Date('2026-11-15T00:00:01Z')
  const second = await drive(source, { ...BANJIR, cursor: first.cursor })
  assert.equal(new Set([...first.ids, ...second.ids]).size, 250)
})
