import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POST_TEXT_MAX } from '../domain/post.ts'
import { cutText, decodeEntities, plainName, plainText } from './plain.ts'

test('text is NFC, without control characters and runs of blank lines', () => {
  assert.equal(plainText('  Cafe\u0301\u0000 \r\n\r\n\r\n\r\nbaru\u0007\tya \u001b\n'), 'Café\n\nbaru\tya')
})

test('a lone surrogate is replaced, and cutting never creates one', () => {
  assert.ok(plainText('a\ud83d').isWellFormed())
  assert.equal(cutText('ab😀', 3), 'ab')
  assert.equal(cutText('ab😀', 4), 'ab😀')
})

test('text is cut to the stored length', () => {
  assert.equal(plainText('x'.repeat(POST_TEXT_MAX + 5)).length, POST_TEXT_MAX)
})

test('entities are decoded once', () => {
  assert.equal(decodeEntities('Rubik&#39;s &amp;amp; &lt;b&gt; &#x1F600; &quot;a&quot;'), 'Rubik\'s &amp; <b> 😀 "a"')
  assert.equal(decodeEntities('&unknown; &#0; &#99999999; & &;'), '&unknown; &#0; &#99999999; & &;')
})

test('a name is put on one line and its length is limited', () => {
  assert.equal(plainName(' Info\n\u0000 Garut '), 'Info Garut')
  assert.equal(plainName('x'.repeat(500))?.length, 200)
  assert.deepEqual([plainName(''), plainName(' \u0000'), plainName(7)], [null, null, null])
})
