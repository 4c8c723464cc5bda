import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseJson } from '../http/json.ts'
import { SourceError } from '../source.ts'
import { readPage, readToken } from './reply.ts'

function recorded(name: string): unknown {
  return parseJson(readFileSync(new URL(`./replies/${name}.json`, import.meta.url)))
}

test('ids keep all their digits, as numbers, as strings and under the older field name', () => {
  const { posts } = readPage(recorded('page'))
  assert.deepEqual(
    posts.map(({ platformId }) => platformId),
    ['7028743950684949650', '7028743950684949651'],
  )
})

test('the text of a video is its description; hashtags and speech are for the matcher only', () => {
  assert.deepEqual(readPage(recorded('page')).posts[0], {
    platform: 'tiktok',
    platformId: '7028743950684949650',
    kind: 'video',
    text: 'Banjir bandang #banjir #garut',
    hidden: 'banjir\ngarut\nair datang dari hulu',
    url: 'https://www.tiktok.com/@infogarut/video/7028743950684949650',
    publishedAt: new Date('2026-11-14T03:21:45Z'),
    author: { id: 'infogarut', username: 'infogarut', displayName: 'infogarut' },
    engagement: { likes: 90, comments: 2, shares: 1, views: 1050 },
  })
})

test('a page holds the cursor and the search id of the next one', () => {
  const { cursor, searchId, hasMore, broken } = readPage(recorded('page'))
  assert.deepEqual([cursor, searchId, hasMore, broken], [100, '7201388525814961198', true, 0])
})

test('an empty page is valid', () => {
  const page = readPage({ data: { videos: [], cursor: 100, has_more: false } })
  assert.deepEqual([page.posts, page.hasMore], [[], false])
  assert.deepEqual(readPage({ data: { cursor: 100, has_more: false } }).posts, [])
})

test('a video without a date is skipped and counted; when none has a date, the reply is unreadable', () => {
  const good = { id: '1', username: 'a', video_description: 'a', create_time: 1794626505 }
  const bad = { ...good, create_time: 'kemarin' }
  const reply = (...videos: unknown[]) => ({ data: { videos, cursor: 0, has_more: false } })
  assert.deepEqual([readPage(reply(good, bad)).posts.length, readPage(reply(good, bad)).broken], [1, 1])
  assert.throws(() => readPage(reply(bad)), isUnreadable)
})

test('anything else is unreadable, never an empty page', () => {
  for (const reply of [null, [], {}, undefined, 'halo', { data: {} }])
    assert.throws(() => readPage(reply), isUnreadable)
})

test('a token is read with its lifetime, and a refusal returns null', () => {
  const reply = { access_token: 'clt.abc', expires_in: 7200, token_type: 'Bearer' }
  assert.deepEqual(readToken(reply), { value: 'clt.abc', expiresSeconds: 7200 })
  assert.equal(readToken({ error: 'invalid_request', error_description: 'x' }), null)
})

function isUnreadable(error: unknown): boolean {
  return error instanceof SourceError && error.code === 'unreadable'
}
