import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, safeDetail } from './api-request.ts'
import { readRetryAfter } from './politeness.ts'

const NOW = new Date('2026-11-14T12:00:00Z')

test('an address keeps the path of a gateway and a trailing slash, and encodes the parameters', () => {
  const url = addressOf('https://gerbang.example/x/', 'v2/cari/', { q: 'a|b & c', kosong: null, n: 3 })
  assert.equal(url.href, 'https://gerbang.example/x/v2/cari/?q=a%7Cb+%26+c&n=3')
})

test('Retry-After is read in seconds and as a date, and capped at one day', () => {
  const read = (value: string) => readRetryAfter(new Headers({ 'retry-after': value }), NOW)?.toISOString()
  assert.equal(read('120'), '2026-11-14T12:02:00.000Z')
  assert.equal(read('Sat, 14 Nov 2026 12:05:00 GMT'), '2026-11-14T12:05:00.000Z')
  assert.equal(read('Sat, 14 Nov 2026 11:00:00 GMT'), '2026-11-14T12:00:00.000Z')
  assert.equal(read('99999999'), '2026-11-15T12:00:00.000Z')
  assert.equal(read('nanti'), undefined)
  assert.equal(readRetryAfter(new Headers(), NOW), undefined)
})

test('an error message of a platform is shortened, put on one line and stripped of secrets', () => {
  const detail = safeDetail(`Token abc123\nis bad: https://x.example/?access_token=lain ${'x'.repeat(500)}`, ['abc123'])
  assert.ok(detail.length <= 300)
  assert.doesNotMatch(detail, /abc123|lain|\n/)
})
