import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExclusions, parseKeyword } from './parse.ts'
import { warningsOf } from './warnings.ts'

const brief = (keyword: string, exclude = '') =>
  warningsOf(keyword, exclude).map(({ code, position, fix }) => [code, position, fix?.keyword, fix?.exclude])

test('an expression of the grammar has no warnings', () => {
  for (const keyword of [
    'banjir',
    'banjir and jakarta or rob',
    '"rock AND roll" or (',
    'tidak lulus ujian',
    'covid-19',
  ])
    assert.deepEqual(
      brief(keyword).filter(([code]) => code !== 'parentheses'),
      [],
      keyword,
    )
  assert.deepEqual(brief('"(" or banjir'), [])
})

test('what looks like an operator is replaced by the one that was meant', () => {
  assert.deepEqual(brief('banjir AND jakarta'), [['operator', 7, 'banjir and jakarta', '']])
  assert.deepEqual(brief('banjir atau rob'), [['operator', 7, 'banjir or rob', '']])
  assert.deepEqual(brief('banjir || rob'), [['operator', 7, 'banjir or rob', '']])
  assert.deepEqual(brief('OR banjir'), [], 'there is nothing before it to combine')
})

test('what must not occur is moved to the exclusions, with the operator before it', () => {
  assert.deepEqual(brief('banjir and not bola kaki or rob'), [['not', 11, 'banjir or rob', 'bola kaki']])
  assert.deepEqual(brief('banjir not bola', 'konser'), [['not', 7, 'banjir', 'konser, bola']])
  assert.deepEqual(brief('banjir and jakarta -bola'), [['minus', 19, 'banjir and jakarta', 'bola']])
  assert.deepEqual(brief('banjir and -bola'), [['minus', 11, 'banjir', 'bola']])
  assert.deepEqual(brief('-bola and banjir'), [['minus', 0, undefined, undefined]], 'it cannot be written as one step')
})

test('parentheses are written out, and a wildcard is removed', () => {
  assert.deepEqual(brief('(banjir or rob) and jakarta'), [
    ['parentheses', 0, 'banjir and jakarta or rob and jakarta', ''],
  ])
  assert.deepEqual(brief('air and (laut or (sungai and "a or b" ))'), [
    ['parentheses', 8, 'air and laut or air and sungai and "a or b"', ''],
  ])
  assert.deepEqual(brief('(banjir or rob and jakarta'), [['parentheses', 0, undefined, undefined]])
  assert.deepEqual(brief('banjir*'), [['wildcard', 6, 'banjir', '']])
})

test('every fix parses', () => {
  for (const keyword of ['a1 OR b2 -c3', '(a1 or b2) and (c3 or d4)', 'x1 and not "y or z" or w1', 'a1 & b2*']) {
    for (const { fix } of warningsOf(keyword, '')) {
      if (fix === null) continue
      assert.ok(parseKeyword(fix.keyword).alternatives.length > 0, keyword)
      parseExclusions(fix.exclude)
    }
  }
})
