import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { KeywordError, parseExclusions, parseKeyword } from './parse.ts'

test('and binds tighter than or, with any number of either', () => {
  const cases: [string, string[][]][] = [
    ['pemilu', [['pemilu']]],
    ['timnas indonesia', [['timnas indonesia']]],
    ['banjir and jakarta', [['banjir', 'jakarta']]],
    ['banjir or gempa bumi', [['banjir'], ['gempa bumi']]],
    ['banjir and jakarta or gempa', [['banjir', 'jakarta'], ['gempa']]],
    ['a1 or b1 and c1 and d1 or e1', [['a1'], ['b1', 'c1', 'd1'], ['e1']]],
    ['  banjir \t and\n jakarta  ', [['banjir', 'jakarta']]],
    ['gempa   bumi', [['gempa bumi']]],
  ]
  for (const [text, alternatives] of cases) assert.deepEqual(parseKeyword(text), { alternatives }, text)
})

test('operators are words when in quotation marks, in upper case or inside a word', () => {
  const cases: [string, string[][]][] = [
    ['"salt and pepper"', [['salt and pepper']]],
    ['“salt and pepper” or garam', [['salt and pepper'], ['garam']]],
    ['"and" or "or"', [['and'], ['or']]],
    ['film "and or" baru', [['film and or baru']]],
    ['salt AND pepper Or garam', [['salt AND pepper Or garam']]],
    ['orde baru and android', [['orde baru', 'android']]],
    ['banjir,and,gempa', [['banjir,and,gempa']]],
  ]
  for (const [text, alternatives] of cases) assert.deepEqual(parseKeyword(text), { alternatives }, text)
})

test('an error gives the cause and the position', () => {
  const cases: [string, number, RegExp][] = [
    ['', 0, /empty/],
    ['   ', 0, /empty/],
    ['and banjir', 0, /no term before "and" at character 1\./],
    ['banjir or', 7, /no term after "or" at character 8\./],
    ['banjir and and gempa', 11, /between "and" at character 8 and "and" at character 12\./],
    ['banjir or and gempa', 10, /between "or" at character 8 and "and" at character 11\./],
    ['or', 0, /no term before "or" at character 1\./],
    ['🔥🔥 and "gempa', 9, /quotation mark at character 8 is never closed/],
    ['banjir and ""', 11, /term at character 12 is empty/],
    ['banjir and !!! or gempa', 11, /term "!!!" at character 12 has no letter/],
    ['"  "', 0, /empty/],
  ]
  for (const [text, position, message] of cases) {
    assert.throws(
      () => parseKeyword(text),
      (error) => error instanceof KeywordError && error.position === position && message.test(error.message),
      text,
    )
  }
})

test('a term of nothing but emoji is a term', () => {
  assert.deepEqual(parseKeyword('🔥 or 🇮🇩'), { alternatives: [['🔥'], ['🇮🇩']] })
})

test('for any text of 2 to 255 characters the parser throws only its own error, which points into the text', () => {
  fc.assert(
    fc.property(anyExpression(), (text) => {
      try {
        const { alternatives } = parseKeyword(text)
        assert.ok(alternatives.length > 0 && alternatives.every((terms) => terms.length > 0))
        assert.ok(alternatives.flat().every((term) => term !== '' && term === term.trim()))
      } catch (error) {
        assert.ok(error instanceof KeywordError, String(error))
        assert.ok(error.position >= 0 && error.position < Math.max(1, text.length))
      }
    }),
    { numRuns: 400 },
  )
})

test('terms written back with quotation marks are parsed as the same terms', () => {
  const term = fc.array(fc.constantFrom('and', 'or', 'AND', 'banjir', 'gempa', '#tag', "jum'at"), {
    minLength: 1,
    maxLength: 4,
  })
  const expression = fc.array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(expression, (words) => {
      const alternatives = words.map((terms) => terms.map((parts) => parts.join(' ')))
      const text = alternatives.map((terms) => terms.map((part) => `"${part}"`).join(' and ')).join(' or ')
      assert.deepEqual(parseKeyword(text), { alternatives })
    }),
  )
})

test('exclusions are separated by commas, semicolons, line breaks or the word or', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['iklan', ['iklan']],
    [
      'iklan, promo ;  giveaway\nlowongan kerja\r\njual or beli',
      ['iklan', 'promo', 'giveaway', 'lowongan kerja', 'jual', 'beli'],
    ],
    ['orde baru,motor', ['orde baru', 'motor']],
    ['salt and pepper', ['salt and pepper']],
    ['"jual, beli" or "ini or itu"', ['jual, beli', 'ini or itu']],
    ['layar 5" or 7", "iklan', ['layar 5"', '7"', '"iklan']],
    ['or ; ,; !!! or\n or iklan or', ['iklan']],
    ['iklan, iklan', ['iklan']],
  ]
  for (const [text, exclusions] of cases) assert.deepEqual(parseExclusions(text), exclusions, text)
})

test('no exclusion text throws, and no exclusion is blank', () => {
  fc.assert(
    fc.property(anyExpression(), (text) =>
      assert.ok(parseExclusions(text).every((exclusion) => exclusion.trim() !== '')),
    ),
  )
})

function anyExpression(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    'and',
    'or',
    ' ',
    ' ',
    '"',
    '“',
    'a',
    'é',
    '#',
    '@',
    '🔥',
    "'",
    ',',
    '\n',
    '!',
    '\ud800',
    '\u200b',
    '京',
  )
  const structured = fc.array(piece, { minLength: 2, maxLength: 80 }).map((pieces) => pieces.join(''))
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 2, maxLength: 255 })
  return fc.oneof(
    structured,
    fc.string({ unit: 'binary', minLength: 2, maxLength: 255 }),
    units.map((codes) => String.fromCharCode(...codes)),
  )
}
