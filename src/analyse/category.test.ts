import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CATEGORY_TEXTS } from '../../bench/sets/categories.ts'
import { readSubject, suggestCategory } from './category.ts'
import { SUBJECTS } from './category-words.ts'

test('a project about one subject gets its category, with the words that show it', () => {
  for (const subject of SUBJECTS) {
    const suggestion = suggestCategory(CATEGORY_TEXTS[subject])
    assert.equal(suggestion?.category, subject)
    assert.ok((suggestion?.words.length ?? 0) > 0)
  }
})

test('at least nine of ten texts are about what they were written about', () => {
  const right = SUBJECTS.flatMap((subject) =>
    CATEGORY_TEXTS[subject].map((text) => readSubject(text)?.subject === subject),
  )
  assert.ok(right.filter(Boolean).length >= 0.9 * right.length)
})

test('society and culture together are the category of both, other mixtures are general', () => {
  const texts = CATEGORY_TEXTS
  assert.equal(suggestCategory([...texts.sosial, ...texts.budaya])?.category, 'sosial-budaya')
  const mixed = [...texts.olahraga.slice(0, 2), ...texts.ekonomi.slice(0, 2), ...texts.agama.slice(0, 2)]
  assert.deepEqual(suggestCategory(mixed), { category: 'umum', texts: 6, judged: 6, words: [] })
})

test('too few texts, and texts about no subject, suggest nothing', () => {
  assert.equal(suggestCategory(CATEGORY_TEXTS.olahraga.slice(0, 2)), null)
  assert.equal(suggestCategory(['Pagi ini cerah', 'Aku di sini', 'Oh begitu', 'Ya sudah']), null)
})
