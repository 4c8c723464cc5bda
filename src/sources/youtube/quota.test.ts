import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotaDay, quotaResetAt } from './quota.ts'

test('a quota day begins at midnight in California, in winter and in summer', () => {
  assert.equal(quotaDay(new Date('2026-11-14T07:59:59Z')), '2026-11-13')
  assert.equal(quotaDay(new Date('2026-11-14T08:00:00Z')), '2026-11-14')
  assert.deepEqual(quotaResetAt(new Date('2026-11-14T07:59:59Z')), new Date('2026-11-14T08:00:00Z'))
  assert.deepEqual(quotaResetAt(new Date('2026-07-01T07:00:00Z')), new Date('2026-07-02T07:00:00Z'))
})

test('the quota resets at midnight also on days when the clocks change', () => {
  assert.deepEqual(quotaResetAt(new Date('2026-10-31T20:00:00Z')), new Date('2026-11-01T07:00:00Z'))
  assert.deepEqual(quotaResetAt(new Date('2026-11-01T20:00:00Z')), new Date('2026-11-02T08:00:00Z'))
})
