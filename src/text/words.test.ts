import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readWords, spanOf } from './words.ts'

test('case, accents and compatibility forms are folded away', () => {
  const cases: [string, string[]][] = [
    ['PEMILU Damai', ['pemilu', 'damai']],
    ['Café CAFE\u0301 cafe', ['cafe', 'cafe', 'cafe']],
    ['ｐｅｍｉｌｕ 𝐏𝐞𝐦𝐢𝐥𝐮 ⓟⓔⓜⓘⓛⓤ', ['pemilu', 'pemilu', 'pemilu']],
    ['Straße STRASSE STRAẞE', ['strasse', 'strasse', 'strasse']],
    ['İstanbul ISTANBUL ıstanbul', ['istanbul', 'istanbul', 'istanbul']],
    ['Łódź Đà Nẵng', ['lodz', 'da', 'nang']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['مُحَمَّد محمـــد', ['محمد', 'محمد']],
    ['ﬁnal m² ½', ['final', 'm2', '1', '2']],
    ['Samsung™ Indomie®', ['samsung', 'indomie']],
  ]
  for (const [text, keys] of cases) assert.deepEqual(wordsIn(text), keys, text)
})

test('white space, punctuation and symbols separate words; letters and digits do not', () => {
  const cases: [string, string[]][] = [
    ['kupu-kupu, covid-19; 1.000', ['kupu', 'kupu', 'covid', '19', '1', '000']],
    ['_kota_ snake_case', ['kota', 'snake', 'case']],
    ['https://kota.id/pemilu2024?x=1', ['https', 'kota', 'id', 'pemilu2024', 'x', '1']],
    ['rp5jt+naik=mahal', ['rp5jt', 'naik', 'mahal']],
    ['satu\u00a0dua\u3000tiga\u2028empat', ['satu', 'dua', 'tiga', 'empat']],
    ['', []],
    [' \t\n!?…—', []],
  ]
  for (const [text, keys] of cases) assert.deepEqual(wordsIn(text), keys, text)
})

test('invisible characters do not split a word', () => {
  for (const invisible of ['\u200b', '\u200c', '\u200d', '\u00ad', '\u2060', '\ufeff', '\u200f', '\u202e', '\ufe0f']) {
    assert.deepEqual(wordsIn(`pe${invisible}milu`), ['pemilu'], escaped(invisible))
  }
})

test('offsets refer to the original text', () => {
  const cases: [string, string[]][] = [
    ['Kota, KOTA', ['Kota', 'KOTA']],
    ['🔥 kota 🇮🇩 tua', ['kota', 'tua', '🔥', '🇮🇩']],
    ['cafe\u0301 tua', ['cafe\u0301', 'tua']],
    ['ﬁnal ㎏kota', ['ﬁnal', '㎏kota']],
    ['\u200fko\u200dta\u200f.', ['ko\u200dta']],
    ['𝐤𝐨𝐭𝐚 x', ['𝐤𝐨𝐭𝐚', 'x']],
    ['\ud800kota\udc00 tua\ud83d', ['kota', 'tua']],
    ['ﷺ', ['ﷺ', 'ﷺ', 'ﷺ', 'ﷺ']],
    ['👍🏽❤️', ['👍🏽', '❤️']],
  ]
  for (const [text, slices] of cases) assert.deepEqual(slicesOf(text), slices, text)
})

test('hashtags, handles, apostrophes and glued characters have several readings', () => {
  const cases: [string, string[]][] = [
    ['#TimnasIndonesia', ['#timnasindonesia']],
    ['＃pemilu', ['#pemilu']],
    ['#timnas_indonesia', ['#timnasindonesia', 'timnasindonesia']],
    ['#satu#dua', ['#satu', '#dua']],
    ['#timnas-indonesia', ['#timnas']],
    ['# pemilu #', []],
    ['@Kota_Tua', ['@kota_tua']],
    ['halo@kota.id', []],
    ["'@jokowi'", ['@jokowi']],
    ["Jum'at Jum’at", ['jumat', 'jumat']],
    ["rock'n'roll 'kota'", ['rocknroll']],
    ['東京、都', ['+京']],
    ['#東京', ['+京', '#東京', '東京']],
    ['🔥🔥 🔥', ['+🔥']],
  ]
  for (const [text, keys] of cases) {
    const readings = [...(readWords(text).readings?.values() ?? [])].flat().map(({ key }) => key)
    assert.deepEqual(readings.toSorted(), keys.toSorted(), text)
  }
})

test('scripts without spaces give one word per character, with its marks', () => {
  assert.deepEqual(wordsIn('iPhone15発売'), ['iphone15', '発', '売'])
  assert.deepEqual(wordsIn('กำลัง'), ['กํ', 'า', 'ลั', 'ง'])
  assert.deepEqual(wordsIn('ガ'.normalize('NFD')), ['ガ'])
  assert.deepEqual(wordsIn('ｶﾞ'), ['ガ'])
  assert.deepEqual(wordsIn('서울에서'.normalize('NFD')), ['서울에서'])
})

test('all Unicode forms of a text have the same words', () => {
  const same = (text: string) => {
    for (const form of ['NFC', 'NFD'] as const) assert.deepEqual(wordsIn(text.normalize(form)), wordsIn(text))
  }
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), same))
  // Random texts rarely contain the few characters that decompose, so each of those is tested as well.
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (character.normalize('NFD') !== character && !/\p{sc=Hang}/u.test(character)) same(character)
  }
})

