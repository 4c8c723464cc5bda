import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coveredShare, joinHours } from './coverage.ts'

const hour = (at: string, part: Partial<Record<'answered' | 'empty' | 'failed' | 'not_configured', number>>) => ({
  at,
  asked: 1,
  answered: 0,
  empty: 0,
  failed: 0,
  not_configured: 0,
  ...part,
})

test('neighbouring hours of one kind are one span; a failed hour breaks it', () => {
  const spans = joinHours([
    hour('2026-11-01T02:00:00Z', { failed: 1 }),
    hour('2026-11-01T00:00:00Z', { answered: 2 }),
    hour('2026-11-01T01:00:00Z', { empty: 1, failed: 1 }),
    hour('2026-11-01T04:00:00Z', { answered: 1 }),
  ])
  assert.deepEqual(
    spans.map((span) => [span.watch, (span.to - span.from) / 3_600_000]),
    [
      ['covered', 2],
      ['failed', 1],
      ['covered', 1],
    ],
  )
})

test('the covered share counts hours that nobody asked as not covered', () => {
  const spans = joinHours([hour('2026-11-01T00:00:00Z', { answered: 1 })])
  assert.equal(coveredShare(spans, Date.parse('2026-11-01T00:00:00Z'), Date.parse('2026-11-01T04:00:00Z')), 0.25)
})
