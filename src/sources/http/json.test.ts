import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '../source.ts'
import { asCount, asId, asInstant, asLink, parseJson } from './json.ts'

function parse(text: string): unknown {
  return parseJson(new TextEncoder().encode(text))
}

test('unsafe integers become strings of digits, all other numbers stay numbers', () => {
  assert.deepEqual(parse('{"id":7028743950684949650,"n":[12,-9007199254740993,1.5,1e30,9007199254740991]}'), {
    id: '7028743950684949650',
    n: [12, '-9007199254740993', 1.5, 1e30, 9007199254740991],
  })
})

test('anything that is not JSON is unreadable, including deep nesting', () => {
  for (const text of [
    '',
    '<html>',
    '{"a":',
    `${'['.repeat(200_000)}`,
    `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  ]) {
    try {
      parse(text)
    } catch (error) {
      assert.ok(error instanceof SourceError && error.code === 'unreadable')
    }
  }
  assert.throws(() => parse('<html>'), SourceError)
})

test('a key such as __proto__ does not pollute prototypes', () => {
  parse('{"__proto__":{"admin":true}}')
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

test('an instant needs a date, a time and a zone', () => {
  assert.deepEqual(asInstant('2026-11-14T03:21:45+0000'), new Date('2026-11-14T03:21:45Z'))
  assert.deepEqual(asInstant('2026-11-14T03:21:45.123Z'), new Date('2026-11-14T03:21:45.123Z'))
  assert.deepEqual(asInstant('2026-11-14T10:21:45+07:00'), new Date('2026-11-14T03:21:45Z'))
  for (const value of ['2026-11-14', '2026-11-14T03:21:45', '5', '', 5, null, '2026-13-14T03:21:45Z', 'kemarin']) {
    assert.equal(asInstant(value), null, String(value))
  }
})

test('a counter is a number or a string of digits, and never negative', () => {
  assert.deepEqual(
    ['15230', 7, -3, 'banyak', null, 1.5, '12345678901234567890'].map(asCount),
    [15230, 7, 0, 0, 0, 0, 0],
  )
})

test('an id is printable, has no spaces and a maximum length', () => {
  assert.deepEqual(['a_1', 12, '', 'a b', 'a\n', 'x'.repeat(513), null, 1.5].map(asId), [
    'a_1',
    '12',
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a link is http or https; everything else that a platform sends is dropped', () => {
  assert.equal(asLink('https://www.facebook.com/1/posts/2'), 'https://www.facebook.com/1/posts/2')
  for (const value of [
    'javascript:alert(1)',
    'data:text/html,x',
    '/relatif',
    'http://',
    '',
    null,
    `https://x.example/${'y'.repeat(2_048)}`,
  ]) {
    assert.equal(asLink(value), null)
  }
})

test('strings are well-formed, whatever the escapes stand for', () => {
  assert.deepEqual(parse('{"a":"x\\ud83d","b":["\\ude00\\ud83d"],"c":"\\ud83d\\ude00"}'), {
    a: 'x\ufffd',
    b: ['\ufffd\ufffd'],
    c: '😀',
  })
})
