import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SENTIMENTS } from '../src/domain/sentiment.ts'
import { CONTRAST_LANGUAGES, CONTRAST_SIDES, readContrast } from './contrast.ts'

const sentences = readContrast()

test('there are at least 400 contrast pairs, each of two sentences that differ only in text and label', () => {
  const pairs = Map.groupBy(sentences, ({ pair }) => pair)
  assert.ok(pairs.size >= 400)
  for (const [number, pair] of pairs) {
    assert.equal(pair.length, 2, `pair ${number}`)
    const [first, second] = pair as [(typeof pair)[0], (typeof pair)[0]]
    assert.notEqual(first.label, second.label, `pair ${number}`)
    assert.deepEqual({ ...first, text: '', label: 0 }, { ...second, text: '', label: 0 }, `pair ${number}`)
  }
})

test('every contrast sentence has known values and a length of 2 to 25 words', () => {
  for (const { text, label, lang, split } of sentences) {
    assert.ok(SENTIMENTS.includes(label) && CONTRAST_LANGUAGES.includes(lang) && CONTRAST_SIDES.includes(split), text)
    const words = text.split(/\s+/)
    assert.ok(words.length >= 2 && words.length <= 25, text)
  }
})

test('no pattern of the contrast set is on both sides, and 400 sentences or more are held', () => {
  const sides = new Map<string, string>()
  for (const { pattern, split } of sentences) {
    assert.equal(sides.get(pattern) ?? split, split, pattern)
    sides.set(pattern, split)
  }
  assert.ok(sides.size >= 30)
  assert.ok(sentences.filter(({ split }) => split === 'held').length >= 400)
})

test('no contrast sentence occurs twice', () => {
  const texts = sentences.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '))
  assert.equal(new Set(texts).size, texts.length)
})
