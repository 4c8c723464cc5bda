import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headlineOf, splitTitle } from './title.ts'

test('the title of an article is separated from its text and not repeated in it', () => {
  const article = { socialmediaid: 'news', content: 'Tanggul jebol\n\nTanggul jebol. Warga mengungsi.' } as const
  assert.deepEqual(splitTitle(article), { title: 'Tanggul jebol', body: 'Warga mengungsi.' })
  assert.equal(headlineOf(article), 'Tanggul jebol')
  assert.deepEqual(splitTitle({ ...article, content: 'Tanggul jebol\n\nWarga mengungsi.\n\nAir surut.' }), {
    title: 'Tanggul jebol',
    body: 'Warga mengungsi.\n\nAir surut.',
  })
})

test('posts, and articles of one paragraph, have no title', () => {
  assert.equal(splitTitle({ socialmediaid: 'twitter', content: 'satu\n\ndua' }).title, null)
  assert.deepEqual(splitTitle({ socialmediaid: 'news', content: 'satu' }), { title: null, body: 'satu' })
  assert.equal(splitTitle({ socialmediaid: 'news', content: `${'a'.repeat(301)}\n\nb` }).title, null)
})
