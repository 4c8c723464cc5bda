import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idPages } from '../../text/id-pages.ts'
import { writeReport } from './report-file.ts'

test('a report is a table in the language of the person, which a spreadsheet reads', () => {
  const report = writeReport(
    [
      { row: 1, outcome: 'new', message: null, reason: null },
      { row: 2, outcome: 'invalid', message: 'x', reason: { code: 'rowDate', values: ['=HYPERLINK(1)'] } },
    ],
    idPages,
  )
  assert.deepEqual(report.split('\r\n'), [
    '\ufeffBaris,Hasil,Alasan',
    '1,"baru",""',
    '2,"tidak terbaca","“=HYPERLINK(1)” bukan tanggal yang dapat dibaca."',
    '',
  ])
})

test('no cell of a report is a formula', () => {
  const words = { ...idPages, describeReason: () => '=1, "a"' }
  const report = writeReport(
    [{ row: 3, outcome: 'invalid', message: 'x', reason: { code: 'rowLong', values: [] } }],
    words,
  )
  assert.equal(report.split('\r\n')[1], `3,"tidak terbaca","'=1, ""a"""`)
})
