import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Keyword } from '../domain/keyword.ts'
import { compileGdelt } from './gdelt/query.ts'
import { compileGoogleNews } from './google-news/query.ts'
import { fingerprintOf } from './web-query.ts'

const keyword = (...alternatives: string[][]): Keyword => ({ alternatives })
const since = new Date('2026-11-01T00:00:00Z')
const window = { since, until: null }
const EXAMPLE = keyword(['banjir', 'garut'], ['gempa bumi'])

test('Google News gets one query with parentheses, exclusions and a day', () => {
  const { queries, notices } = compileGoogleNews(EXAMPLE, ['hoax'], window)
  assert.deepEqual(queries, ['((banjir garut) OR "gempa bumi") -hoax after:2026-11-01'])
  assert.deepEqual(notices, [])
})

test('GDELT gets a query for each alternative of several terms', () => {
  const { queries } = compileGdelt(EXAMPLE, ['hoax'], 'indonesian')
  assert.deepEqual(queries, ['banjir garut -hoax sourcelang:indonesian', '"gempa bumi" -hoax sourcelang:indonesian'])
})

test('a list of single terms is one query everywhere', () => {
  const list = keyword(['banjir'], ['gempa bumi'])
  assert.deepEqual(compileGoogleNews(list, [], window).queries, ['(banjir OR "gempa bumi") after:2026-11-01'])
  assert.deepEqual(compileGdelt(list, [], null).queries, ['(banjir OR "gempa bumi")'])
})

test('one alternative needs no parentheses, and an end in the past is part of the query', () => {
  const until = new Date('2026-11-10T00:00:00Z')
  assert.deepEqual(compileGoogleNews(keyword(['banjir', 'garut']), [], { since, until }).queries, [
    'banjir garut after:2026-11-01 before:2026-11-10',
  ])
})

test('a term cannot break out of its position in the query', () => {
  const hostile = keyword(['a" OR site:evil.example -("x'], ['or'])
  for (const query of compileGoogleNews(hostile, ['"hoax" OR b'], window).queries) {
    assert.equal((query.match(/"/g) ?? []).length % 2, 0, query)
    assert.match(query, /^\("a OR site:evil\.example - x" OR "or"\) -"hoax OR b" after:/)
  }
})

test('too many alternatives are split over several queries, and too many exclusions are left to the matcher', () => {
  const many = keyword(...Array.from({ length: 60 }, (_, n) => [`kata panjang nomor ${n}`]))
  const google = compileGoogleNews(many, [], window)
  assert.ok(google.queries.length > 1)
  for (const query of google.queries) assert.ok(query.length <= 450, query)
  for (let n = 0; n < 60; n++) assert.equal(google.queries.filter((query) => query.includes(`nomor ${n}"`)).length, 1)
  const excluding = compileGdelt(
    EXAMPLE,
    Array.from({ length: 60 }, (_, n) => `larangan nomor ${n}`),
    'indonesian',
  )
  for (const query of excluding.queries) assert.ok(query.length <= 250, query)
  assert.deepEqual(
    excluding.notices.map(({ code }) => code),
    ['exclusion_not_pushed'],
  )
})

test('terms that cannot be searched for are reported', () => {
  const { queries, notices } = compileGdelt(keyword(['ri'], ['banjir'], ['!!']), [], null)
  assert.deepEqual(queries, ['banjir'])
  assert.deepEqual(
    notices.map(({ code, detail }) => [code, detail]),
    [
      ['term_not_searchable', 'ri'],
      ['term_not_searchable', '!!'],
    ],
  )
})

test('a different expression has a different fingerprint', () => {
  assert.equal(fingerprintOf(EXAMPLE, ['a']), fingerprintOf(keyword(['banjir', 'garut'], ['gempa bumi']), ['a']))
  assert.notEqual(fingerprintOf(EXAMPLE, ['a']), fingerprintOf(EXAMPLE, ['b']))
  assert.notEqual(fingerprintOf(EXAMPLE, []), fingerprintOf(keyword(['banjir'], ['garut'], ['gempa bumi']), []))
})
