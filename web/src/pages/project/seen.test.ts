import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSeen } from './seen.ts'

const LIST = ['2026-11-18T03:00:00Z', '2026-11-18T02:00:00Z', '2026-11-18T01:00:00Z'].map((createdat) => ({
  createdat,
}))

test('the line is above the first mention that is not new', () => {
  assert.equal(firstSeen(LIST, '2026-11-18T02:30:00Z'), 1)
  assert.equal(firstSeen(LIST, '2026-11-18T02:00:00Z'), 1)
})

test('there is no line when nothing is new, all is new, or the person never looked', () => {
  assert.equal(firstSeen(LIST, '2026-11-18T04:00:00Z'), null)
  assert.equal(firstSeen(LIST, '2026-11-17T00:00:00Z'), null)
  assert.equal(firstSeen(LIST, null), null)
  assert.equal(firstSeen([], '2026-11-17T00:00:00Z'), null)
})
