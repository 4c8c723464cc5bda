import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_ENGAGEMENT, type Post } from '../domain/post.ts'
import { cleanPost } from './clean-post.ts'

function aPost(fields: Partial<Post>): Post {
  return {
    platform: 'news',
    platformId: 'a',
    kind: 'article',
    text: 'Banjir',
    url: 'https://berita.example/a',
    publishedAt: new Date('2026-03-01T00:00:00Z'),
    author: { id: 'a', username: 'a', displayName: 'A' },
    engagement: NO_ENGAGEMENT,
    ...fields,
  }
}

test('characters that the database cannot store are removed from a post', () => {
  const cleaned = cleanPost(aPost({ text: 'ban\u0000jir \ud800!', platformId: ' 1\u0000 ' }))
  assert.equal(cleaned?.text, 'banjir \ufffd!')
  assert.equal(cleaned?.platformId, '1')
})

test('an id of any length stays unique and stable', () => {
  const long = 'x'.repeat(5_000)
  const ids = [long, long, `${long}y`].map((platformId) => cleanPost(aPost({ platformId }))?.platformId ?? '')
  assert.equal(ids[0], ids[1])
  assert.notEqual(ids[0], ids[2])
  assert.ok(ids.every((id) => id.length <= 512))
})

test('counters become non-negative integers', () => {
  const engagement = { likes: -3, comments: Number.NaN, shares: 1.7, views: Number.POSITIVE_INFINITY }
  const cleaned = cleanPost(aPost({ engagement }))?.engagement
  assert.equal(cleaned?.likes, 0)
  assert.equal(cleaned?.comments, 0)
  assert.equal(cleaned?.shares, 1)
  assert.ok(Number.isSafeInteger(cleaned?.views))
})

test('a post without an id or a date is rejected', () => {
  assert.equal(cleanPost(aPost({ platformId: ' ' })), null)
  assert.equal(cleanPost(aPost({ publishedAt: new Date(Number.NaN) })), null)
})

test('every string is cut between two characters, wherever the limit falls', () => {
  const family = '👨‍👩‍👧‍👦'
  for (const [max, fieldsOf] of [
    [20_000, (text: string) => ({ text, hidden: text })],
    [4_000, (url: string) => ({ url })],
    [500, (name: string) => ({ author: { id: name, username: name, displayName: name } })],
    [35, (language: string) => ({ language })],
  ] as const) {
    for (let before = max - family.length; before <= max; before++) {
      const kept = before + family.length <= max ? `${'a'.repeat(before)}${family}` : 'a'.repeat(before)
      const given = fieldsOf(`${'a'.repeat(before)}${family}b`)
      assert.deepEqual(cleanPost(aPost(given)), cleanPost(aPost(fieldsOf(kept))), `${Object.keys(given)} at ${before}`)
    }
  }
})
