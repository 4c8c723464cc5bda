import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classified } from '../../test/classified.ts'
import { NO_ENGAGEMENT, type Post } from '../domain/post.ts'
import { analysePost } from './analyse-post.ts'

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
