import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idImport } from '../../text/id-import.ts'
import { writeReport } from './report-file.ts'

test('a report is a table in the language of the person, which a spreadsheet reads', () => {
  const report = writeReport(
    [
      { row: 1, outcome: 'new', message: null },
      { row: 2, outcome: 'invalid', message: '"=HYPERLINK(1)" is not a date: write it as 2026-03-20T12:00:00Z.' },
    ],
    idImport.import,
  )
  assert.deepEqual(report.split('\r\n'), [
    '\ufeffBaris,Hasil,Alasan',
    '1,"baru",""',
    '2,"tidak terbaca","“=HYPERLINK(1)” bukan tanggal yang dapat dibaca."',
    '',
  ])
})

test('no cell of a report is a formula', () => {
  const words = { ...idImport.import, describeRow: (message: string) => message }
  const report = writeReport([{ row: 3, outcome: 'invalid', message: '=1, "a"' }], words)
  assert.equal(report.split('\r\n')[1], `3,"tidak terbaca","'=1, ""a"""`)
})
