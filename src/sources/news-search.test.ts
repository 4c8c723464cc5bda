import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../../test/platforms/news.ts'
import type { NewsArticle } from '../../test/platforms/news-formats.ts'
import { readGdelt } from './gdelt/reply.ts'
import { openGdelt } from './gdelt/search.ts'
import { readGoogleNews } from './google-news/reply.ts'
import { openGoogleNews } from './google-news/search.ts'
import { openFetch } from './http/fetch.ts'
import { type SearchRequest, type SearchSource, SourceError, type SourceErrorCode, type SourceEvent } from './source.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const now = () => NOW
const fetch = openFetch({ userAgent: 'Pantau-test/1', allowPrivate: false, hostSpacingMs: 0 })

let platform: NewsPlatform
beforeEach(async () => {
  platform = await openNewsPlatform({
    articles: [
      article('a1', 'Banjir di Garut, warga mengungsi', '2026-11-14T03:00:00Z'),
      article('a2', 'Banjir hoax beredar', '2026-11-14T02:00:00Z'),
      article('a3', 'Gempa bumi di Cianjur', '2026-11-13T02:00:00Z'),
      article('a4', 'Banjir lama', '2026-10-20T02:00:00Z'),
    ],
  })
})
afterEach(() => platform.close())

function article(id: string, title: string, at: string): NewsArticle {
  return { id, title, body: '', publishedAt: new Date(at) }
}

function aRequest(more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    keyword: { alternatives: [['banjir', 'garut'], ['gempa bumi']] },
    exclusions: ['hoax'],
    since: new Date('2026-11-01T00:00:00Z'),
    until: new Date('2026-12-01T00:00:00Z'),
    budget: 1_000,
    cursor: null,
    ...more,
  }
}

function google() {
  return openGoogleNews({ fetch, baseUrl: platform.url.href, spacingMs: 0, now })
}
function gdelt() {
  return openGdelt({ fetch, baseUrl: platform.url.href, spacingMs: 0, now })
}

async function collect(source: SearchSource, request = aRequest()): Promise<SourceEvent[]> {
  const events: SourceEvent[] = []
  for await (const event of source.search(request, new AbortController().signal)) events.push(event)
  return events
}

function postsOf(events: readonly SourceEvent[]) {
  return events.flatMap((event) => (event.type === 'post' ? [event.post] : []))
}

function cursorOf(events: readonly SourceEvent[]): unknown {
  const last = events.findLast((event) => event.type === 'cursor')
  return last?.type === 'cursor' ? JSON.parse(JSON.stringify(last.cursor)) : assert.fail('no cursor')
}

