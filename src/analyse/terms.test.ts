import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseTerms, logOdds } from './terms.ts'

const PAST = new Map([
  ['beras', 900],
  ['pasar', 800],
  ['banjir', 5],
  ['langka', 1],
])

test('a term that rises against the past ranks first, however common another one is', () => {
  const now = new Map([
    ['beras', 95],
    ['pasar', 80],
    ['banjir', 40],
    ['langka', 2],
  ])
  const ranked = logOdds(now, PAST)
  assert.equal(ranked[0]?.term, 'banjir')
  assert.ok((ranked[0]?.z ?? 0) > 3)
  assert.ok(Math.abs(ranked.find(({ term }) => term === 'pasar')?.z ?? 9) < 3)
})

test('a rare word seen twice ranks below one with more evidence', () => {
  const now = new Map([
    ['beras', 90],
    ['banjir', 30],
    ['baru', 2],
  ])
  const terms = logOdds(now, PAST).map(({ term }) => term)
  assert.ok(terms.indexOf('banjir') < terms.indexOf('baru'))
})

test('without a past the order is by count, and no z is infinite', () => {
  const ranked = logOdds(
    new Map([
      ['satu', 3],
      ['lima', 5],
    ]),
    new Map(),
  )
  assert.deepEqual(ranked, [
    { term: 'lima', count: 5, z: 0 },
    { term: 'satu', count: 3, z: 0 },
  ])
  for (const { z } of logOdds(new Map([['beras', 7]]), new Map([['beras', 2]]))) assert.ok(Number.isFinite(z))
  assert.deepEqual(logOdds(new Map(), new Map()), [])
})

test('totals beyond the maps are taken into account', () => {
  const [without] = logOdds(new Map([['banjir', 10]]), new Map([['banjir', 10]]))
  const [within] = logOdds(new Map([['banjir', 10]]), new Map([['banjir', 10]]), { nowTotal: 100, pastTotal: 10_000 })
  assert.ok((within?.z ?? 0) > (without?.z ?? 0))
})

test('hashtags have their own list, and a pair replaces the words that only occur in it', () => {
  const now = new Map([
    ['#timnas', 9],
    ['timnas', 20],
    ['indonesia', 80],
    ['timnas indonesia', 20],
  ])
  const ranked = logOdds(now, new Map([['indonesia', 300]]))
  const { hashtags, terms } = chooseTerms(ranked, (word) => now.get(word) ?? 0, 20)
  assert.deepEqual(
    hashtags.map(({ term }) => term),
    ['#timnas'],
  )
  assert.deepEqual(terms.map(({ term }) => term).sort(), ['indonesia', 'timnas indonesia'])
})
