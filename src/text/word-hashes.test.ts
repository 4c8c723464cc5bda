import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashWord } from './hash.ts'
import { WordHashes } from './word-hashes.ts'
import { readWords } from './words.ts'

const PIECES = [
  ...'aZ9 \n\t .,-/\\()"!:;?&+*=~^|<>[]{}$%#@_\'`’ʻ',
  ...[
    'Banjir',
    "Jum'at",
    '#TimnasIndonesia',
    '#kota_tua',
    '@kota_tua',
    'a@b.id',
    'rt',
    'café',
    'e\u0301',
    '\u0301',
    '東京',
    'ไทย',
  ],
  ...['🔥', '🔥🔥', '🇮🇩', 'İstanbul', 'ß', '½', '\u00a0', '\u200b', '\u3000', '\ud800', '①', 'ﬁ', 'ａｂ', '-', "'"],
]

// What the index of a mention holds must be what its text is searched by.
test('the words of a text are hashed as they are read, whatever is between its spaces', () => {
  const collected = new WordHashes()
  let state = 1
  const random = (below: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x3d4d51cb
    return Math.floor(((state >>> 0) / 2 ** 32) * below)
  }
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + random(12) }, () => PIECES[random(PIECES.length)]).join('')
    const { keys, readings } = readWords(text)
    const all = [...keys, ...[...(readings?.values() ?? [])].flat().map(({ key }) => key)]
    collected.addText(text)
    const hashes = [...new Set(collected.take())].sort()
    assert.deepEqual(hashes, [...new Set(all.map(hashWord))].sort(), JSON.stringify(text))
  }
})
