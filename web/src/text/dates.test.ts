import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, readDay, weekdayNames, weeksOf, writeDay, writeMonth } from './dates.ts'

test('a day is read as people write it, in both languages', () => {
  const written = [
    '31/12/2026',
    '31.12.26',
    '31-12-2026',
    '2026-12-31',
    '31 Des 2026',
    '31 december 2026',
    ' 31 Desember 26 ',
  ]
  for (const text of written) assert.equal(readDay(text), '2026-12-31', text)
  assert.equal(readDay('5/8/2026'), '2026-08-05', 'the day is before the month')
  assert.equal(readDay('5 Agustus 2026'), '2026-08-05')
  assert.equal(readDay('5 Aug 2026'), '2026-08-05')
  for (const text of ['', '31/02/2026', '12/31/2026', 'besok', '31 Foo 2026', '31/12'])
    assert.equal(readDay(text), null, text)
})

test('what is written in a language is read again as the same day', () => {
  assert.equal(writeDay('2026-08-05', 'id'), '5 Agu 2026')
  assert.equal(writeDay('2026-08-05', 'en'), '5 Aug 2026')
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-17`
    for (const language of ['id', 'en'] as const)
      assert.equal(readDay(writeDay(day, language)), day, `${language} ${day}`)
  }
})

test('a month is shown as six weeks that begin on Monday', () => {
  const weeks = weeksOf('2026-11-18')
  assert.equal(weeks.length, 6)
  assert.equal(weeks[0]?.[0], '2026-10-26')
  assert.ok(weeks.flat().includes('2026-11-30'))
  assert.deepEqual(weekdayNames('id')[0], ['Sen', 'Senin'])
  assert.equal(writeMonth('2026-08-01', 'id'), 'Agustus 2026')
})

test('a month later is the same day, or the last one of a shorter month', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
  assert.equal(addMonths('2026-12-05', 1), '2027-01-05')
  assert.equal(addMonths('2026-03-31', -1), '2026-02-28')
})
