import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_SEED, makeStreams } from '../../bench/sets/daily-streams.ts'
import { forecastMonth } from '../../src/analyse/forecast.ts'

test('about eight of ten held-back months or more are inside the interval, whatever the kind of project', () => {
  for (const days of [14, 30, 45, 60, 90]) {
    // Of a seed that no constant of the forecast was chosen on.
    const streams = makeStreams(days, 300, HELD_OUT_SEED)
    for (const [kind, list] of Map.groupBy(streams, (stream) => stream.kind)) {
      const inside = list.filter(({ seen, held }) => {
        const { low, high } = forecastMonth(seen)
        return held >= Math.floor(low) && held <= Math.ceil(high)
      })
      const share = inside.length / list.length
      assert.ok(share >= 0.76, `${kind} from ${days} days: ${share}`)
    }
  }
})

test('the interval of a steady project is no wider than a factor of two from three months', () => {
  const widths = makeStreams(90, 150, HELD_OUT_SEED)
    .filter(({ kind }) => kind === 'steady')
    .map(({ seen }) => forecastMonth(seen))
    .map(({ low, high }) => high / low)
    .sort((a, b) => a - b)
  assert.ok((widths[75] ?? 9) < 2, `${widths[75]}`)
})

test('the expected month is near the held-back one where volumes are steady', () => {
  const errors = makeStreams(90, 150, HELD_OUT_SEED)
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
