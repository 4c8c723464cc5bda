import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseJson } from '../http/json.ts'
import { SourceError } from '../source.ts'
import { pausedUntil, readUsage } from './graph.ts'
import { readPage } from './reply.ts'

const PAGE = { id: '104923907983682', label: null }

function recorded(name: string): unknown {
  return parseJson(readFileSync(new URL(`./replies/${name}.json`, import.meta.url)))
}

test('a message is read, a story is the fallback, and a post with neither is skipped', () => {
  const page = readPage(recorded('posts'), PAGE)
  assert.deepEqual(
    page.posts.map(({ text }) => text),
    ['Banjir di Garut hari ini, warga diminta waspada', 'Info Garut updated their cover photo.'],
  )
  assert.deepEqual([page.broken, page.after, page.title], [0, 'QVFJ', 'Info Garut'])
  assert.deepEqual(page.newestAt, new Date('2026-11-14T03:21:45Z'))
})

test('a time zone without a colon, counters and missing shares are read', () => {
  const [first, second] = readPage(recorded('posts'), PAGE).posts
  assert.deepEqual(first?.publishedAt, new Date('2026-11-14T03:21:45Z'))
  assert.deepEqual(first?.engagement, { likes: 120, comments: 8, shares: 3, views: 0 })
  assert.deepEqual(second?.engagement, { likes: 0, comments: 0, shares: 0, views: 0 })
})

test('a post that does not name its page belongs to the requested page', () => {
  const post = readPage(recorded('posts'), { ...PAGE, label: 'Kabar Garut' }).posts[1]
  assert.deepEqual(post?.author, { id: PAGE.id, username: PAGE.id, displayName: 'Kabar Garut' })
})

test('the last page has no next page, although it has a cursor', () => {
  const page = readPage(
    { data: [{ id: '1_2', created_time: '2026-11-14T03:21:45+0000' }], paging: { cursors: { after: 'x' } } },
    PAGE,
  )
  assert.equal(page.after, null)
  assert.equal(readPage({ data: [], paging: { cursors: { after: 'x' }, next: 'y' } }, PAGE).after, null)
})

test('a post without a date is skipped and counted; when none has a date, the reply is unreadable', () => {
  const good = { id: '1_1', message: 'a', created_time: '2026-11-14T03:21:45+0000' }
  const bad = { id: '1_2', message: 'b', created_time: 'kemarin' }
  const page = readPage({ data: [good, bad] }, PAGE)
  assert.deepEqual([page.posts.length, page.broken], [1, 1])
  assert.throws(() => readPage({ data: [bad] }, PAGE), isUnreadable)
})

test('anything else is unreadable, never an empty page', () => {
  for (const reply of [null, [], {}, undefined, 'halo', { data: {} }]) {
    assert.throws(() => readPage(reply, PAGE), isUnreadable)
  }
})

test('the highest usage of all rate limits counts, and below eighty percent there is no pause', () => {
  const now = new Date('2026-11-14T12:00:00Z')
  const headers = (app: unknown, business: unknown) =>
    new Headers({ 'x-app-usage': JSON.stringify(app), 'x-business-use-case-usage': JSON.stringify(business) })
  const calm = headers({ call_count: 28, total_time: 79, total_cputime: 25 }, {})
  assert.deepEqual([readUsage(calm).percent, pausedUntil(calm, now)], [79, null])
  const busy = headers({ call_count: 1 }, { 17: [{ call_count: 95, estimated_time_to_regain_access: 12 }] })
  assert.deepEqual(pausedUntil(busy, now), new Date('2026-11-14T12:12:00Z'))
  const close = headers({ call_count: 80 }, {})
  assert.deepEqual(pausedUntil(close, now), new Date('2026-11-14T12:05:00Z'))
  assert.equal(pausedUntil(new Headers({ 'x-app-usage': 'bukan json' }), now), null)
})

function isUnreadable(error: unknown): boolean {
  return error instanceof SourceError && error.code === 'unreadable'
}
