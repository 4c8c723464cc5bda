import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Post } from '../../src/domain/post.ts'
import { PLATFORM_ID_MAX, POST_TEXT_MAX } from '../../src/domain/post.ts'
import { readPage as readFacebook } from '../../src/sources/facebook/reply.ts'
import { parseJson } from '../../src/sources/http/json.ts'
import { readMedia } from '../../src/sources/instagram/reply.ts'
import { SourceError } from '../../src/sources/source.ts'
import { readPage as readTiktok } from '../../src/sources/tiktok/reply.ts'
import { readPage as readX } from '../../src/sources/twitter/reply.ts'
import { readComments, readVideos } from '../../src/sources/youtube/reply.ts'
import { openRandom } from '../platforms/content.ts'

// Recorded replies in which single values are replaced by nonsense: a reader must return valid posts or throw its own error.

const READERS: readonly (readonly [string, (json: unknown) => { readonly posts: readonly Post[] }])[] = [
  ['twitter/replies/page-tweet', readX],
  ['twitter/replies/page-post', readX],
  ['youtube/replies/videos', readVideos],
  ['youtube/replies/comments', readComments],
  ['facebook/replies/posts', (json) => readFacebook(json, { id: '1', label: null })],
  ['instagram/replies/media', readMedia],
  ['tiktok/replies/page', readTiktok],
]

const NONSENSE: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  '',
  'x',
  [],
  {},
  [[]],
  true,
  '\u0000\ud800',
  'y'.repeat(30_000),
  { id: {} },
]
const ROUNDS = 400

for (const [name, read] of READERS) {
  test(`${name}, mangled, gives valid posts or an error`, () => {
    const text = readFileSync(new URL(`../../src/sources/${name}.json`, import.meta.url))
    const random = openRandom(5)
    for (let round = 0; round < ROUNDS; round++) {
      const json = parseJson(text)
      const { holder, key } = random.pick(positionsIn(json))
      holder[key] = structuredClone(random.pick(NONSENSE))
      try {
        for (const post of read(json).posts) checkPost(post)
      } catch (error) {
        assert.ok(error instanceof SourceError && error.code === 'unreadable', `${String(key)}: ${String(error)}`)
      }
    }
  })
}

interface Position {
  readonly holder: Record<string, unknown>
  readonly key: string
}

function positionsIn(value: unknown): Position[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...positionsIn(holder[key])])
}

function checkPost(post: Post): void {
  assert.ok(post.platformId !== '' && post.platformId.length <= PLATFORM_ID_MAX)
  assert.ok(post.text !== '' && post.text.length <= POST_TEXT_MAX && post.text.isWellFormed())
  assert.ok(!Number.isNaN(post.publishedAt.getTime()))
  assert.ok(URL.canParse(post.url), post.url)
  for (const text of [
    post.text,
    post.author.id,
    post.author.username,
    post.author.displayName,
    post.hidden ?? '',
    post.url,
  ]) {
    assert.ok(text.isWellFormed() && !text.includes('\u0000'), 'no text that a database refuses')
  }
  for (const count of Object.values(post.engagement)) assert.ok(Number.isSafeInteger(count) && count >= 0)
  assert.equal(typeof (post.language ?? ''), 'string')
}
