import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseExcerpt, cutPieces, findTerms, searchTerms } from './highlight.ts'

const found = (text: string, ...terms: string[]): string[] =>
  findTerms(text, terms).map(({ start, end }) => text.slice(start, end))

test('whole words are found regardless of case and accents', () => {
  assert.deepEqual(found('KOTA dan kotak, Kóta!', 'kota'), ['KOTA', 'Kóta'])
})

test('several words are found in sequence and as a hashtag', () => {
  assert.deepEqual(found('Timnas,  Indonesia lawan #TimnasIndonesia', 'timnas indonesia'), [
    'Timnas,  Indonesia',
    'TimnasIndonesia',
  ])
  assert.deepEqual(found('timnasindonesia', 'timnas indonesia'), [])
})

test('overlapping matches are merged into one mark', () => {
  assert.deepEqual(found('makan bergizi gratis', 'makan bergizi', 'bergizi gratis'), ['makan bergizi gratis'])
})

test('joined pieces give the original text', () => {
  const text = 'a timnas b #timnas'
  const pieces = cutPieces(text, findTerms(text, ['timnas']))
  assert.equal(pieces.map((piece) => piece.text).join(''), text)
  assert.deepEqual(
    pieces.filter((piece) => piece.marked).map((piece) => piece.text),
    ['timnas', 'timnas'],
  )
})

test('a long text is cut around its first match and never inside a character', () => {
  const text = `${'😀'.repeat(300)} timnas ${'x'.repeat(300)}`
  const { start, end } = chooseExcerpt(text, findTerms(text, ['timnas']), 201)
  assert.ok(text.slice(start, end).includes('timnas'))
  assert.ok(text.slice(start, end).isWellFormed())
  assert.deepEqual(chooseExcerpt('short', [], 200), { start: 0, end: 5 })
})

test('an excerpt never begins or ends inside an emoji of several parts', () => {
  const family = '👨‍👩‍👧‍👦'
  for (let before = 0; before < family.length; before++) {
    const text = 'x'.repeat(before) + family.repeat(100)
    const { start, end } = chooseExcerpt(text, [{ start: 600, end: 611 }], 201)
    assert.equal((start - before) % family.length, 0)
    assert.equal((end - before) % family.length, 0)
  }
})

test('of a search, what must occur is highlighted, and what is excluded is not', () => {
  assert.deepEqual(searchTerms('tanggul "pintu air" -hoaks -"kabar burung"'), ['tanggul', 'pintu air'])
  assert.deepEqual(found('#HargaBeras naik', ...searchTerms('harga beras')), ['HargaBeras'])
  assert.deepEqual(searchTerms('"pintu a'), ['pintu a'])
})
