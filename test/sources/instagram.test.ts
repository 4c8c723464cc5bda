import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type HashtagLedger, roomForHashtag, type SearchedHashtag } from '../../src/sources/instagram/hashtags.ts'
import { openInstagram } from '../../src/sources/instagram/media.ts'
import type { SourceError } from '../../src/sources/source.ts'
import { localFetch } from '../platforms/drive.ts'
import { type InstagramOptions, startInstagram } from '../platforms/instagram.ts'
import { aSample, idInAddress, type SamplePost } from '../platforms/sample.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const USER = '17841400000000000'
const signal = AbortSignal.timeout(20_000)

const closing: (() => Promise<void>)[] = []
after(() => Promise.all(closing.map((close) => close())))

// Keeps in memory what the service keeps in its database.
function aLedger(searched: SearchedHashtag[] = []): HashtagLedger {
  return {
    async claim(hashtag, now) {
      const room = roomForHashtag(searched, hashtag, now)
      if (room === 'new') searched.push({ hashtag, searchedAt: now })
      return room instanceof Date ? room : null
    },
  }
}

async function open(posts: SamplePost[], more: Partial<InstagramOptions> & { ledger?: HashtagLedger } = {}) {
  const platform = await startInstagram({ token: 'EAABrahasia', userId: USER, posts, now: () => NOW, ...more })
  closing.push(platform.close)
  const ledger = more.ledger ?? aLedger()
  const source = openInstagram({ token: 'EAABrahasia', userId: USER, baseUrl: platform.url, ledger, fetch: localFetch })
  const read = (address: string, cursor: unknown = null, now = NOW) =>
    source.read({ address, label: null, cursor, now }, signal)
  return { platform, read }
}

function minutesAgo(minutes: number, text = `Air naik lagi ${minutes} #banjir`, more: Partial<SamplePost> = {}) {
  const publishedAt = new Date(NOW.getTime() - minutes * 60_000)
  return aSample('instagram', { text, publishedAt, serial: minutes, ...more })
}

test('a hashtag gives captions with link, time and counters, and no invented author', async () => {
  const post = minutesAgo(5, 'Banjir di Garut #banjir #garut', {
    engagement: { likes: 17, comments: 2, shares: 0, views: 0 },
  })
  const { read } = await open([post, minutesAgo(25 * 60)])
  const reading = await read('banjir')
  assert.deepEqual(reading.posts, [
    {
      platform: 'instagram',
      platformId: idInAddress(post),
      kind: 'post',
      text: 'Banjir di Garut #banjir #garut',
      url: post.url,
      publishedAt: post.publishedAt,
      author: { id: '', username: '', displayName: 'Instagram' },
      engagement: post.engagement,
    },
  ])
  assert.equal(reading.title, '#banjir')
})

test('a cursor that is the same on every page still leads to all media', async () => {
  const posts = Array.from({ length: 230 }, (_, at) => minutesAgo(at + 1))
  const { read, platform } = await open(posts)
  const reading = await read('#Banjir')
  assert.equal(new Set(reading.posts.map(({ platformId }) => platformId)).size, 230)
  const pages = platform.requests.filter(({ path }) => path.endsWith('/recent_media'))
  assert.deepEqual(
    pages.map(({ query }) => query.get('after')),
    [null, ...Array(4).fill('NTAyYmE4')],
  )
})

test('the id of a hashtag is requested once', async () => {
  const { read, platform } = await open([minutesAgo(5)])
  const first = await read('banjir')
  await read('banjir', JSON.parse(JSON.stringify(first.cursor)))
  assert.equal(platform.requests.filter(({ path }) => path.endsWith('/ig_hashtag_search')).length, 1)
})

test('the thirty-first hashtag of a week waits until the oldest expires, and known ones stay free', async () => {
  const searched = Array.from({ length: 30 }, (_, at) => ({
    hashtag: at === 0 ? 'banjir' : `tag${at}`,
    searchedAt: new Date(NOW.getTime() - (30 - at) * 60 * 60_000),
  }))
  const { read, platform } = await open([minutesAgo(5), minutesAgo(6, 'halo #gempabumi')], {
    ledger: aLedger(searched),
  })
  assert.equal((await read('banjir')).posts.length, 1)
  const before = platform.count()
  await assert.rejects(read('gempabumi'), (error: SourceError) => {
    assert.equal(error.code, 'quota')
    assert.deepEqual(error.retryAt, new Date(NOW.getTime() - 30 * 60 * 60_000 + 7 * 24 * 60 * 60_000))
    return true
  })
  assert.equal(platform.count(), before, 'no request is sent')
})

test('a hashtag limit that Instagram reports itself is a quota failure too', async () => {
  const { read } = await open([minutesAgo(5)], { hashtagsMax: 0 })
  await assert.rejects(read('banjir'), (error: SourceError) => {
    assert.deepEqual([error.code, error.retryAt], ['quota', new Date(NOW.getTime() + 24 * 60 * 60_000)])
    return true
  })
})

test('an unused hashtag gives an empty result, not a failure', async () => {
  const { read } = await open([minutesAgo(5)])
  const reading = await read('takadayangpakai')
  assert.deepEqual([reading.posts, reading.notices.map(({ code }) => code)], [[], ['term_not_searchable']])
})

test('a failure on a later page keeps the posts read so far and reports that they are incomplete', async () => {
  const posts = Array.from({ length: 120 }, (_, at) => minutesAgo(at + 1))
  const { read, platform } = await open(posts)
  platform.behave({ slowMs: 1, path: 'recent_media' })
  platform.behave({ status: 500, path: 'recent_media' })
  const reading = await read('banjir')
  assert.deepEqual([reading.posts.length, reading.notices.map(({ code }) => code)], [50, ['partial_page']])
  assert.equal((await read('banjir', reading.cursor)).posts.length, 120)
})
