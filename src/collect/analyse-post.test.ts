import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifierOf, judged } from '../../test/classifier.ts'
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
  return analysePost(post, classifierOf(0, { language: found })).language
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
function judgedToward(post: Partial<Post>, language = 'id') {
  const kinds: string[] = []
  const judge = (text: string, kind: string, marked?: string) => {
    kinds.push(marked === undefined ? kind : `${kind}, marked`)
    return judged(text === 'Persela kalah lagi.' ? -1 : 0)
  }
  const full = { ...POST, text: LONG, ...post }
  const start = full.text.indexOf('Persela')
  const found = [{ term: 'persela', spans: [{ start, end: start + 7 }] }]
  const { sentiment } = toIncoming(
    analysePost(full, { ...classifierOf(0, { language }), judge }),
    { matched: true, alternative: 0, found, excludedBy: null },
    1,
  )
  return [sentiment, ...kinds]
}

test('an Indonesian article is judged once, toward what the project watches, and so is a long post, by the models of posts', () => {
  assert.deepEqual(judgedToward({ kind: 'article' }), [-1, 'article, marked'])
  assert.deepEqual(judgedToward({ kind: 'article', text: 'Persela kalah lagi.' }), [-1, 'article, marked'])
  assert.deepEqual(judgedToward({ kind: 'video' }), [-1, 'video'])
  assert.deepEqual(judgedToward({ kind: 'article' }, 'en'), [-1, 'post'])
})

test('a short post is judged once, whole, however many projects match it', () => {
  assert.deepEqual(judgedToward({ text: 'Wah, Persela kalah lagi.' }), [0, 'post'])
  let judgements = 0
  const judge = () => {
    judgements += 1
    return judged()
  }
  const analysed = analysePost(POST, { ...classifierOf(), judge })
  const match = { matched: true, alternative: 0, found: [], excludedBy: null }
  for (let project = 0; project < 3; project++) toIncoming(analysed, match, 1)
  assert.equal(judgements, 1)
})
