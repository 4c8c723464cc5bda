import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLATFORMS } from '../../src/domain/platform.ts'
import { makePosts } from './content.ts'
import { TOPICS } from './topics.ts'

const OPTIONS = { seed: 7, count: 2_000, from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-15T00:00:00Z') }

test('the same seed gives the same posts, another seed gives others', () => {
  assert.deepEqual(makePosts(OPTIONS), makePosts(OPTIONS))
  assert.notDeepEqual(makePosts({ ...OPTIONS, seed: 8 }), makePosts(OPTIONS))
})

test('all platforms, topics, sentiments and languages occur, each post once and inside the period', () => {
  const posts = makePosts(OPTIONS)
  assert.equal(posts.length, 2_000)
  assert.equal(new Set(posts.map(({ platform, id }) => `${platform} ${id}`)).size, 2_000)
  assert.deepEqual(new Set(posts.map(({ platform }) => platform)), new Set(PLATFORMS))
  assert.deepEqual(new Set(posts.map(({ topic }) => topic)), new Set(TOPICS.map(({ name }) => name)))
  assert.deepEqual(new Set(posts.map(({ sentiment }) => sentiment)), new Set([-1, 0, 1]))
  assert.deepEqual(new Set(posts.map(({ language }) => language)), new Set(['id', 'en', 'jv', 'su']))
  assert.ok(posts.every(({ publishedAt }) => publishedAt >= OPTIONS.from && publishedAt < OPTIONS.to))
  assert.deepEqual(
    posts,
    posts.toSorted((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime()),
  )
})

test('some posts repeat earlier ones, and comments belong to a video', () => {
  const posts = makePosts(OPTIONS)
  const ids = new Set(posts.map(({ id }) => id))
  const reposts = posts.filter(({ repostOf }) => repostOf !== null)
  assert.ok(reposts.length > 100 && reposts.every(({ repostOf }) => ids.has(repostOf ?? '')))
  const comments = posts.filter(({ kind }) => kind === 'comment')
  assert.ok(comments.length > 10 && comments.every(({ parentId }) => ids.has(parentId ?? '')))
})

test('topics and platforms can be chosen', () => {
  const posts = makePosts({ ...OPTIONS, count: 50, topics: ['banjir'], platforms: ['twitter'] })
  assert.ok(posts.every(({ topic, platform }) => topic === 'banjir' && platform === 'twitter'))
  assert.throws(() => makePosts({ ...OPTIONS, topics: ['tidak ada'] }))
})
