import type { Reason } from '../../domain/reason.ts'

// A row of an import, as text. Rows of one table share their columns, so that what depends on these is found once.
export interface Row {
  readonly columns: Columns
  readonly values: readonly string[]
}

export interface Columns {
  // As in the file.
  readonly names: readonly string[]
  // For each key, where its columns are.
  readonly places: ReadonlyMap<string, readonly number[]>
}

// Of columns that have the same name only the last is read.
export function columnsOf(header: readonly string[]): Columns {
  return columnsAt(Object.entries(Object.fromEntries(header.map((name, place) => [name, place]))))
}

function columnsAt(columns: readonly (readonly [name: string, place: number])[]): Columns {
  const places = new Map<string, number[]>()
  for (const [name, place] of columns) {
    const key = columnKey(name)
    const known = places.get(key)
    if (known === undefined) places.set(key, [place])
    else known.push(place)
  }
  return { names: columns.map(([name]) => name), places }
}

const FORMS_MAX = 100
const FORM_COLUMNS_MAX = 200
const forms = new Map<string, Columns>()

// An object as a row. Objects of a file have the same fields, or a few forms that leave some out.
export function toRow(record: Readonly<Record<string, string>>): Row {
  const names = Object.keys(record)
  const form = JSON.stringify(names)
  const known = forms.get(form)
  const columns = known ?? columnsAt(names.map((name, place) => [name, place]))
  if (known === undefined && names.length <= FORM_COLUMNS_MAX) {
    // A file chooses the forms: without a bound they would be kept for ever.
    if (forms.size >= FORMS_MAX) forms.clear()
    forms.set(form, columns)
  }
  return { columns, values: Object.values(record) }
}

export interface NumberedRow {
  // Counted from 1; a header is not counted.
  readonly number: number
  readonly row: Row | RowError
}

// A problem with a row, shown to the user.
export class RowError extends Error {
  readonly reason: Reason

  constructor(message: string, reason: Reason) {
    super(message)
    this.reason = reason
  }
}

// One row may hold this much; an object of a page of an API is one row until it is split.
export const ROW_BYTES_MAX = 8 * 1024 * 1024
export const COLUMNS_MAX = 500

const KEYS_MAX = 10_000
const keys = new Map<string, string>()

// A column's name as it is compared: without case, spaces and punctuation.
export function columnKey(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  // A file chooses the names: without a bound they would be kept for ever.
  if (keys.size >= KEYS_MAX) keys.clear()
  keys.set(name, key)
  return key
}
