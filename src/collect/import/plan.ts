import { DATE_ORDERS, IMPORT_FIELDS, type ImportChoices, type ImportField } from '../../domain/import.ts'
import type { Platform } from '../../domain/platform.ts'
import { Problem, Refusal } from '../../domain/problem.ts'
import { DateOrderVote, type DateRules, hasOrder, readTime } from './dates.ts'
import type { ImportFormat } from './format.ts'
import { OWN_FORMAT } from './formats/own.ts'
import { IMPORT_FORMATS } from './formats.ts'
import {
  columnSource,
  compileSource,
  describeSource,
  type FieldSources,
  isAvailable,
  readerOf,
  type Source,
} from './row-fields.ts'
import { COLUMNS_MAX, type Columns, columnKey, type NumberedRow, RowError } from './rows.ts'

// What reading a row needs to know about its file.
export interface RowPlan {
  readonly format: ImportFormat
  readonly sources: FieldSources
  readonly platform: Platform | null
  readonly dates: DateRules
}

export interface FilePlan extends RowPlan {
  readonly columns: readonly string[]
  // Where each field is read from, as the user would write it.
  readonly mapping: Readonly<Partial<Record<ImportField, string>>>
  // Why the order of days and months is not known, if it is not.
  readonly problem: Problem | null
  readonly rows: number
}

export function recogniseFormat(columns: ReadonlySet<string>): ImportFormat {
  const fits = (list: readonly string[]) => list.every((name) => columns.has(columnKey(name)))
  return IMPORT_FORMATS.find(({ has }) => has.some(fits)) ?? OWN_FORMAT
}

// The format is chosen by the columns of so many rows: objects leave out what they have no value for.
const SAMPLE_ROWS = 100
const COLUMNS_KEPT_MAX = 4 * COLUMNS_MAX

// Sees every row of a file once, before any is stored, and says how it is to be read.
export class Planner {
  readonly #choices: ImportChoices
  readonly #timeZone: string
  readonly #vote = new DateOrderVote()
  readonly #columns = new Map<string, string>()
  #lastColumns: Columns | null = null
  #sample: NumberedRow[] = []
  #chosen: Omit<RowPlan, 'dates'> | null = null
  #rows = 0

  constructor(choices: ImportChoices, timeZone: string) {
    this.#choices = choices
    this.#timeZone = timeZone
  }

  see(row: NumberedRow): void {
    this.#rows++
    if (!(row.row instanceof RowError)) this.#addColumns(row.row.columns)
    if (this.#chosen !== null) this.#seeDates(row)
    else this.#sample.push(row)
    if (this.#sample.length >= SAMPLE_ROWS) this.#choose()
  }

  finish(): FilePlan {
    const chosen = this.#chosen ?? this.#choose()
    const columns = new Set(this.#columns.keys())
    for (const { column } of this.#choices.map ?? []) {
      if (column !== '' && this.#rows > 0 && !columns.has(columnKey(column))) {
        const known = [...this.#columns.values()].slice(0, 50).join(', ')
        throw new Refusal('invalid', `map: The file has no column "${column}". It has: ${known}.`, [
          'fileColumn',
          column,
        ])
      }
    }
    const decided = this.#choices.dates ?? this.#vote.decide()
    const timeZone = chosen.format.timeZone ?? this.#timeZone
    return {
      ...chosen,
      dates: { order: decided instanceof Problem ? 'day-first' : decided, timeZone },
      columns: [...this.#columns.values()],
      mapping: mappingOf(chosen.format, this.#choices, this.#columns),
      problem: decided instanceof Problem ? decided : null,
      rows: this.#rows,
    }
  }

  #addColumns(columns: Columns): void {
    if (columns === this.#lastColumns) return
    this.#lastColumns = columns
    for (const name of columns.names) {
      const key = columnKey(name)
      if (!this.#columns.has(key) && this.#columns.size < COLUMNS_KEPT_MAX) this.#columns.set(key, name)
    }
  }

  #choose(): Omit<RowPlan, 'dates'> {
    const format = recogniseFormat(new Set(this.#columns.keys()))
    const sources = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, sourcesOf(format, field, this.#choices)]))
    this.#chosen = { format, sources, platform: this.#choices.platform ?? null }
    for (const row of this.#sample) this.#seeDates(row)
    this.#sample = []
    return this.#chosen
  }

  #seeDates({ number, row }: NumberedRow): void {
    if (row instanceof RowError || this.#chosen === null) return
    // The value that readRow will take: the first that is a date in any order.
    const isDate = (value: string) =>
      DATE_ORDERS.some((order) => readTime(value, { order, timeZone: this.#timeZone }) !== null)
    const values = readerOf(row, this.#chosen.sources).all('published_at')
    const value = values.some(hasOrder) ? values.find(isDate) : undefined
    if (value !== undefined) this.#vote.see(number, value)
  }
}

// A column that the user chose replaces what the format says, and is a name and nothing else.
function sourcesOf(format: ImportFormat, field: ImportField, { map = [] }: ImportChoices): readonly Source[] {
  const chosen = map.filter((one) => one.field === field)
  if (chosen.length === 0) return (format.fields[field] ?? []).map(compileSource)
  return chosen.filter(({ column }) => column !== '').map(({ column }) => columnSource(column))
}

function mappingOf(
  format: ImportFormat,
  choices: ImportChoices,
  names: ReadonlyMap<string, string>,
): Partial<Record<ImportField, string>> {
  const columns = new Set(names.keys())
  const mapping: Partial<Record<ImportField, string>> = {}
  for (const field of IMPORT_FIELDS) {
    const found = sourcesOf(format, field, choices).find((source) => isAvailable(source, columns))
    if (found !== undefined) mapping[field] = describeSource(found, names)
  }
  return mapping
}
