import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampToNow, readDate } from './dates.ts'

const READABLE: [string, string][] = [
  ['Sat, 14 Nov 2026 10:00:00 +0700', '2026-11-14T03:00:00.000Z'],
  ['Sat, 14 Nov 2026 03:21:45 GMT', '2026-11-14T03:21:45.000Z'],
  ['Sat, 14 Nov 26 10:00:00 +0700', '2026-11-14T03:00:00.000Z'],
  ['14 Nov 2026 10:00 WIB', '2026-11-14T03:00:00.000Z'],
  ['Sabtu, 14 November 2026 10:00 WIB', '2026-11-14T03:00:00.000Z'],
  ['Sabtu, 14 November 2026 | 10:00 WIB', '2026-11-14T03:00:00.000Z'],
  ['Sabtu, 14 November 2026 - 10.00 WIB', '2026-11-14T03:00:00.000Z'],
  ["Jum'at, 13 Nov 2026 23:59:59 WITA", '2026-11-13T15:59:59.000Z'],
  ['Minggu, 16 Agustus 2026, 07:30 WIT', '2026-08-15T22:30:00.000Z'],
  ['Rabu, 5 Mei 2026 pukul 09.05 WIB', '2026-05-05T02:05:00.000Z'],
  ['Kamis, 31 Des 2026 00:00:00 +0700', '2026-12-30T17:00:00.000Z'],
  ['Senin, 12 Okt 2026 08:00', '2026-10-12T01:00:00.000Z'],
  ['Selasa, 3 Nop 2026 08:00', '2026-11-03T01:00:00.000Z'],
  ['2026-11-14', '2026-11-13T17:00:00.000Z'],
  ['2026-11-14T10:00:00+07:00', '2026-11-14T03:00:00.000Z'],
  ['2026-11-14T03:00:00Z', '2026-11-14T03:00:00.000Z'],
  ['2026-11-14T03:00:00.123Z', '2026-11-14T03:00:00.123Z'],
  ['2026-11-14T10:00', '2026-11-14T03:00:00.000Z'],
  ['2026-11-14 10:00:00', '2026-11-14T03:00:00.000Z'],
  ['2026-11-14 10:00:00 WIB', '2026-11-14T03:00:00.000Z'],
  ['2026-11-14T10:00+0700', '2026-11-14T03:00:00.000Z'],
  ['20261114T031500Z', '2026-11-14T03:15:00.000Z'],
  ['14/11/2026 10:00 WIB', '2026-11-14T03:00:00.000Z'],
  ['Sabtu, 14/11/2026', '2026-11-13T17:00:00.000Z'],
  ['November 14, 2026 10:00 AM GMT+7', '2026-11-14T03:00:00.000Z'],
  ['Nov 14, 2026, 12:05 am', '2026-11-13T17:05:00.000Z'],
  ['Sat, 14 Nov 2026 10:00:00 EST', '2026-11-14T15:00:00.000Z'],
  ['  Sat,\n 14 Nov 2026 10:00:00 +0700 ', '2026-11-14T03:00:00.000Z'],
]

for (const [text, expected] of READABLE) {
  test(`"${text.trim()}" is ${expected}`, () => assert.equal(readDate(text)?.toISOString(), expected))
}

test('anything that is not an unambiguous date is null', () => {
  const texts = [
    '',
    'kemarin',
    '31 November 2026',
    '2026-02-30',
    '2026-13-01',
    '2026-11-14T25:00:00Z',
    '0001-01-01T00:00:00Z',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '14 Brumaire 2026',
    '2026',
    '13 jam yang lalu',
    'a'.repeat(10_000),
    `Sat, 14 Nov 2026 ${'1'.repeat(5_000)}`,
  ]
  for (const text of texts) assert.equal(readDate(text), null, text.slice(0, 40))
  assert.equal(readDate(null), null)
  assert.equal(readDate(undefined), null)
})

test('a date in the future is replaced by the time of reading', () => {
  const now = new Date('2026-11-14T03:00:00Z')
  assert.equal(clampToNow(new Date('2030-01-01T00:00:00Z'), now), now)
  const past = new Date('2026-11-14T02:59:59Z')
  assert.equal(clampToNow(past, now), past)
})
