import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMatcher, type Matcher } from './matcher.ts'
import { compileExpression, type Expression } from './matches.ts'
import { parseExclusions, parseKeyword } from './parse.ts'

test('a post is assigned once to every project that matches it', () => {
  const matcher = createMatcher()
  add(matcher, 'one', 'banjir and jakarta or gempa')
  add(matcher, 'two', 'gempa or banjir', 'promo')
  add(matcher, 'three', 'kota tua')
  assert.deepEqual(find(matcher, 'Gempa dan banjir di Jakarta'), ['one', 'two'])
  assert.deepEqual(find(matcher, 'banjir promo'), [])
  assert.deepEqual(find(matcher, 'gempa #KotaTua promo'), ['one', 'three'])
  assert.deepEqual(find(matcher, ''), [])
})

test('the hidden text is matched in addition to the text, and no term spans both', () => {
  const matcher = createMatcher()
  add(matcher, 'one', 'banjir and kota tua', 'iklan')
  assert.deepEqual(find(matcher, 'banjir', 'kota tua'), ['one'])
  assert.deepEqual(find(matcher, 'banjir kota', 'tua'), [])
  assert.deepEqual(find(matcher, 'banjir kota tua', 'iklan'), [])
})

test('projects can be added, replaced and removed', () => {
  const matcher = createMatcher()
  add(matcher, 'one', 'banjir')
  add(matcher, 'two', 'banjir and jakarta')
  add(matcher, 'one', 'gempa')
  assert.deepEqual(find(matcher, 'banjir jakarta'), ['two'])
  assert.equal(matcher.remove('two'), true)
  assert.equal(matcher.remove('two'), false)
  assert.deepEqual(find(matcher, 'banjir jakarta'), [])
  assert.deepEqual(find(matcher, 'gempa'), ['one'])
})

test('any one of many exclusions excludes a post, and every one of many needed terms is required', () => {
  const matcher = createMatcher()
  const [needed, excluded] = ['banjir jakarta hujan rob', 'satu dua tiga empat lima']
  add(matcher, 'p', 'banjir', excluded.replaceAll(' ', ','))
  add(matcher, 'q', needed.replaceAll(' ', ' and '))
  assert.deepEqual(find(matcher, needed), ['p', 'q'])
  for (const word of excluded.split(' ')) assert.deepEqual(find(matcher, `${needed} ${word}`), ['q'])
  for (const word of needed.split(' ').slice(1)) assert.deepEqual(find(matcher, needed.replace(word, '')), ['p'])
})

test('removing a project leaves others with the same term in place', () => {
  const matcher = createMatcher()
  for (const id of ['one', 'two', 'three']) add(matcher, id, 'banjir')
  for (const id of ['four', 'five', 'six']) add(matcher, id, 'banjir', 'promo')
  matcher.remove('one')
  matcher.remove('five')
  assert.deepEqual(find(matcher, 'banjir'), ['four', 'six', 'three', 'two'])
})

test('removed projects leave nothing behind', () => {
  const matcher = createMatcher()
  for (let round = 0; round < 3; round++) {
    add(matcher, 'one', "kota tua and jum'at or kota or 東京", 'kota lama, #iklan')
    add(matcher, 'two', 'kota tua sekali or kota')
    matcher.remove('one')
    matcher.remove('two')
    const { projects, terms } = matcher.stats()
    assert.deepEqual({ projects, terms }, { projects: 0, terms: 0 })
  }
})

test('the matcher of all projects agrees with the single-project matcher while projects are added and removed', () => {
  fc.assert(
    fc.property(fc.array(anyAction(), { minLength: 1, maxLength: 40 }), (actions) => {
      const matcher = createMatcher()
      const single = new Map<string, ReturnType<typeof compileExpression>>()
      for (const action of actions) {
        if (action.type === 'add') {
          matcher.add(action.id, action.expression.keyword, action.expression.exclusions)
          single.set(action.id, compileExpression(action.expression))
        } else if (action.type === 'remove') {
          assert.equal(matcher.remove(action.id), single.delete(action.id))
        } else {
          const expected = [...single]
            .filter(([, match]) => match(action.text, action.hidden).matched)
            .map(([id]) => id)
          assert.deepEqual(find(matcher, action.text, action.hidden), expected.toSorted())
        }
      }
    }),
    { numRuns: 400 },
  )
})

