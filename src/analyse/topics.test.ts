import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsOf } from '../text/terms.ts'
import { findAdditions } from './association.ts'
import { findNoise } from './noise.ts'

const TIDES = 'rob genangan pesisir tanggul pasang air laut warga rumah semarang demak pompa'.split(' ')
const ACTOR = 'rob robert aktor film bioskop sutradara peran layar penonton trailer hollywood adegan'.split(' ')
const SPORT = 'gol liga pemain pelatih stadion wasit klub skor babak suporter tiket musim'.split(' ')

// Texts of a topic: six of its words each.
function texts(words: readonly string[], count: number, fixed: string[] = []) {
  let state = 7
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return Array.from({ length: count }, () => {
    const chosen = Array.from({ length: 6 }, () => words[below(words.length)])
    return { terms: new Set(termsOf([...fixed, ...chosen].join('. '))) }
  })
}

const isOwn = (term: string) => term === 'rob'

test('matches of another topic are noise, and a word of theirs is offered as an exclusion', () => {
  const tides = texts(TIDES, 40, ['rob'])
  const actor = texts(ACTOR, 15, ['rob', 'robert'])
  const { noisy, exclusions } = findNoise([...tides, ...actor], isOwn)
  const share = (from: number, to: number) => noisy.slice(from, to).filter((isNoisy) => isNoisy).length / (to - from)
  assert.ok(share(0, 40) < 0.1, `${share(0, 40)} of the topic`)
  assert.ok(share(40, 55) > 0.9, `${share(40, 55)} of the other topic`)
  assert.equal(exclusions[0]?.term, 'robert')
  assert.ok((exclusions[0]?.gain ?? 0) >= 14 && exclusions[0]?.loss === 0)
})

test('one topic has no noise, however its words vary, and neither have a few texts', () => {
  assert.deepEqual(findNoise(texts(TIDES, 60, ['rob']), isOwn).exclusions, [])
  assert.ok(!findNoise(texts(TIDES, 60, ['rob']), isOwn).noisy.includes(true))
  assert.ok(!findNoise([...texts(TIDES, 5), ...texts(ACTOR, 4)], isOwn).noisy.includes(true))
})

test('a word that goes with the topic is offered, with what it would bring and what of that is strange', () => {
  const matches = texts(TIDES, 40, ['rob', 'pesisir'])
  const missed = texts(
    TIDES.filter((word) => word !== 'rob'),
    12,
    ['pesisir'],
  )
  const strange = texts(SPORT, 2, ['pesisir'])
  const offers = findAdditions(matches, [...missed, ...strange, ...texts(SPORT, 300)], isOwn)
  const offer = offers.find(({ term }) => term === 'pesisir')
  assert.deepEqual([offer?.gain, offer?.loss], [14, 2])
  assert.ok(!offers.some(({ term }) => term === 'rob' || SPORT.includes(term)))
})
