import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTime } from './instant.ts'

test('an instant is written as by toISOString', () => {
  const ends = [0, -1, 1, 999, 86_399_999, 86_400_000, -86_400_000, -86_400_001, 951_782_399_999, 8.64e15, -8.64e15]
  // More days than are remembered, in years of up to six digits, before and after 1970.
  const spread = Array.from({ length: 3_000 }, (_, n) => Math.round((n - 1_500) * 5.123_456_789e12 + n * 86_413_579))
  for (const ms of [...ends, ...spread, ...spread.slice(0, 10)]) {
    const at = new Date(ms)
    assert.equal(isoTime(at), at.toISOString())
  }
  assert.throws(() => isoTime(new Date(Number.NaN)), RangeError)
})
