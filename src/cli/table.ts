import type { Table } from '../api/tables.ts'

// Space, characters that a terminal obeys instead of showing, and those that reverse the text around them.
const CONTROLS = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const GAP = '  '

// Rows below a header, in columns as wide as their widest cell; numbers to the right. On a terminal of `width` columns the last one is
// cut; what posts contain is one line without control characters.
export function drawTable({ header, rows }: Table, width: number | undefined): string {
  const all = [header, ...rows].map((row) => row.map((cell) => String(cell).replace(CONTROLS, ' ').trim()))
  const isNumber = header.map((_, column) => rows.every((row) => typeof row[column] === 'number'))
  const widths = header.map((_, column) => Math.max(...all.map((row) => lengthOf(row[column] ?? ''))))
  const lines = all.map((row) => {
    const line = row.map((cell, column) => pad(cell, widths[column] ?? 0, isNumber[column] === true)).join(GAP)
    return cut(line.trimEnd(), width)
  })
  return `${lines.join('\n')}\n`
}

function lengthOf(text: string): number {
  return [...text].length
}

function pad(text: string, width: number, toRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(text)))
  return toRight ? space + text : text + space
}

function cut(line: string, width: number | undefined): string {
  if (width === undefined || lengthOf(line) <= width) return line
  return `${[...line].slice(0, Math.max(0, width - 1)).join('')}…`
}
