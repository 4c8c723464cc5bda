import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeReport } from './report-file.ts'

test('a report is a table that a spreadsheet reads, and no cell of it is a formula', () => {
  const report = writeReport([
    { row: 1, outcome: 'new', message: null },
    { row: 2, outcome: 'invalid', message: '"=HYPERLINK(1)" is not a date' },
    { row: 3, outcome: 'invalid', message: '=1, "a"' },
  ])
  assert.deepEqual(report.split('\r\n'), [
    '\ufeffrow,outcome,message',
    '1,new,""',
    `2,invalid,"'""=HYPERLINK(1)"" is not a date"`,
    `3,invalid,"'=1, ""a"""`,
    '',
  ])
})
