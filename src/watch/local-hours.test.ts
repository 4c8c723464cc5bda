import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELLS_TOTAL } from '../domain/cell.ts'
import { Baseline } from './baseline.ts'
import { localHours } from './local-hours.ts'
import { emptyHours } from './series.ts'

const hourOf = (instant: string) => Date.parse(instant) / 3_600_000

test('an hour is one of the clocks of the time zone, before, on and after the day on which they change', () => {
  const local = localHours('Europe/Berlin')
  const clock = (instant: string) => ((local(hourOf(instant)) % 24) + 24) % 24
  assert.equal(clock('2026-03-28T11:00:00Z'), 12)
  assert.equal(clock('2026-03-29T00:00:00Z'), 1)
  assert.equal(clock('2026-03-29T01:00:00Z'), 3)
  assert.equal(clock('2026-03-30T11:00:00Z'), 13)
  assert.equal(localHours('Asia/Jakarta')(hourOf('2026-03-30T20:00:00Z')), hourOf('2026-03-31T03:00:00Z'))
})

test('the expectation of an hour of the week follows the clocks when they change', () => {
  const [first, hours] = [hourOf('2026-01-26T00:00:00Z'), 10 * 168]
  const counts = emptyHours(first, hours, 'Europe/Berlin')
  const local = localHours('Europe/Berlin')
  // A hundred at nine o'clock in the morning of every day, and two in every other hour.
  for (let hour = 0; hour < hours; hour++) counts.cells[hour * CELLS_TOTAL] = local(first + hour) % 24 === 9 ? 100 : 2
  const baseline = new Baseline(counts)
  // The first morning of summer time is an hour earlier in UTC.
  assert.ok(baseline.at(hourOf('2026-03-29T07:00:00Z')).mean > 80)
  assert.ok(baseline.at(hourOf('2026-03-29T08:00:00Z')).mean < 20)
  assert.ok(baseline.at(hourOf('2026-03-28T08:00:00Z')).mean > 80)
})
