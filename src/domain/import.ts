import type { Platform } from './platform.ts'
import type { Post } from './post.ts'
import { Refusal } from './problem.ts'
import type { Fault } from './reason.ts'

// What is read from a row, by the names that people use for it: in the first row of a file and to assign a column.
export const IMPORT_FIELDS = [
  'platform',
  'platform_id',
  'title',
  'text',
  'url',
  'author_id',
  'author_username',
  'author_name',
  'published_at',
  'language',
  'kind',
  'likes',
  'comments',
  'shares',
  'views',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

export const IMPORT_CONTAINERS = ['csv', 'ndjson', 'json', 'xlsx'] as const
export type ImportContainer = (typeof IMPORT_CONTAINERS)[number]

export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

// What the user decides about a file; the rest is recognised.
export interface ImportChoices {
  // For rows whose platform neither a column nor the address gives.
  readonly platform?: Platform | undefined
  // The column of a field; an empty name leaves the field out.
  readonly map?: readonly { readonly column: string; readonly field: ImportField }[] | undefined
  readonly dates?: DateOrder | undefined
}

// Reads "column=field"; the name of a column may contain an equals sign.
export function readImportMapping(text: string): { column: string; field: ImportField } {
  const at = text.lastIndexOf('=')
  const name = text.slice(at + 1).trim()
  const field = IMPORT_FIELDS.find((known) => known === name)
  if (at === -1 || field === undefined) {
    const shown = text.slice(0, 100).toWellFormed()
    throw new Refusal('invalid', `map: "${shown}" is not column=field. The fields are ${IMPORT_FIELDS.join(', ')}.`, [
      'misused',
    ])
  }
  return { column: text.slice(0, at).trim(), field }
}

export const ROW_OUTCOMES = ['new', 'known', 'not_matched', 'outside_dates', 'unpaid', 'invalid'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

export interface RowResult {
  // Counted from 1; a header is not counted.
  readonly row: number
  readonly outcome: RowOutcome
  // Why it cannot be read.
  readonly fault: Fault | null
}

// The outcome of an import, counted by row.
export interface ImportReport {
  readonly rows: number
  readonly new: number
  readonly known: number
  readonly notMatched: number
  readonly outsideDates: number
  readonly unpaid: number
  readonly invalid: number
  // The first rows that could not be read, and why. The counts above cover all rows.
  readonly errors: readonly ({ readonly row: number } & Fault)[]
}

// How a file would be read, before anything of it is stored.
export interface ImportPreview {
  readonly container: ImportContainer
  readonly format: { readonly id: string; readonly name: string }
  readonly columns: readonly string[]
  // Where each field is read from.
  readonly mapping: Readonly<Partial<Record<ImportField, string>>>
  // Null when the file does not say it and the user has to.
  readonly dates: DateOrder | null
  readonly rowsTotal: number
  readonly rows: readonly PreviewRow[]
  // What keeps the file, or every row of it, from being imported.
  readonly problems: readonly string[]
}

export interface PreviewRow {
  readonly row: number
  readonly outcome: 'matched' | 'not_matched' | 'outside_dates' | 'invalid'
  readonly fault: Fault | null
  readonly post: Post | null
}

// A file that was received and examined, and not yet stored.
export interface OpenImport {
  readonly rowsTotal: number
  run(options?: ImportRun): Promise<ImportReport>
  close(): Promise<void>
}

export interface ImportRun {
  readonly signal?: AbortSignal | undefined
  // Called with the rows of every batch, in order, after they are stored.
  readonly onRows?: ((results: readonly RowResult[]) => void | Promise<void>) | undefined
}
