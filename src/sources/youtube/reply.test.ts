import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseJson } from '../http/json.ts'
import { SourceError } from '../source.ts'
import { readComments, readHandles, readSearch, readVideos } from './reply.ts'

function recorded(name: string): unknown {
  return parseJson(readFileSync(new URL(`./replies/${name}.json`, import.meta.url)))
}

test('a search returns only video ids', () => {
  assert.deepEqual(readSearch(recorded('search')), {
    videoIds: ['a1B2c3D4e5F', 'z9Y8x7W6v5U'],
    newestAt: new Date('2026-11-14T03:21:45Z'),
    nextPageToken: 'CDIQAA',
  })
})

test('the text of a video is its title and description, not decoded twice; counters are strings of digits', () => {
  const { posts, broken, commented } = readVideos(recorded('videos'))
  assert.deepEqual([broken, commented], [0, ['a1B2c3D4e5F']])
  assert.deepEqual(posts[0], {
    platform: 'youtube',
    platformId: 'a1B2c3D4e5F',
    kind: 'video',
    text: "Banjir di Garut 'parah' &#39;asli&#39;\n\nteks lengkap",
    hidden: 'banjir\ngarut',
    url: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
    publishedAt: new Date('2026-11-14T03:21:45Z'),
    author: { id: 'UC_garut', username: 'UC_garut', displayName: 'Kanal Garut' },
    language: 'id',
    engagement: { likes: 210, comments: 35, shares: 0, views: 15230 },
  })
})

test('hidden counters are read as 0, and an unknown language stays undefined', () => {
  const post = readVideos(recorded('videos')).posts[1]
  assert.deepEqual(post?.engagement, { likes: 0, comments: 0, shares: 0, views: 3 })
  assert.deepEqual([post?.language, post?.hidden, post?.text], [undefined, undefined, 'Hujan'])
})

test('the at sign of a handle is removed, and a channel without a handle is skipped', () => {
  assert.deepEqual([...readHandles(recorded('channels'))], [['UC_garut', 'kanalgarut']])
})

test('a comment links to itself on the page of its video', () => {
  assert.deepEqual(readComments(recorded('comments')).posts, [
    {
      platform: 'youtube',
      platformId: 'comment:UgxA',
      kind: 'comment',
      text: 'semoga cepat surut',
      url: 'https://www.youtube.com/watch?v=a1B2c3D4e5F&lc=UgxA',
      publishedAt: new Date('2026-11-14T04:00:00Z'),
      author: { id: 'UCbudi', username: 'budi', displayName: '@budi' },
      engagement: { likes: 4, comments: 0, shares: 0, views: 0 },
    },
  ])
})

test('a video without a date is skipped and counted; when none has a date, the reply is unreadable', () => {
  const video = (id: string, publishedAt: string) => ({ id, snippet: { publishedAt, channelId: 'UC', title: 'a' } })
  const reply = (...items: unknown[]) => ({ kind: 'youtube#videoListResponse', items })
  const page = readVideos(reply(video('a', '2026-11-14T04:00:00Z'), video('b', 'besok')))
  assert.deepEqual([page.posts.length, page.broken], [1, 1])
  assert.throws(() => readVideos(reply(video('b', 'besok'))), isUnreadable)
})

test('anything else is unreadable, never an empty page', () => {
  for (const reply of [null, [], {}, undefined, 'halo', { kind: 'youtube#other', items: [] }]) {
    for (const read of [readSearch, readVideos, readHandles, readComments]) {
      assert.throws(() => read(reply), isUnreadable)
    }
  }
})

function isUnreadable(error: unknown): boolean {
  return error instanceof SourceError && error.code === 'unreadable'
}
