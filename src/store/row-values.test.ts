import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInstant, readIntegers, readTexts } from './row-values.ts'

test('an instant is read to the millisecond, whatever its offset, century and number of digits', () => {
  const cases = {
    '2026-01-31 23:59:59+00': '2026-01-31T23:59:59.000Z',
    '2026-01-31 23:59:59.1+00': '2026-01-31T23:59:59.100Z',
    '2026-01-31 23:59:59.05+00': '2026-01-31T23:59:59.050Z',
    '2026-01-31 23:59:59.123456+00': '2026-01-31T23:59:59.123Z',
    '2026-02-01 06:59:59.999999+07': '2026-01-31T23:59:59.999Z',
    '2026-01-31 18:59:59.999-05': '2026-01-31T23:59:59.999Z',
    '2026-02-01 05:29:59.5+05:30': '2026-01-31T23:59:59.500Z',
    '1900-01-01 07:07:12.25+07:07:12': '1900-01-01T00:00:00.250Z',
    '1969-12-31 23:59:59.001+00': '1969-12-31T23:59:59.001Z',
    '0044-03-15 12:00:00+00 BC': '-000043-03-15T12:00:00.000Z',
    '0099-01-01 00:00:00+00': '0099-01-01T00:00:00.000Z',
    '12026-01-31 23:59:59.5+00': '+012026-01-31T23:59:59.500Z',
  }
  for (const [text, iso] of Object.entries(cases)) assert.equal(readInstant(text).toISOString(), iso, text)
  assert.equal(readInstant('infinity') as unknown, Number.POSITIVE_INFINITY)
})

test('an array of texts is read whatever its elements hold', () => {
  assert.deepEqual(readTexts('{}'), [])
  assert.deepEqual(readTexts('{banjir}'), ['banjir'])
  assert.deepEqual(readTexts('{banjir,macet total}'), ['banjir', 'macet total'])
  assert.deepEqual(readTexts('{"a,b","say \\"so\\"","",NULL,"NULL"}'), ['a,b', 'say "so"', '', null, 'NULL'])
  assert.deepEqual(readTexts('{"place:kota bandung",banjir,"","a,{b}",macet}'), [
    'place:kota bandung',
    'banjir',
    '',
    'a,{b}',
    'macet',
  ])
  assert.deepEqual(readTexts('{banjir,"person:joko widodo"}'), ['banjir', 'person:joko widodo'])
  assert.deepEqual(readTexts('{NULLIFIED}'), ['NULLIFIED'])
  assert.deepEqual(readTexts('{{a,b},{c,d}}') as unknown, [
    ['a', 'b'],
    ['c', 'd'],
  ])
  assert.deepEqual(readTexts('[0:1]={a,b}'), ['a', 'b'])
})

test('an array of integers is read whatever its form', () => {
  assert.deepEqual(readIntegers('{}'), [])
  assert.deepEqual(readIntegers('{7}'), [7])
  assert.deepEqual(readIntegers('{0,-12,2147483647,-2147483648}'), [0, -12, 2147483647, -2147483648])
  assert.deepEqual(readIntegers('{1,NULL,3}'), [1, null, 3])
  assert.deepEqual(readIntegers('{{1,2},{3,4}}') as unknown, [
    [1, 2],
    [3, 4],
  ])
  assert.deepEqual(readIntegers('[0:1]={1,2}'), [1, 2])
})
