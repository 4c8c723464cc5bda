import type { WireImportLine } from '../../../../src/api/wire/import.ts'

export type ImportRow = Extract<WireImportLine, { row: number }>

// The outcome of every row as a table. The byte order mark makes spreadsheets read UTF-8.
export function writeReport(rows: readonly ImportRow[]): string {
  const lines = rows.map(({ row, outcome, message }) => `${row},${outcome},${cell(message ?? '')}`)
  return `\ufeff${['row,outcome,message', ...lines].join('\r\n')}\r\n`
}

// A message quotes the file: what a spreadsheet would take for a formula gets an apostrophe in front.
function cell(text: string): string {
  const safe = /^[\s"']*[=+\-@]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