test('offsets of any text lie inside it and ascend, and its words are already folded', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), anyUnits())
  fc.assert(
    fc.property(anyText, (text) => {
      const words = readWords(text)
      const { keys, starts, ends } = words
      const gap = keys.indexOf('')
      let before = 0
      for (const [position, key] of keys.entries()) {
        const { start, end } = spanOf(words, starts[position] ?? -1, ends[position] ?? -1)
        assert.ok(start >= 0 && start <= end && end <= text.length)
        if (position > 0 && position !== gap + 1) assert.ok(start >= before)
        before = start
        if (key !== '') assert.equal(readWords(key).keys.join(''), key)
      }
    }),
  )
})

test('each unit of the text is read a bounded number of times', () => {
  const hostile = [
    'a',
    'é',
    "a'",
    '#a_',
    '_',
    '#',
    '@',
    '@a',
    '\u0301',
    '東',
    'ก็',
    '🔥',
    '🇮',
    '\u200b',
    '\ud800',
    'a\u0344\u0345',
    '\u11a8',
  ]
  for (const unit of hostile) {
    // Fills the tables of kinds and folds first.
    readWords(unit.repeat(40))
    const small = countReads(() => readWords(unit.repeat(1_000)))
    const large = countReads(() => readWords(unit.repeat(10_000)))
    assert.ok(small > 0 && large <= small * 10.5, `${escaped(unit)}: ${small} reads, then ${large}`)
  }
})

function wordsIn(text: string): string[] {
  return readWords(text).keys.filter((key) => key !== '' && /[\p{L}\p{N}]/u.test(key))
}

function slicesOf(text: string): string[] {
  const words = readWords(text)
  const spans = words.keys.map((_, position) => spanOf(words, words.starts[position] ?? 0, words.ends[position] ?? 0))
  return spans.map(({ start, end }) => text.slice(start, end)).filter((slice) => slice !== '')
}

function anyUnits(): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }),
    fc.constantFrom(0x23, 0x40, 0x27, 0x5f, 0xd83d, 0xdd25, 0x301),
  )
  return fc.array(unit, { maxLength: 60 }).map((units) => String.fromCharCode(...units))
}

function escaped(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
}

// Counts the characters that a function reads or copies.
function countReads(run: () => void): number {
  const { charCodeAt, codePointAt, slice } = String.prototype
  let reads = 0
  String.prototype.charCodeAt = function (at) {
    reads++
    return charCodeAt.call(this, at)
  }
  String.prototype.codePointAt = function (at) {
    reads++
    return codePointAt.call(this, at)
  }
  String.prototype.slice = function (start, end) {
    const result = slice.call(this, start, end)
    reads += result.length
    return result
  }
  try {
    run()
  } finally {
    Object.assign(String.prototype, { charCodeAt, codePointAt, slice })
  }
  return reads
}
