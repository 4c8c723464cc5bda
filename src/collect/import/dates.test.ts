import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../domain/problem.ts'
import { DateOrderVote } from './dates.ts'

function decide(dates: readonly string[]): string {
  const vote = new DateOrderVote()
  for (const [at, date] of dates.entries()) vote.see(at + 1, date)
  const decided = vote.decide()
  return decided instanceof Problem ? decided.message : decided
}

test('one date decides for the whole file whether the day or the month comes first', () => {
  assert.equal(decide(['03/04/2026', '05/04/2026', '20/04/2026 10:00']), 'day-first')
  assert.equal(decide(['03/04/2026', '05/04/2026', '4/20/26, 10:00 PM']), 'month-first')
  assert.equal(decide(['03-04-2026', 'Senin, 20.04.2026']), 'day-first')
})

test('dates that can be read in one way only say nothing, and need nothing', () => {
  assert.equal(decide(['2026-03-04', '4 Maret 2026', '1773964800', '04/04/2026', '']), 'day-first')
})

test('a file whose dates can all be read in two ways is refused, with an example and what to pass', () => {
  assert.match(
    decide(['04/04/2026', '03/04/2026']),
    /two ways, for example "03\/04\/2026" \(row 2\).*--dates day-first or --dates/,
  )
})

test('dates of both orders in one file are refused', () => {
  assert.match(
    decide(['20/04/2026', '04/20/2026']),
    /no common order: "20\/04\/2026" \(row 1\) has the day first and "04\/20\/2026" \(row 2\) the month/,
  )
})
