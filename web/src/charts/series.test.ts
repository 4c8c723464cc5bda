import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barHeights, fillSeries } from './series.ts'

const at = (text: string): number => Date.parse(text)

function counts({ negative = 0, neutral = 0, positive = 0, unique = 0, independent = 0 }) {
  return { negative, neutral, positive, mentions: negative + neutral + positive, unique, independent }
}

test('days without mentions are zero, days inside a gap are unknown', () => {
  const buckets = fillSeries(
    [{ at: '2026-11-01T17:00:00Z', ...counts({ negative: 1, neutral: 2, positive: 3 }) }],
    { from: at('2026-10-31T17:00:00Z'), to: at('2026-11-04T17:00:00Z'), step: 'day' },
    [{ from: at('2026-11-02T17:00:00Z'), to: at('2026-11-03T17:00:00Z') }],
  )
  assert.deepEqual(
    buckets.map(({ counts }) => counts?.mentions ?? null),
    [0, 6, null, 0],
  )
})

test('a day begins at midnight in Jakarta, which is 17:00 UTC of the day before', () => {
  const [first] = fillSeries([], { from: at('2026-11-02T03:00:00Z'), to: at('2026-11-02T04:00:00Z'), step: 'day' }, [])
  assert.equal(first?.at, at('2026-11-01T17:00:00Z'))
})

test('mentions inside a gap are shown: imported data is known', () => {
  const gap = { from: at('2026-11-02T00:00:00Z'), to: at('2026-11-02T05:00:00Z') }
  const buckets = fillSeries([{ at: '2026-11-02T01:00:00Z', ...counts({ neutral: 1 }) }], { ...gap, step: 'hour' }, [
    gap,
  ])
  assert.deepEqual(
    buckets.map(({ counts }) => counts?.neutral ?? null),
    [null, 1, null, null, null],
  )
})

test('two adjacent gaps together cover an hour', () => {
  const range = { from: at('2026-11-02T00:00:00Z'), to: at('2026-11-02T01:00:00Z') }
  const middle = at('2026-11-02T00:30:00Z')
  const gaps = [
    { from: range.from, to: middle },
    { from: middle, to: range.to },
  ]
  assert.equal(fillSeries([], { ...range, step: 'hour' }, gaps)[0]?.counts, null)
})

test('mentions are stacked by sentiment, stories and authors are one bar, unknown days have none', () => {
  const buckets = [
    { at: 0, counts: counts({ negative: 4, neutral: 2, positive: 1, unique: 3, independent: 5 }) },
    { at: 1, counts: null },
    { at: 2, counts: counts({}) },
  ]
  assert.deepEqual(barHeights(buckets, 'mentions'), [
    [7, null, 0],
    [6, null, 0],
    [4, null, 0],
  ])
  assert.deepEqual(barHeights(buckets, 'unique'), [[3, null, 0]])
  assert.deepEqual(barHeights(buckets, 'independent'), [[5, null, 0]])
})
