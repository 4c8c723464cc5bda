import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coveredShare, joinHours } from './coverage.ts'

const hour = (at: string, counts: Partial<Record<'answered' | 'empty' | 'failed' | 'not_configured', number>>) => ({
  at,
  asked: 1,
  answered: 0,
  empty: 0,
  failed: 0,
  not_configured: 0,
  ...counts,
})

test('adjacent hours with the same status are one span; a failed hour ends it', () => {
  const spans = joinHours([
    hour('2026-11-01T02:00:00Z', { failed: 1 }),
    hour('2026-11-01T00:00:00Z', { answered: 2 }),
    hour('2026-11-01T01:00:00Z', { empty: 1, failed: 1 }),
    hour('2026-11-01T04:00:00Z', { answered: 1 }),
  ])
  assert.deepEqual(
    spans.map((span) => [span.status, (span.to - span.from) / 3_600_000]),
    [
      ['covered', 2],
      ['failed', 1],
      ['covered', 1],
    ],
  )
})

test('the covered share counts hours without a query as not covered', () => {
  const spans = joinHours([hour('2026-11-01T00:00:00Z', { answered: 1 })])
  assert.equal(coveredShare(spans, Date.parse('2026-11-01T00:00:00Z'), Date.parse('2026-11-01T04:00:00Z')), 0.25)
})
