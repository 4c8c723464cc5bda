import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile, identifier, json, raw, refuseObjects, sql } from './sql.ts'

test('values become parameters and fragments become text, numbered in order', () => {
  const condition = sql`and kind = ${'a'} ${sql`and size > ${2}`}`
  const { strings, values } = sql`select ${raw('id, name')} from t where id = ${7} ${condition} limit ${10}`
  assert.deepEqual(compile(strings, values), {
    text: 'select id, name from t where id = $1 and kind = $2 and size > $3 limit $4',
    values: [7, 'a', 2, 10],
  })
})

test('a fragment that occurs twice has its parameters once, and equal values have one each', () => {
  const project = sql`${7}::int`
  const { strings, values } = sql`select ${project} ${sql`where id = ${project} and size > ${7}`}`
  assert.deepEqual(compile(strings, values), {
    text: 'select $1::int where id = $1::int and size > $2',
    values: [7, 7],
  })
})

test('a value cannot become part of the text', () => {
  const { strings, values } = sql`select ${"'; drop table t; --"}`
  assert.equal(compile(strings, values).text, 'select $1')
})

test('an undefined value is an error, not null', () => {
  const { strings, values } = sql`select ${undefined}`
  assert.throws(() => compile(strings, values), /undefined in the statement: select/)
})

test('a query cannot be a value, because it would run on its own', () => {
  const { strings, values } = sql`select ${Promise.resolve([])}`
  assert.throws(() => compile(strings, values), /A query was used as a value/)
})

test('identifiers are quoted', () => {
  assert.equal(identifier('a"b').strings[0], '"a""b"')
})

test('JSON never contains a lone surrogate or NUL, in values or keys', () => {
  assert.equal(json({ a: 'x\ud83d', 'k\udc00': ['\u0000y'] }), '{"a":"x\ufffd","k\ufffd":["y"]}')
  assert.equal(json({ text: '\\ud800 is written like this' }), JSON.stringify({ text: '\\ud800 is written like this' }))
  assert.equal(json({ at: new Date(0), emoji: '😀' }), '{"at":"1970-01-01T00:00:00.000Z","emoji":"😀"}')
  assert.equal(json(undefined), 'null')
})

test('an object as a value is refused: only json() may serialise it', () => {
  for (const value of [{ a: 1 }, [{ a: 1 }], [['x'], [{}]], new Map()])
    assert.throws(() => refuseObjects('select $1', [value]), /json\(\)/)
  refuseObjects('select $1', ['a', 1, null, true, new Date(0), Buffer.from('x'), ['a', null], [[1]], 7n])
})
