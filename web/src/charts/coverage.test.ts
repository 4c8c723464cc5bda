import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapReasons, joinHours, spansAway, spansBetween, unknownTimes } from './coverage.ts'

const hour = (at: string, counts: Partial<Record<'answered' | 'empty' | 'failed' | 'blocked', number>>) => ({
  at,
  asked: 1,
  answered: 0,
  empty: 0,
  failed: 0,
  blocked: 0,
  not_configured: 0,
  ...counts,
})
const at = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours)).toISOString()
const ms = (hours: number) => Date.parse(at(hours))

test('adjacent hours with the same status are one span; silence is not failure', () => {
  const spans = joinHours([
    hour(at(2), { failed: 1 }),
    hour(at(0), { answered: 2 }),
    hour(at(1), { answered: 1, failed: 1 }),
    hour(at(3), { empty: 1, failed: 1 }),
    hour(at(4), { blocked: 1 }),
    hour(at(6), { answered: 1 }),
  ])
  assert.deepEqual(
    spans.map((span) => [span.status, (span.from - ms(0)) / 3_600_000, (span.to - ms(0)) / 3_600_000]),
    [
      ['covered', 0, 2],
      ['failed', 2, 3],
      ['silent', 3, 4],
      ['blocked', 4, 5],
      ['covered', 6, 7],
    ],
  )
})

test('the time before the project began, its pauses and the time to come are not expected to be covered', () => {
  const periods = [
    { from: at(0), to: at(2), state: 'not_begun' as const },
    { from: at(2), to: at(5), state: 'listening' as const },
  ]
  assert.deepEqual(spansAway({ periods, to: at(8) }), [
    { from: ms(0), to: ms(2), status: 'away' },
    { from: ms(5), to: ms(8), status: 'away' },
  ])
})

test('a time is unknown when no source was covered, or outside the dates; a gap of one source is not', () => {
  const gap = (from: number, to: number, source: 'news' | null, state: 'paused' | 'failed') => ({
    from: at(from),
    to: at(to),
    source,
    state,
  })
  const gaps = [gap(3, 4, null, 'paused'), gap(4, 9, 'news', 'failed')]
  const coverage = { share: 1, hours_listened: 1, hours_covered: 1, gaps, gaps_left_out: 0, lower_bound: true }
  const periods = [{ from: at(0), to: at(2), state: 'before_start' as const }]
  assert.deepEqual(unknownTimes({ coverage, periods }), [
    { from: ms(0), to: ms(2) },
    { from: ms(3), to: ms(4) },
  ])
  assert.deepEqual(gapReasons(gaps), ['failed', 'paused'])
})

test('what no span covers was not queried', () => {
  const spans = [
    { from: ms(5), to: ms(6), status: 'covered' as const },
    { from: ms(1), to: ms(3), status: 'away' as const },
  ]
  assert.deepEqual(
    spansBetween(spans, { from: ms(0), to: ms(8) }).map(({ from, to }) => [(from - ms(0)) / 36e5, (to - ms(0)) / 36e5]),
    [
      [0, 1],
      [3, 5],
      [6, 8],
    ],
  )
})
