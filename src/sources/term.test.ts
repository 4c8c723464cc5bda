import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanTerm, hashtagOf, isSearchable, quoteTerm, spellingsOf } from './term.ts'

test('query syntax is removed from a term, and so is an emoji next to words', () => {
  assert.equal(cleanTerm('  "gempa (bumi)\\|  '), 'gempa bumi')
  assert.equal(cleanTerm('timnas 🔥 indonesia'), 'timnas indonesia')
  assert.equal(cleanTerm('🔥'), '🔥')
})

test('a term needs a letter, a digit or an emoji to be searchable', () => {
  assert.deepEqual(['banjir', '2024', '🔥', '!?', ''].map(isSearchable), [true, true, true, false, false])
})

test('single words, hashtags and handles are not quoted; everything else is', () => {
  const quoted = ['banjir', '#banjir', '@bmkg', 'gempa bumi', 'Or', 'covid-19', '🔥'].map(quoteTerm)
  assert.deepEqual(quoted, ['banjir', '#banjir', '@bmkg', '"gempa bumi"', '"Or"', '"covid-19"', '"🔥"'])
})

test('several words are also searched as one hashtag, and an apostrophe may be missing', () => {
  assert.deepEqual(spellingsOf('gempa bumi'), { joined: null, hashtag: 'gempabumi' })
  assert.deepEqual(spellingsOf('covid-19'), { joined: null, hashtag: 'covid19' })
  assert.deepEqual(spellingsOf('Jum’at'), { joined: 'Jumat', hashtag: 'jumat' })
  assert.deepEqual(spellingsOf('banjir'), { joined: null, hashtag: null })
  assert.deepEqual(spellingsOf('#banjir bandung'), { joined: null, hashtag: null })
})

test('a hashtag is lower case, consists of letters, digits and underscores, and needs a letter', () => {
  assert.deepEqual(['Gempa Bumi!', '2024', 'kota_tua', 'x'.repeat(101), ''].map(hashtagOf), [
    'gempabumi',
    null,
    'kota_tua',
    null,
    null,
  ])
})
