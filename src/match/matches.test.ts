import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileExpression, matches } from './matches.ts'
import { parseExclusions, parseKeyword } from './parse.ts'

const FOUND: [string, string][] = [
  // Whole words, folded.
  ['kota', 'Di KOTA ini'],
  ['kota', 'kota.'],
  ['cafe', 'Kafe atau Café?'],
  ['café', 'CAFE'],
  ['pemilu', '𝐏𝐄𝐌𝐈𝐋𝐔 damai'],
  ['pemilu', 'pe\u200bmilu'],
  ['samsung', 'Samsung™ baru'],
  ['prabowo', "Prabowo's plan"],
  ['prabowo', 'kata @prabowo: siap'],
  ['kota', 'https://kota.id/x'],
  // Several words in sequence, across white space and punctuation.
  ['timnas indonesia', 'Timnas\n Indonesia!'],
  ['timnas indonesia', 'timnas-Indonesia'],
  ['timnas indonesia', 'timnas, (Indonesia)'],
  ['timnas indonesia', 'timnas_indonesia'],
  ['timnas indonesia', 'timnas 🔥 indonesia'],
  ['timnas indonesia', '#timnas #indonesia'],
  ['kupu-kupu', 'kupu kupu'],
  ['kupu kupu', 'Kupu-kupu'],
  ['a a b', 'a a a b'],
  // Hashtags.
  ['pemilu', '#pemilu'],
  ['pemilu', '#Pemilu#Damai'],
  ['timnas indonesia', '#TimnasIndonesia'],
  ['timnas indonesia', '#timnasindonesia'],
  ['timnas indonesia', '#Timnas_Indonesia'],
  ['timnas indonesia', '＃TimnasIndonesia'],
  ['timnasindonesia', '#timnas_indonesia'],
  ['covid-19', '#covid19'],
  // Terms with a sign.
  ['#pemilu', 'ayo #PEMILU!'],
  ['#TimnasIndonesia', '#timnas_indonesia'],
  ['@jokowi', 'hai @Jokowi.'],
  ['@kota_tua', 'di @kota_tua'],
  ['piala #timnas', 'Piala #Timnas'],
  // Spellings with and without apostrophes.
  ["jum'at", 'Jumat'],
  ['jumat', 'Jum’at'],
  ["sholat jum'at", 'Sholat Jumat'],
  ["jum'at", '#Jumat'],
  ["ma'ruf amin", "Ma'ruf Amin"],
  // Scripts without spaces: adjacent characters, anywhere.
  ['東京', 'これは東京タワーです'],
  ['กรุงเทพ', 'ไปกรุงเทพมหานคร'],
  ['タワー', '東京ﾀﾜｰ'],
  ['東京 タワー', '東京タワー'],
  ['東京', '#東京'],
  ['iphone', 'iPhone発売'],
  // Emoji.
  ['🔥', 'panas🔥sekali'],
  ['👍', '👍🏽'],
  ['🇮🇩', 'Merdeka 🇮🇩🇮🇩'],
  ['pemilu 🔥', 'pemilu'],
]

const NOT_FOUND: [string, string][] = [
  ['kota', 'kotak'],
  ['kota', 'ibukota'],
  ['banjir', 'banjirnya'],
  ['timnas indonesia', 'timnasindonesia'],
  ['timnas indonesia', '@timnasindonesia'],
  ['timnas indonesia', 'timnas sepak bola indonesia'],
  ['timnas indonesia', 'indonesia timnas'],
  ['timnas indonesia', '#TimnasIndonesiaJuara'],
  ['timnas', '#TimnasIndonesia'],
  ['#pemilu', 'pemilu'],
  ['#pemilu', '#pemilu2024'],
  ['piala #timnas', '#PialaTimnas piala timnas'],
  ['@jokowi', 'jokowi #jokowi @jokowi_id'],
  ['@kota', 'info@kota.id'],
  ['東京', '東、京'],
  ['東京', '東 京'],
  ['🔥🔥', '🔥 🔥'],
  ['🇮🇩', '🇲🇮🇩🇪'],
]

test('a term is found', () => {
  for (const [term, text] of FOUND) assert.equal(isFound(term, text), true, `${term} in ${text}`)
})

test('a term is not found', () => {
  for (const [term, text] of NOT_FOUND) assert.equal(isFound(term, text), false, `${term} in ${text}`)
})

test('a match gives the first alternative that holds, every term found, and their spans', () => {
  const match = explain('banjir and jakarta or gempa or kota tua', 'Gempa di #KotaTua; gempa, bukan banjir')
  assert.deepEqual(match, {
    matched: true,
    alternative: 1,
    found: [
      { term: 'banjir', spans: [{ start: 32, end: 38 }] },
      {
        term: 'gempa',
        spans: [
          { start: 0, end: 5 },
          { start: 19, end: 24 },
        ],
      },
      { term: 'kota tua', spans: [{ start: 9, end: 17 }] },
    ],
    excludedBy: null,
  })
})

test('a text without a complete alternative does not match, and lists the terms it contains', () => {
  assert.deepEqual(explain('banjir and jakarta', 'banjir bandang'), {
    matched: false,
    alternative: null,
    found: [{ term: 'banjir', spans: [{ start: 0, end: 6 }] }],
    excludedBy: null,
  })
})

test('any exclusion vetoes a match by the same word rules, and is reported', () => {
  const exclusions = 'promo, lowongan kerja'
  assert.equal(explain('banjir', 'banjir promosi kerja', exclusions).matched, true)
  assert.deepEqual(explain('banjir', 'Banjir #LowonganKerja', exclusions), {
    matched: false,
    alternative: 0,
    found: [{ term: 'banjir', spans: [{ start: 0, end: 6 }] }],
    excludedBy: { term: 'lowongan kerja', spans: [{ start: 7, end: 21 }] },
  })
})

test('the hidden text is matched in addition to the text, no term spans both, and it has no spans', () => {
  const check = compileExpression({ keyword: parseKeyword('banjir and kota tua'), exclusions: ['iklan'] })
  assert.deepEqual(check('Banjir!', '#kotatua').found, [
    { term: 'banjir', spans: [{ start: 0, end: 6 }] },
    { term: 'kota tua', spans: [] },
  ])
  assert.equal(check('Banjir!', '#kotatua').matched, true)
  assert.equal(check('banjir kota', 'tua').matched, false)
  assert.deepEqual(check('banjir kota tua', 'iklan').excludedBy, { term: 'iklan', spans: [] })
})

test('spans do not overlap', () => {
  assert.deepEqual(explain('kupu kupu', 'kupu kupu kupu kupu kupu').found[0]?.spans, [
    { start: 0, end: 9 },
    { start: 10, end: 19 },
  ])
})

function explain(keyword: string, text: string, exclude = '') {
  return matches({ keyword: parseKeyword(keyword), exclusions: parseExclusions(exclude) }, text)
}

function isFound(term: string, text: string): boolean {
  return explain(`"${term}"`, text).matched
}
