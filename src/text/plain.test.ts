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

const CHARACTERS = ['😀', '👨‍👩‍👧‍👦', '🇮🇩', '👍🏽', '1️⃣', 'e\u0301', 'क्षि', '한', 'g\u0308\u0323']
const graphemes = (text: string) =>
  Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

test('text is cut between two characters as readers see them, at every length', () => {
  for (const character of CHARACTERS) {
    const text = `ab${character.repeat(3)}cd`
    const whole = graphemes(text)
    for (let max = 1; max <= text.length; max++) {
      const cut = cutText(text, max)
      assert.ok(cut.length <= max && cut.isWellFormed(), `${text} at ${max}`)
      assert.deepEqual(graphemes(cut), whole.slice(0, graphemes(cut).length), `${text} at ${max}`)
    }
  }
})

test('a letter with more marks than the limit is cut between two marks, not dropped', () => {
  const marked = `a${'\u0301'.repeat(1_000)}`
  assert.equal(cutText(marked, 60).length, 60)
  assert.equal(cutText(`kata ${marked}`, 500).length, 500)
  assert.ok(cutText('\u{1d165}'.repeat(100), 61).isWellFormed())
})

test('text is cut to the stored length', () => {
  assert.equal(plainText('x'.repeat(POST_TEXT_MAX + 5)).length, POST_TEXT_MAX)
})

test('entities are decoded once', () => {
  assert.equal(decodeEntities('Rubik&#39;s &amp;amp; &lt;b&gt; &#x1F600; &quot;a&quot;'), 'Rubik\'s &amp; <b> 😀 "a"')
  assert.equal(decodeEntities('&#xD83D;&#xDE00; &#xD83D; &#56832;'), '😀 \ufffd \ufffd')
  assert.equal(decodeEntities('&unknown; &#0; &#99999999; & &;'), '&unknown; &#0; &#99999999; & &;')
})

test('a name is put on one line and its length is limited', () => {
  assert.equal(plainName(' Info\n\u0000 Garut '), 'Info Garut')
  assert.equal(plainName('x'.repeat(500))?.length, 200)
  assert.deepEqual([plainName(''), plainName(' \u0000'), plainName(7)], [null, null, null])
})
