import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttempt } from './pauses.ts'

const now = new Date('2026-11-01T12:00:00Z')
const failed = { attempts: 1, firstAttemptAt: now, retryAt: undefined, now, random: 1 }
const secondsOf = (at: Date | null) => ((at?.getTime() ?? Number.NaN) - now.getTime()) / 1000

test('pauses double up to four hours, and half of each is random', () => {
  const pauses = [1, 2, 3, 9, 10, 50].map((attempts) => secondsOf(nextAttempt({ ...failed, attempts })))
  assert.deepEqual(pauses, [30, 60, 120, 7_680, 14_400, 14_400])
  assert.equal(secondsOf(nextAttempt({ ...failed, attempts: 2, random: 0 })), 30)
})

test('a time that the receiver named is kept, unless the pause is longer', () => {
  const retryAt = new Date(now.getTime() + 600_000)
  assert.ok(secondsOf(nextAttempt({ ...failed, retryAt })) >= 600)
  assert.equal(secondsOf(nextAttempt({ ...failed, attempts: 10, retryAt })), 14_400)
})

test('there is no attempt more than a day after the first', () => {
  const firstAttemptAt = new Date(now.getTime() - 86_400_000 + 30_000)
  assert.equal(secondsOf(nextAttempt({ ...failed, firstAttemptAt })), 30)
  assert.equal(nextAttempt({ ...failed, firstAttemptAt: new Date(firstAttemptAt.getTime() - 1) }), null)
})
