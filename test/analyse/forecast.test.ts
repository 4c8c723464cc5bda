import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeStreams } from '../../bench/sets/daily-streams.ts'
import { forecastMonth } from '../../src/analyse/forecast.ts'

// The share of generated streams whose held-back month is inside the interval.
function coverage(daysSeen: number, only?: string): number {
  const streams = makeStreams(daysSeen, 150).filter(({ kind }) => only === undefined || kind === only)
  const inside = streams.filter(({ seen, held }) => {
    const { low, high } = forecastMonth(seen)
    return held >= Math.floor(low) && held <= Math.ceil(high)
  })
  return inside.length / streams.length
}

test('about eight of ten held-back months are inside the interval', () => {
  const all = coverage(90)
  assert.ok(all > 0.78 && all < 0.95, `${all}`)
  for (const kind of ['quiet', 'steady', 'weekly rhythm', 'growing', 'fading', 'moody', 'bursty'])
    assert.ok(coverage(90, kind) >= 0.68, `${kind}: ${coverage(90, kind)}`)
  assert.ok(coverage(30) > 0.7, `${coverage(30)} of a month`)
})

test('the expected month is near the held-back one where volumes are steady', () => {
  const errors = makeStreams(90, 150)
    .filter(({ kind }) => kind === 'steady')
    .map(({ seen, held }) => Math.abs(forecastMonth(seen).expected - held) / held)
    .sort((a, b) => a - b)
  assert.ok((errors[75] ?? 1) < 0.1, `${errors[75]}`)
})

test('days without matches still allow some, and a short past allows more than a long one', () => {
  const silent = (days: number) => forecastMonth(new Array(days).fill(0))
  assert.deepEqual([silent(90).low, silent(90).expected], [0, 0])
  assert.ok(silent(90).high > 0.5 && silent(90).high < 1)
  assert.ok(silent(10).high > silent(90).high)
  assert.deepEqual(forecastMonth([]), { low: 0, expected: 0, high: 0 })
})

test('counts from a sample are less certain than exact ones', () => {
  const days = new Array(60).fill(5)
  const width = (weight: number) => forecastMonth(days, weight).high - forecastMonth(days, weight).low
  assert.ok(width(20) > width(1) * 1.5)
})
