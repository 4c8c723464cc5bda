import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseJson } from '../http/json.ts'
import { SourceError } from '../source.ts'
import { laterId, readPage } from './reply.ts'

function recorded(name: string): unknown {
  return parseJson(readFileSync(new URL(`./replies/${name}.json`, import.meta.url)))
}

test('the documented dialect is read: entities decoded once, links kept for the matcher, `in` mapped to id', () => {
  const page = readPage(recorded('page-tweet'))
  assert.deepEqual([page.newestId, page.broken], ['2121443438883766395', 0])
  assert.equal(page.nextToken, 'b26v89c19zqg8o3fobd8v73egzbdt3qao235oql')
  assert.deepEqual(page.posts[0], {
    platform: 'twitter',
    platformId: '2121443438883766395',
    kind: 'post',
    text: 'Banjir bandang di Garut, warga mengungsi & butuh <bantuan> https://t.co/x1',
    hidden: 'https://berita.example/d-1\nSungai Cimanuk meluap\nRatusan rumah terendam',
    url: 'https://x.com/infogarut/status/2121443438883766395',
    publishedAt: new Date('2026-11-14T03:21:45Z'),
    author: { id: '44196397', username: 'infogarut', displayName: 'Info Garut' },
    language: 'id',
    engagement: { likes: 40, comments: 3, shares: 12, views: 5310 },
  })
})

test('a long post is read in full, and a missing author is identified by the id', () => {
  const post = readPage(recorded('page-tweet')).posts[1]
  assert.match(post?.text ?? '', /warga Tarogong\.$/)
  assert.deepEqual(post?.author, { id: '99', username: '99', displayName: '99' })
  assert.equal(post?.url, 'https://x.com/i/status/2121443187225526273')
  assert.equal(post?.language, undefined)
})

test('the newer dialect gives the same result', () => {
  const [post] = readPage(recorded('page-post')).posts
  assert.equal(post?.text, 'Banjir bandang di Garut, warga mengungsi ke balai desa')
  assert.deepEqual(post?.engagement, { likes: 40, comments: 3, shares: 12, views: 5310 })
})

test('an empty result has no data or an empty list', () => {
  for (const reply of [recorded('empty'), { data: [], meta: { result_count: 0 } }]) {
    assert.deepEqual(readPage(reply), { posts: [], broken: 0, newestId: null, nextToken: null })
  }
})

test('a post without a date is skipped and counted; when none has a date, the reply is unreadable', () => {
  const good = { id: '2', text: 'a', created_at: '2026-11-14T03:21:45.000Z' }
  const bad = { id: '1', text: 'b', created_at: 'kemarin' }
  const page = readPage({ data: [good, bad], meta: { result_count: 2 } })
  assert.deepEqual([page.posts.length, page.broken, page.newestId], [1, 1, '2'])
  assert.throws(() => readPage({ data: [bad], meta: { result_count: 1 } }), isUnreadable)
})

test('anything else is unreadable, never an empty page', () => {
  for (const reply of [null, [], {}, { data: 'x' }, { meta: {} }, undefined, 'halo', { data: [1, null] }]) {
    assert.throws(() => readPage(reply), isUnreadable, JSON.stringify(reply))
  }
})

test('ids are compared as numbers', () => {
  assert.equal(laterId('999', '1000'), '1000')
  assert.equal(laterId('2121443438883766395', '2121443438883766396'), '2121443438883766396')
  assert.equal(laterId(null, '1'), '1')
})

function isUnreadable(error: unknown): boolean {
  return error instanceof SourceError && error.code === 'unreadable'
}