test('the generated posts match often enough for the comparison to be meaningful', () => {
  const sample = fc.sample(fc.tuple(anyExpression(), anyText()), { numRuns: 2_000, seed: 1 })
  const matched = sample.filter(([expression, text]) => compileExpression(expression)(text).matched).length
  assert.ok(matched > 200 && matched < 1_800, `${matched} of 2,000`)
})

test('work is linear in the length of the text and does not depend on projects it does not touch', () => {
  const matcher = createMatcher()
  add(matcher, 'deep', `${'kota '.repeat(40)}tua`)
  add(matcher, 'many', 'kota and tua or kota and baru or kota kota and lama')
  const hostile = ['kota ', "kota'", '#kota', '#kota_', '東', 'x', '🔥', 'kota 🔥 ']
  for (const unit of hostile) {
    const small = countSteps(matcher, unit.repeat(1_000))
    const large = countSteps(matcher, unit.repeat(10_000))
    assert.ok(large <= small * 10.5, `${unit}: ${small} steps, then ${large}`)
  }
  const before = countSteps(matcher, 'kota tua pemerintah')
  // The common word is the longer one, so the matcher needs one post to learn which of the two is rare.
  for (let number = 0; number < 1_000; number++)
    add(matcher, `other ${number}`, `k${number} and pemerintah or k and kota`)
  find(matcher, 'kota tua pemerintah')
  assert.equal(countSteps(matcher, 'kota tua pemerintah'), before)
})

function add(matcher: Matcher, id: string, keyword: string, exclude = ''): void {
  matcher.add(id, parseKeyword(keyword), parseExclusions(exclude))
}

function find(matcher: Matcher, text: string, hidden?: string): string[] {
  return matcher.match(text, hidden).toSorted()
}

function countSteps(matcher: Matcher, text: string): number {
  const before = matcher.stats().steps
  matcher.match(text)
  return matcher.stats().steps - before
}

type Action =
  | { readonly type: 'add'; readonly id: string; readonly expression: Expression }
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'match'; readonly text: string; readonly hidden: string | undefined }

// Few words, so that they often coincide: in different case, with accents, as hashtags and handles, with apostrophes, glued, emoji.
const WORDS = ['kota', 'tua', 'kotatua', 'Kóta', 'TUA', 'a', "jum'at", 'jumat', 'jum', '東京', '京', 'ก็', '🔥', '🇮🇩']
const SIGNS = ['#kota', '#KotaTua', '#kota_tua', '@kota', '@kota_tua', '#東京', "#jum'at", '#jumat', '@a']

function anyTerm(): fc.Arbitrary<string> {
  const word = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WORDS) }, fc.constantFrom(...SIGNS))
  return fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
}

function anyExpression(): fc.Arbitrary<Expression> {
  const alternatives = fc.array(fc.array(anyTerm(), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  const exclusions = fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(anyTerm(), { maxLength: 6 }))
  return fc.record({ keyword: fc.record({ alternatives }), exclusions })
}

function anyText(): fc.Arbitrary<string> {
  const between = fc.constantFrom(' ', ' ', ' ', ', ', '-', '_', '\u200b', '', '🔥', "'", '。', '\n')
  const piece = fc.tuple(fc.constantFrom(...WORDS, ...SIGNS, 'lain'), between).map((parts) => parts.join(''))
  return fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
}

function anyAction(): fc.Arbitrary<Action> {
  const id = fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6')
  const hidden = fc.option(anyText(), { nil: undefined, freq: 3 })
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('add'), id, expression: anyExpression() }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('remove'), id }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('match'), text: anyText(), hidden }) },
  )
}
