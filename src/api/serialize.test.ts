import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import { Type } from 'typebox'
import { compileSerializer } from './serialize.ts'

const schema = Type.Object({
  id: Type.String({ maxLength: 5 }),
  text: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  share: Type.Number(),
  known: Type.Boolean(),
  at: Type.String({ format: 'date-time' }),
  tags: Type.Array(Type.String()),
  author: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
})
const whole = {
  id: 'a',
  text: 't',
  count: 2,
  share: 0.5,
  known: true,
  at: '2026-01-31',
  tags: ['b'],
  author: { name: 'c' },
}
const { id, text, ...rest } = whole

const VALUES: [string, unknown][] = [
  ['a value as the schema says', whole],
  ['null where it may be', { ...whole, author: null }],
  [
    'quotation marks, controls and half a character',
    { ...whole, id: '"\\\n\u2028\u007f\ud800', tags: ['\ud83d\ude00'] },
  ],
  ['numbers at their limits', { ...whole, count: -0, share: 1e21 }],
  ['an infinite number', { ...whole, share: Number.POSITIVE_INFINITY }],
  ['a fraction for an integer', { ...whole, count: 2.9 }],
  ['a field that the schema does not have', { ...whole, secret: 's' }],
  ['an inner field that the schema does not have', { ...whole, author: { name: 'c', secret: 's' } }],
  ['fields in another order', { text, id, ...rest }],
  ['null where it must not be', { ...whole, id: null }],
  ['a date for a text', { ...whole, at: new Date(0) }],
  ['an inherited field', Object.create(whole)],
  [
    'an object that says how it is written',
    new (class {
      toJSON = () => whole
    })(),
  ],
]

const author = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], nullable: true } as const
const writeCompiled = fastJsonStringify({ ...schema, properties: { ...schema.properties, author } } as Schema)

for (const [what, value] of VALUES) {
  test(`${what} is written as the compiled serialiser writes it`, () => {
    assert.equal(write(value), writeCompiled(value))
  })
}

test('a value without a required field is not written', () => {
  assert.throws(() => write({ ...rest, text }), /"id" is required/)
})

test('a schema with several ways to write a value is left to the compiled serialiser', () => {
  const union = Type.Object({
    value: Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
  })
  assert.equal(writerOf(union)({ value: { b: 'x', secret: 's' } }), '{"value":{"b":"x"}}')
})

function write(value: unknown): string {
  return writerOf(schema)(value)
}

function writerOf(given: object): (value: unknown) => string {
  return compileSerializer({ schema: given, method: 'GET', url: '/', httpStatus: '200' })
}
