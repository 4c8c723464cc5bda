import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseJson } from '../http/json.ts'
import { SourceError } from '../source.ts'
import { readHashtagId, readMedia } from './reply.ts'

function recorded(name: string): unknown {
  return parseJson(readFileSync(new URL(`./replies/${name}.json`, import.meta.url)))
}

test('captions are read, media without one are skipped, and reels are videos', () => {
  const page = readMedia(recorded('media'))
  assert.deepEqual(
    page.posts.map(({ text, kind }) => [text, kind]),
    [
      ['Banjir di Garut #banjir #garut', 'post'],
      ['Air mulai surut #banjir', 'video'],
    ],
  )
  assert.deepEqual(page.ids, ['CxYz123', 'CxYz124', 'CxYz125'])
  assert.deepEqual([page.after, page.broken], ['NTAyYmE4', 0])
})

test('no author is named, and hidden likes are read as 0', () => {
  const [first, second] = readMedia(recorded('media')).posts
  assert.deepEqual(first?.author, { id: '', username: '', displayName: 'Instagram' })
  assert.deepEqual(first?.engagement, { likes: 17, comments: 2, shares: 0, views: 0 })
  assert.deepEqual(second?.engagement, { likes: 0, comments: 1, shares: 0, views: 0 })
  assert.deepEqual(first?.publishedAt, new Date('2026-11-14T03:21:45Z'))
})

test('a hashtag id must be numeric, because it becomes part of a URL', () => {
  assert.equal(readHashtagId(recorded('hashtag')), '17843857450040591')
  for (const reply of [{ data: [{ id: '../me' }] }, { data: [] }, {}, null]) {
    assert.throws(() => readHashtagId(reply), isUnreadable)
  }
})

test('a medium without a date is skipped and counted; when none has a date, the reply is unreadable', () => {
  const good = { id: '1', caption: 'a', permalink: 'https://i/1', timestamp: '2026-11-14T03:21:45+0000' }
  const bad = { ...good, id: '2', timestamp: '' }
  assert.deepEqual([readMedia({ data: [good, bad] }).posts.length, readMedia({ data: [good, bad] }).broken], [1, 1])
  assert.throws(() => readMedia({ data: [bad] }), isUnreadable)
})

test('anything else is unreadable, never an empty page', () => {
  for (const reply of [null, [], {}, undefined, 'halo', { data: {} }])
    assert.throws(() => readMedia(reply), isUnreadable)
})

function isUnreadable(error: unknown): boolean {
  return error instanceof SourceError && error.code === 'unreadable'
}