async function failure(promise: Promise<unknown>): Promise<SourceError> {
  const error = await promise.then(
    () => assert.fail('no error was thrown'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SourceError, String(error))
  return error
}

test('Google News is searched in Indonesian, and titles are stored without their outlet', async () => {
  const events = await collect(google())
  assert.deepEqual(
    postsOf(events).map(({ platformId, text, author }) => [platformId, text, author.id, author.displayName]),
    [
      ['CBMia1', 'Banjir di Garut, warga mengungsi', 'kabarcontoh.co.id', 'Kabar Contoh'],
      ['CBMia3', 'Gempa bumi di Cianjur', 'kabarcontoh.co.id', 'Kabar Contoh'],
    ],
  )
  const query = platform.requests(NEWS_PATHS.googleNews)[0]?.query
  assert.equal(query?.get('q'), '((banjir garut) OR "gempa bumi") -hoax after:2026-11-01')
  assert.deepEqual([query?.get('hl'), query?.get('gl'), query?.get('ceid')], ['id', 'ID', 'ID:id'])
})

test('GDELT titles are stored without spaces before punctuation', async () => {
  const events = await collect(gdelt())
  assert.deepEqual(
    postsOf(events).map(({ platformId, text, language }) => [platformId, text, language]),
    [
      ['https://www.kabarcontoh.co.id/berita/a1', 'Banjir di Garut, warga mengungsi', 'id'],
      ['https://www.kabarcontoh.co.id/berita/a3', 'Gempa bumi di Cianjur', 'id'],
    ],
  )
  const query = platform.requests(NEWS_PATHS.gdelt)[0]?.query
  assert.equal(query?.get('query'), 'banjir garut -hoax sourcelang:indonesian')
  assert.equal(query?.get('startdatetime'), '20261101000000')
  assert.equal(query?.get('enddatetime'), '20261114120000')
  assert.equal(platform.requests(NEWS_PATHS.gdelt).length, 2)
})

test('a second run requests only what is new, and an edited expression requests everything', async () => {
  const cursor = cursorOf(await collect(google()))
  await collect(google(), aRequest({ cursor }))
  assert.match(platform.requests(NEWS_PATHS.googleNews)[1]?.query.get('q') ?? '', /after:2026-11-12$/)
  await collect(google(), aRequest({ cursor, exclusions: [] }))
  assert.match(platform.requests(NEWS_PATHS.googleNews)[2]?.query.get('q') ?? '', /after:2026-11-01$/)

  const gdeltCursor = cursorOf(await collect(gdelt()))
  await collect(gdelt(), aRequest({ cursor: gdeltCursor }))
  assert.equal(platform.requests(NEWS_PATHS.gdelt).at(-1)?.query.get('startdatetime'), '20261114090000')
})

test('an interrupted run resumes at its cursor', async () => {
  platform.disturb(NEWS_PATHS.gdelt, { times: 1 })
  const source = gdelt()
  const events: SourceEvent[] = []
  const request = aRequest()
  const iterator = source.search(request, new AbortController().signal)[Symbol.asyncIterator]()
  for (let event = await iterator.next(); !event.done; event = await iterator.next()) {
    events.push(event.value)
    if (event.value.type === 'cursor') break
  }
  await iterator.return?.()
  const rest = await collect(gdelt(), aRequest({ cursor: cursorOf(events) }))
  assert.deepEqual(
    postsOf(rest).map(({ text }) => text),
    ['Gempa bumi di Cianjur'],
  )
})

test('GDELT is queried further back while its pages are full', async () => {
  const many = Array.from({ length: 600 }, (_, n) =>
    article(`m${n}`, `Banjir Garut ${n}`, new Date(Date.UTC(2026, 10, 10) - n * 60_000).toISOString()),
  )
  platform.publish(...many)
  const keyword = { alternatives: [['banjir', 'garut']] }
  const found = new Set(postsOf(await collect(gdelt(), aRequest({ keyword }))).map(({ platformId }) => platformId))
  assert.equal(found.size, 601)
  const short = await collect(gdelt(), aRequest({ keyword, budget: 10 }))
  assert.ok(short.some((event) => event.type === 'notice' && event.code === 'budget_spent'))
  // A cursor would skip what was not requested.
  assert.ok(!short.some((event) => event.type === 'cursor'))
})

test('no match is an empty run, not an error', async () => {
  const keyword = { alternatives: [['tidakadasamasekali']] }
  for (const source of [google(), gdelt()]) {
    const events = await collect(source, aRequest({ keyword }))
    assert.deepEqual(postsOf(events), [])
    assert.equal(events.at(-1)?.type, 'cursor')
  }
})

test('errors that GDELT sends as text with status 200 are classified', () => {
  const cases: [string, SourceErrorCode][] = [
    ["Queries containing OR'd terms must be surrounded by ().", 'bad_request'],
    ['The specified phrase is too short.', 'bad_request'],
    ['Please limit requests to one every 5 seconds or contact us', 'rate_limited'],
    ['<html><body>502</body></html>', 'upstream'],
    ['{"articles": [', 'unreadable'],
    ['{"articles": [{"a":1}]}', 'unreadable'],
  ]
  for (const [text, code] of cases)
    assert.throws(
      () => readGdelt(Buffer.from(text), NOW),
      (error: unknown) => error instanceof SourceError && error.code === code,
      text,
    )
  for (const text of ['{}', '', ' \n', '{"articles":[]}']) assert.deepEqual(readGdelt(Buffer.from(text), NOW).posts, [])
})

test('too many requests are reported as rate_limited with a retry time, by both sources', async () => {
  platform.disturb(NEWS_PATHS.googleNews, { status: 503, body: '<html>sorry</html>' })
  const google503 = await failure(collect(google()))
  assert.deepEqual([google503.code, google503.retryAt?.toISOString()], ['rate_limited', '2026-11-14T12:15:00.000Z'])
  platform.disturb(NEWS_PATHS.gdelt, { status: 429, headers: { 'retry-after': '60' } })
  const gdelt429 = await failure(collect(gdelt()))
  assert.deepEqual([gdelt429.code, gdelt429.retryAt?.toISOString()], ['rate_limited', '2026-11-14T12:01:00.000Z'])
})

test('our own rate limit: a second request within a minute is deferred, not sent', async () => {
  const source = openGoogleNews({ fetch, baseUrl: platform.url.href, now })
  await collect(source)
  const error = await failure(collect(source))
  assert.deepEqual([error.code, error.retryAt?.toISOString()], ['rate_limited', '2026-11-14T12:01:00.000Z'])
  assert.equal(platform.requests(NEWS_PATHS.googleNews).length, 1)
})

test('recorded replies of both sources are read', () => {
  const bytes = (name: string) => readFileSync(new URL(name, import.meta.url))
  const url = new URL('https://news.google.com/rss/search?q=banjir')
  const found = readGoogleNews({
    bytes: bytes('./google-news/replies/google-news.xml'),
    contentType: null,
    url,
    label: null,
    now: NOW,
  })
  assert.deepEqual(
    found.map(({ platformId, text, author, publishedAt }) => [platformId, text, author.id, publishedAt.toISOString()]),
    [
      ['CBMiX2h0dHBz', 'Banjir Bandang di Garut - Kabar', 'kabarcontoh.co.id', '2026-11-14T03:21:45.000Z'],
      ['CBMiAAAA', 'Sungai meluap lagi', 'contoh.or.id', '2026-11-13T22:00:00.000Z'],
    ],
  )
  const page = readGdelt(bytes('./gdelt/replies/gdelt.json'), NOW)
  assert.deepEqual(
    page.posts.map(({ text, language, author }) => [text, language, author.displayName]),
    [
      ['Banjir bandang di Garut, 12 warga (sementara) mengungsi!', 'id', 'kabarcontoh.co.id'],
      ['Flood hits Garut', 'en', 'en.contoh.com'],
    ],
  )
  assert.equal(page.oldest?.toISOString(), '2026-11-13T20:15:00.000Z')
})
