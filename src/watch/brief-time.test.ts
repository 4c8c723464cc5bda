import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BRIEF_DAYS } from '../domain/brief.ts'
import { dayOf } from '../domain/day.ts'
import { instantOf, nextDue, weeksBefore } from './brief-time.ts'

const daily = (time: string, timeZone: string) => ({ days: BRIEF_DAYS, time, timeZone })
const due = (time: string, timeZone: string, after: string) =>
  nextDue(daily(time, timeZone), new Date(after))?.toISOString()

describe('the time of a brief', () => {
  test('is local, on the chosen days of the week', () => {
    assert.equal(due('07:00', 'Asia/Jakarta', '2026-11-17T23:59:59Z'), '2026-11-18T00:00:00.000Z')
    assert.equal(due('07:00', 'Asia/Jakarta', '2026-11-18T00:00:00Z'), '2026-11-19T00:00:00.000Z')
    const weekly = { days: ['mon'] as const, time: '07:00', timeZone: 'Asia/Jakarta' }
    assert.equal(nextDue(weekly, new Date('2026-11-18T00:00:00Z'))?.toISOString(), '2026-11-23T00:00:00.000Z')
    assert.equal(nextDue({ ...weekly, days: [] }, new Date()), null)
  })

  test('is at the change of clocks when they go forward over it', () => {
    assert.equal(due('02:30', 'Europe/Berlin', '2027-03-27T12:00:00Z'), '2027-03-28T01:00:00.000Z')
    assert.equal(due('02:30', 'Europe/Berlin', '2027-03-28T01:00:00Z'), '2027-03-29T00:30:00.000Z')
    // Midnight does not exist in Santiago on that day.
    assert.equal(due('00:00', 'America/Santiago', '2026-09-05T12:00:00Z'), '2026-09-06T04:00:00.000Z')
    assert.equal(due('02:15', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z'), '2026-10-03T15:30:00.000Z')
  })

  test('is the first of two when clocks go back over it', () => {
    assert.equal(due('02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z')
    assert.equal(due('02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'), '2026-10-26T01:30:00.000Z')
    assert.equal(due('01:30', 'America/New_York', '2026-10-31T12:00:00Z'), '2026-11-01T05:30:00.000Z')
  })

  test('around midnight is on the right day at both ends of the world', () => {
    assert.equal(due('00:00', 'Pacific/Kiritimati', '2026-11-17T09:59:59Z'), '2026-11-17T10:00:00.000Z')
    assert.equal(due('23:59', 'Pacific/Pago_Pago', '2026-11-17T10:00:00Z'), '2026-11-17T10:59:00.000Z')
    assert.equal(due('23:59', 'Pacific/Pago_Pago', '2026-11-17T10:59:00Z'), '2026-11-18T10:59:00.000Z')
  })

  test('does not exist on a day that a zone left out', () => {
    assert.equal(instantOf('2011-12-30', '07:00', 'Pacific/Apia'), null)
    assert.equal(due('07:00', 'Pacific/Apia', '2011-12-29T20:00:00Z'), '2011-12-30T17:00:00.000Z')
  })

  test('comes once on every day of ten years, in every zone that changes its clocks', () => {
    for (const timeZone of [
      'Europe/Berlin',
      'America/New_York',
      'America/Santiago',
      'Australia/Lord_Howe',
      'Africa/Cairo',
    ]) {
      for (const time of ['00:00', '02:30', '23:59']) {
        let at = new Date('2020-01-01T12:00:00Z')
        const seen = new Set<string>()
        for (let day = 0; day < 3_653; day++) {
          const next = nextDue(daily(time, timeZone), at)
          assert.ok(next !== null)
          const hours = (next.getTime() - at.getTime()) / 3_600_000
          assert.ok(
            day === 0 || (hours >= 22.4 && hours <= 25.6),
            `${timeZone} ${time} ${next.toISOString()}: ${hours} h`,
          )
          at = next
          seen.add(dayOf(at, timeZone))
        }
        assert.equal(seen.size, 3_653)
      }
    }
  })

  test('weeks before are compared at the same local time', () => {
    const at = new Date('2026-10-26T06:00:00Z')
    assert.equal(weeksBefore(at, 1, 'Europe/Berlin').toISOString(), '2026-10-19T05:00:00.000Z')
    assert.equal(weeksBefore(at, 1, 'Asia/Jakarta').toISOString(), '2026-10-19T06:00:00.000Z')
  })
})
