import type { WireImportLine } from '../../../../src/api/wire/import.ts'
import type { Text } from '../../text/id.ts'

export type ImportRow = Extract<WireImportLine, { row: number }>

export type ReportWords = Pick<Text, 'describeReason'> & {
  readonly import: Pick<Text['import'], 'row' | 'outcome' | 'message' | 'outcomes'>
}

// The outcome of every row as a table, in the language of the person. The byte order mark makes spreadsheets read UTF-8.
export function writeReport(rows: readonly ImportRow[], { import: words, describeReason }: ReportWords): string {
  const lines = rows.map(({ row, outcome, reason }) =>
    [row, cell(words.outcomes[outcome]), cell(reason === null ? '' : (describeReason(reason) ?? ''))].join(','),
  )
  return `\ufeff${[[words.row, words.outcome, words.message].join(','), ...lines].join('\r\n')}\r\n`
}

// A message quotes the file: what a spreadsheet would take for a formula gets an apostrophe in front.
function cell(text: string): string {
  const safe = /^[\s"']*[=+\-@]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
