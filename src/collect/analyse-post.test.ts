import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classified } from '../../test/classified.ts'
import type { Focus } from '../analyse/long-text.ts'
import { NO_ENGAGEMENT, type Post } from '../domain/post.ts'
import { analysePost, toIncoming } from './analyse-post.ts'

const POST: Post = {
  platform: 'twitter',
  platformId: '1',
  kind: 'post',
  text: 'Banjir',
  url: 'https://example.com/',
  publishedAt: new Date('2026-03-20T12:00:00Z'),
  author: { id: 'a', username: 'a', displayName: 'A' },
  engagement: NO_ENGAGEMENT,
}

function languageOf(reported: string | undefined, found: string): string {
  const post = reported === undefined ? POST : { ...POST, language: reported }
  return analysePost(post, () => classified(0, found)).language
}

test('the language of the classifier is used, and that of the platform when the classifier has none', () => {
  assert.equal(languageOf('en', 'id'), 'id')
  assert.equal(languageOf('en', 'und'), 'en')
  assert.equal(languageOf('JV-ID', 'und'), 'jv')
  assert.equal(languageOf('ban', 'und'), 'ban')
})

test('a language that is not a code is not taken from the platform', () => {
  for (const reported of [undefined, '', 'und', 'UND', 'x', 'indonesian', '12', 'i d'])
    assert.equal(languageOf(reported, 'und'), 'und', reported)
})

const LONG = `Wali kota membuka pasar\nPasar itu dibuka Senin pagi. ${'Paragraf ini menjelaskan hal lain dengan panjang lebar. '.repeat(8)}Persela kalah lagi.`

// The sentiment of a mention of Persela, and by what it was judged: negative only where the excerpt was read.
function judged(post: Partial<Post>, language = 'id') {
  const kinds: string[] = []
  const classify = (_: string, kind: string, focus?: Focus) => {
    kinds.push(focus === undefined ? kind : `${kind} toward`)
    return classified(focus?.excerpt === 'Persela kalah lagi.' ? -1 : 0, language)
  }
  const full = { ...POST, text: LONG, ...post }
  const start = full.text.indexOf('Persela')
  const found = [{ term: 'persela', spans: [{ start, end: start + 7 }] }]
  const { sentiment } = toIncoming(
    analysePost(full, classify),
    { matched: true, alternative: 0, found, excludedBy: null },
    1,
  )
  return [sentiment, ...kinds]
}

test('an Indonesian article is judged toward what the project watches, and so is a long post, by the models of posts', () => {
  assert.deepEqual(judged({ kind: 'article' }), [-1, 'article', 'article toward'])
  assert.deepEqual(judged({ kind: 'article', text: 'Persela kalah lagi.' }), [-1, 'article', 'article toward'])
  assert.deepEqual(judged({ kind: 'video' }), [-1, 'video', 'video toward'])
  assert.deepEqual(judged({ kind: 'article' }, 'en'), [-1, 'article', 'post toward'])
})

test('a short post is judged once, whole', () => {
  assert.deepEqual(judged({ text: 'Persela kalah lagi.' }), [0, 'post'])
})
