import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, beforeEach, test } from 'node:test'
import { type NewsPlatform, openNewsPlatform } from '../../../test/platforms/news.ts'
import type { Post } from '../../domain/post.ts'
import { openFetch } from '../http/fetch.ts'
import { openRobots } from '../http/robots.ts'
import { SourceError } from '../source.ts'
import { readArticle } from './extract.ts'
import { isTeaser, openArticleReader, TEASER_MAX, withArticle } from './read.ts'
import { openArticleThread } from './thread.ts'

const BODY = 'Hujan deras sejak malam membuat sungai meluap dan merendam tiga desa di Kabupaten Garut. '.repeat(4)
const signal = new AbortController().signal
const fetch = openFetch({ userAgent: 'Pantau/1', allowPrivate: true, hostSpacingMs: 0 })

const thread = openArticleThread()
after(() => thread.close())

let outlet: NewsPlatform
let clock: Date
beforeEach(async () => {
  clock = new Date('2026-11-14T12:00:00Z')
  outlet = await openNewsPlatform({
    articles: [{ id: 'a1', title: 'Banjir di Garut', body: BODY, publishedAt: clock }],
  })
})
afterEach(() => outlet.close())

function aReader() {
  const now = () => clock
  return openArticleReader(fetch, openRobots({ fetch, product: 'Pantau', now }), { thread, now })
}

test('the text of an article is read without navigation, ads and footer', () => {
  const html = readFileSync(new URL('./replies/article.html', import.meta.url), 'utf8')
  const article = readArticle(html, new URL('https://www.kabarcontoh.co.id/berita/1'))
  assert.match(article?.text ?? '', /Sungai Cimanuk meluap/)
  assert.match(article?.text ?? '', /\n\nSedikitnya 120 keluarga/)
  assert.doesNotMatch(article?.text ?? '', /Iklan|Beranda|track\(\)|Hak cipta/)
  assert.equal(article?.language, 'id')
  assert.equal(article?.publishedAt?.toISOString(), '2026-11-14T03:00:00.000Z')
})

test('a page without an article returns null', () => {
  const url = new URL('https://x.id/')
  for (const html of ['', 'halo', '<html></html>', '<html><body><p>pendek</p></body></html>', '{"a":1}'])
    assert.equal(readArticle(html, url), null, html)
})

test('pages built to exhaust the extractor are refused', () => {
  const url = new URL('https://x.id/')
  for (const html of [
    `<html><body>${'<div>'.repeat(5_000)}x`,
    `<html><body>${'<li><p>a'.repeat(4_000)}`,
    `<html><body>${'<p>a'.repeat(100_000)}`,
    'a'.repeat(4 * 1024 * 1024),
    `<html><body><p>${'a&lt;'.repeat(60_000)}`,
    `<html><body>${'<!---->'.repeat(60_000)}`,
  ])
    assert.throws(() => readArticle(html, url), SourceError)
})

test('a page that takes too long is abandoned, and the next one is read', async () => {
  const html = readFileSync(new URL('./replies/article.html', import.meta.url), 'utf8')
  const url = new URL('https://x.id/')
  const slow = thread.read(html, url, 1)
  const next = thread.read(html, url)
  await assert.rejects(slow, { code: 'unreadable' })
  assert.match((await next)?.text ?? '', /Sungai Cimanuk/)
  await assert.rejects(thread.read('a'.repeat(4 * 1024 * 1024), url), /too large/)
})

test('an article is read where robots.txt allows it, and robots.txt is requested once', async () => {
  const reader = aReader()
  const reading = await reader.read(new URL('/berita/a1', outlet.url), signal)
  assert.equal(reading.outcome, 'read')
  assert.match(reading.outcome === 'read' ? reading.article.text : '', /merendam tiga desa/)
  assert.deepEqual(await reader.read(new URL('/tertutup/a1', outlet.url), signal), { outcome: 'disallowed' })
  assert.equal(outlet.requests('/robots.txt').length, 1)
  assert.equal(outlet.requests('/tertutup/a1').length, 0)
})

