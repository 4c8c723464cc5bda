import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHostLimiter, readRetryAfter } from './politeness.ts'

const never = new AbortController().signal

test('a busy host does not delay other hosts', async () => {
  const limiter = openHostLimiter()
  await limiter.acquire('a.example.com', 0, never)
  const release = await limiter.acquire('b.example.com', 0, never)
  release()
})

test('a host is free again when the previous request has ended and the pause is over', async () => {
  const limiter = openHostLimiter()
  const release = await limiter.acquire('a.example.com', 30, never)
  const events: string[] = []
  const second = limiter.acquire('a.example.com', 0, never).then(() => events.push('second'))
  await new Promise((resolve) => setImmediate(resolve))
  const endedAt = performance.now()
  events.push('first ended')
  release()
  await second
  assert.deepEqual(events, ['first ended', 'second'])
  // A timer may be late but not early, apart from its rounding to a millisecond.
  assert.ok(performance.now() - endedAt >= 28)
})

test('the queue of a host is limited', async () => {
  const limiter = openHostLimiter(2)
  const release = await limiter.acquire('a.example.com', 0, never)
  const waiting = [limiter.acquire('a.example.com', 0, never), limiter.acquire('a.example.com', 0, never)]
  await assert.rejects(limiter.acquire('a.example.com', 0, never), { code: 'network' })
  release()
  ;(await waiting[0])?.()
  ;(await waiting[1])?.()
})

test('an aborted request does not let the next one start too early', async () => {
  const limiter = openHostLimiter()
  const release = await limiter.acquire('a.example.com', 0, never)
  const stop = new AbortController()
  const second = limiter.acquire('a.example.com', 0, stop.signal)
  let third = false
  const last = limiter.acquire('a.example.com', 0, never).then(() => {
    third = true
  })
  stop.abort(new Error('enough'))
  await assert.rejects(second, /enough/)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(third, false)
  release()
  await last
})

test('Retry-After is read as seconds and as a date, and capped at one day', () => {
  const now = new Date('2026-11-14T03:00:00Z')
  const cases: [string, string | undefined][] = [
    ['120', '2026-11-14T03:02:00.000Z'],
    ['0', '2026-11-14T03:00:00.000Z'],
    ['Sat, 14 Nov 2026 03:05:00 GMT', '2026-11-14T03:05:00.000Z'],
    ['Sat, 14 Nov 2026 02:00:00 GMT', '2026-11-14T03:00:00.000Z'],
    ['9999999', '2026-11-15T03:00:00.000Z'],
    ['Sat, 14 Nov 2099 02:00:00 GMT', '2026-11-15T03:00:00.000Z'],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
  ]
  for (const [value, expected] of cases)
    assert.equal(readRetryAfter(new Headers({ 'retry-after': value }), now)?.toISOString(), expected, value)
  assert.equal(readRetryAfter(new Headers(), now), undefined)
})
