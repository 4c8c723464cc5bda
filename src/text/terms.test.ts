import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TERMS_MAX, termsOf } from './terms.ts'

test('hashtags, content words and adjacent pairs are terms; stop words, links and names are not', () => {
  assert.deepEqual(termsOf('RT @budi: Harga beras naik di pasar Sleman https://t.co/x #HargaBeras pic.twitter.com/y'), [
    'harga',
    'beras',
    'harga beras',
    'naik',
    'beras naik',
    'pasar',
    'sleman',
    'pasar sleman',
    '#hargaberas',
  ])
  assert.deepEqual(termsOf('The price of rice is not what they said'), ['price', 'rice'])
  assert.deepEqual(termsOf('wis ora ana banjir; teu aya listrik'), ['banjir', 'listrik'])
})

test('punctuation breaks pairs, a doubled word is one word, and each term counts once', () => {
  assert.deepEqual(termsOf('Banjir, longsor. Anak-anak banjir'), ['banjir', 'longsor', 'anak-anak', 'anak-anak banjir'])
})

test('neither a number nor a hashtag of digits alone is a term', () => {
  assert.deepEqual(termsOf('2025 #2025 #pemilu2029'), ['#pemilu2029'])
})

test('the number of terms per text is bounded', () => {
  const text = Array.from({ length: 5_000 }, (_, at) => `kata${at.toString(36)}x`).join(' ')
  assert.equal(termsOf(text).length, TERMS_MAX)
  assert.equal(termsOf(text, 5).length, 5)
})