test('robots.txt by RFC 9309: a missing file allows all, a server error nothing, and our own group takes precedence', async () => {
  const page = new URL('/berita/a1', outlet.url)
  const cases: [string, number, boolean][] = [
    ['', 404, true],
    ['', 403, true],
    ['', 500, false],
    ['', 503, false],
    ['', 429, false],
    ['User-agent: *\nDisallow: /\n', 200, false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: pantau\nAllow: /\n', 200, true],
    ['User-agent: Pantau\nDisallow: /berita/\n\nUser-agent: *\nAllow: /\n', 200, false],
    ['User-agent: *\nDisallow: /berita/\nAllow: /berita/a1\n', 200, true],
    ['<html>bukan robots</html>', 200, true],
    [`User-agent: *\nDisallow: /\n${'#'.repeat(600_000)}`, 200, false],
  ]
  for (const [text, status, allowed] of cases) {
    outlet.setRobots(text, status)
    const robots = openRobots({ fetch, product: 'Pantau', now: () => clock })
    assert.equal(await robots.allows(page, signal), allowed, `${status} ${text.slice(0, 60)}`)
  }
})

test('rules are cached for a day, and a failure for an hour', async () => {
  const robots = openRobots({ fetch, product: 'Pantau', now: () => clock })
  const page = new URL('/berita/a1', outlet.url)
  outlet.setRobots('', 500)
  assert.equal(await robots.allows(page, signal), false)
  outlet.setRobots('', 404)
  assert.equal(await robots.allows(page, signal), false)
  clock = new Date(clock.getTime() + 61 * 60_000)
  assert.equal(await robots.allows(page, signal), true)
  outlet.setRobots('User-agent: *\nDisallow: /', 200)
  clock = new Date(clock.getTime() + 23 * 3_600_000)
  assert.equal(await robots.allows(page, signal), true)
  clock = new Date(clock.getTime() + 2 * 3_600_000)
  assert.equal(await robots.allows(page, signal), false)
})

test('an aborted request for robots.txt does not affect the next caller', async () => {
  const robots = openRobots({ fetch, product: 'Pantau', now: () => clock })
  const page = new URL('/berita/a1', outlet.url)
  outlet.disturb('/robots.txt', { delayMs: 100, times: 1 })
  const stop = new AbortController()
  const first = robots.allows(page, stop.signal)
  stop.abort(new Error('enough'))
  await assert.rejects(first, /enough/)
  assert.equal(await robots.allows(page, signal), true)
})

test('a post that is only a headline or a short teaser gets the text of its article', () => {
  const post = {
    platform: 'news',
    platformId: '1',
    kind: 'article',
    text: 'Banjir di Garut',
    url: 'https://x.id/1',
    publishedAt: new Date(0),
    author: { id: 'x.id', username: 'x.id', displayName: 'X' },
    engagement: { likes: 0, comments: 0, shares: 0, views: 0 },
  } as const
  assert.equal(isTeaser(post), true)
  const article = { title: 'Lain', text: 'Isi lengkap.', byline: null, language: 'id', publishedAt: null }
  const full = withArticle(post, article)
  assert.equal(full.text, 'Banjir di Garut\n\nIsi lengkap.')
  assert.equal(full.language, 'id')
  assert.equal(isTeaser({ ...post, text: `Banjir\n\n${'a'.repeat(TEASER_MAX - 1)}` }), true)
  assert.equal(isTeaser({ ...post, text: `Banjir\n\n${'a'.repeat(TEASER_MAX)}` }), false)
  assert.equal(isTeaser({ ...post, linkless: true }), false)
  assert.equal(isTeaser({ ...post, kind: 'post' }), false)
})

test('a teaser that is longer than what was read of its page stays', () => {
  const post = { text: 'Banjir di Garut\n\nHujan deras sejak kemarin.' } as Post
  const article = { title: 'Lain', text: 'Iklan.', byline: null, language: 'id', publishedAt: null }
  assert.equal(withArticle(post, article), post)
})
