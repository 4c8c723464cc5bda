import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readNameWords } from './words.ts'

for (const [text, keys] of [
  ['Presiden Jokowi, di Bogor.', ['presiden', 'jokowi', ',', 'di', 'bogor', '.']],
  ["Jum'at S.H. AT&T anak-anak -", ["jum'at", 's.h', '.', 'at&t', 'anak-anak', '-']],
  ['@kota_tua #Banjir_2026! @ #', ['@kota_tua', '#banjir_2026', '!', '@', '#']],
  [
    'lihat https://t.co/U8(x), http:// xhttp://a',
    ['lihat', 'https://t.co/u8(x),', 'http', ':', '/', '/', 'xhttp', ':', '/', '/', 'a'],
  ],
  ['cafe\u0301 𝐀𝐁 👍🏽\u00a0🇮🇩 \ud83d', ['cafe\u0301', '𝐀𝐁', '👍', '🏽', '🇮', '🇩', '\ud83d']],
] as const)
  test(`the words of "${text.toWellFormed()}"`, () => assert.deepEqual(readNameWords(text).keys, keys))

test('a word is the same after many others were read', () => {
  const { keys, shapes } = readNameWords('Bandung BANDUNG bandung bAndung 12 , @bandung')
  for (let n = 0; n < 40_000; n += 5) readNameWords(`kata${n} kata${n + 1} kata${n + 2} kata${n + 3} kata${n + 4}`)
  assert.deepEqual(readNameWords('Bandung BANDUNG bandung bAndung 12 , @bandung').keys, keys)
  assert.deepEqual(readNameWords('Bandung BANDUNG bandung bAndung 12 , @bandung').shapes, shapes)
  assert.deepEqual(shapes, [1, 2, 0, 3, 4, 5, 6])
})

test('long words do not stay in memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapMb = () => {
    collect()
    return process.memoryUsage().heapUsed / 1e6
  }
  const before = heapMb()
  for (let n = 0; n < 12_000; n++) readNameWords(`${'ab'.repeat(900)}${n}`)
  const grown = heapMb() - before
  assert.ok(grown < 10, `${grown} MB`)
})
