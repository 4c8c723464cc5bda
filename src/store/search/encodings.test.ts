import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChance } from '../../../test/hostile/random.ts'
import { pairKey, termKey, tokensOf } from '../../text/term-keys.ts'
import { termsOf } from '../../text/terms.ts'
import { decodeTerms } from './mention-terms.ts'
import { findPosting, PostingBuilder, PostingReader } from './postings.ts'
import { readTerms, readTokens, TermColumnBuilder, toTermTokens } from './term-column.ts'
import { joinTerms, numberTerms, spansOf, termNumbersOf } from './term-numbers.ts'

const chance = createChance(11)

const aText = (vocabulary: number, length: number) =>
  Array.from({ length }, () => {
    const word = `kata${'abcdefghij'[chance.under(10)]}${chance.under(vocabulary)}`
    return chance.pick([word, word, word, `#${word}`, `${word},`, 'yang', '#'])
  }).join(' ')

test('the tokens of a text have the terms of the text, and no others', () => {
  for (let n = 0; n < 300; n++) {
    const text = aText(chance.pick([1, 3, 30, 1_000]), chance.pick([0, 1, 10, 400]))
    const { words, pairs } = tokensOf(text)
    const keys = [...new Set(words)].map((word) => word * 2)
    for (const [at, pair] of pairs.entries())
      if (pair === 1) keys.push(pairKey(words[at - 1] as number, words[at] as number))
    const expected = termsOf(text).map(termKey)
    assert.deepEqual(keys.toSorted(), expected.toSorted(), text)
  }
})

test('a column of terms gives back the tokens of every mention, and each term once a mention', () => {
  const documents = Array.from({ length: 900 }, (_, n) => aText(n % 4 === 0 ? 20 : 100_000, chance.under(400)))
  const builder = new TermColumnBuilder()
  for (const text of documents) builder.add(tokensOf(text))
  const terms = readTerms(builder.finish())
  assert.ok(terms.words.length > 2 ** 15, 'numbers of the longest kind occur')
  for (const [ordinal, tokens] of readTokens(terms, documents.length).entries())
    assert.deepEqual(toTermTokens(terms, tokens), tokensOf(documents[ordinal] as string))
  const chosen = documents.flatMap((_, ordinal) => (ordinal % 3 === 1 ? [ordinal] : []))
  // Some are decoded before the others, which lie between them.
  const early = Uint32Array.from(chosen.filter((_, index) => index % 5 === 2))
  const late = Uint32Array.from(chosen.filter((_, index) => index % 5 !== 2))
  const list = termNumbersOf('')
  const number = (ordinals: Uint32Array) => numberTerms(ordinals, decodeTerms(terms, ordinals), list)
  const { numbers, ...where } = joinTerms(number(early), number(late))
  const spans = spansOf({ numbers, ...where }, Uint32Array.from(chosen))
  for (const [index, ordinal] of chosen.entries())
    assert.deepEqual(
      Array.from(numbers.subarray(spans[index * 2], spans[index * 2 + 1]), (at) => list.keys.keyAt(at)).toSorted(),
      termsOf(documents[ordinal] as string)
        .map(termKey)
        .toSorted(),
    )
})

test('postings give back the ordinals of every word: rare, frequent and clustered', () => {
  const expected = new Map<number, number[]>()
  for (let n = 0; n < 500; n++) {
    const size = chance.pick([1, 2, 3, 4, 5, 50, 5_000])
    const range = chance.pick([size, size * 2, size * 50, 60_000])
    const own = Array.from({ length: size }, () => chance.under(range))
    // One far away from the others.
    if (chance.happens(0.3)) own.push(60_000 + chance.under(5_000))
    expected.set(
      chance.under(2 ** 30) * 2 ** 18 + n,
      [...new Set(own)].toSorted((a, b) => a - b),
    )
  }
  // A difference of ones only, at every position in a byte.
  for (let n = 1; n < 60; n++) expected.set(n, [...Array.from({ length: n }, (_, at) => at), n + 65_535])
  const builder = new PostingBuilder()
  for (const [word, ordinals] of expected)
    for (const ordinal of ordinals) {
      builder.add(word, ordinal)
      builder.add(word, ordinal)
    }
  const chunks = builder.chunks()
  const read = new Map<number, number[]>()
  const reader = new PostingReader(chunks)
  for (let word = reader.word; word < Number.POSITIVE_INFINITY; word = reader.word) read.set(word, [...reader.take()])
  assert.deepEqual(read, new Map([...expected].toSorted(([a], [b]) => a - b)))
  for (const [word, ordinals] of expected) {
    const chunk = chunks.findLast(({ firstWord }) => firstWord <= word)
    assert.ok(chunk !== undefined)
    assert.deepEqual([...findPosting(chunk, word)], ordinals)
    assert.equal(findPosting(chunk, word + 0.5).length, 0)
  }
})
