import { IMPORT_FIELDS, type ImportField } from '../../domain/import.ts'
import type { PostAddress } from '../../domain/post-address.ts'
import { type Columns, columnKey, type Row } from './rows.ts'

// A source of a field, made ready to be read from many rows.
export type Source =
  | { readonly kind: 'column'; readonly key: string }
  | { readonly kind: 'sum'; readonly keys: readonly string[] }
  // Texts and keys of columns in turn, beginning and ending with a text.
  | { readonly kind: 'template'; readonly parts: readonly string[] }

export type FieldSources = Readonly<Partial<Record<ImportField, readonly Source[]>>>

export function compileSource(written: string): Source {
  if (written.includes('{')) {
    const parts = written.split(/[{}]/).map((part, at) => (at % 2 === 0 ? part : columnKey(part)))
    return { kind: 'template', parts }
  }
  if (written.includes('+')) return { kind: 'sum', keys: written.split('+').map(columnKey) }
  return columnSource(written)
}

export function columnSource(column: string): Source {
  return { kind: 'column', key: columnKey(column) }
}

const ADDRESS_ID = 'addressid'
const ADDRESS_USER = 'addressuser'
const ADDRESS_KEYS: readonly string[] = [ADDRESS_ID, ADDRESS_USER]

// The columns that a source needs.
function columnsOf(source: Source): readonly string[] {
  if (source.kind === 'column') return [source.key]
  if (source.kind === 'sum') return source.keys
  return source.parts.filter((key, at) => at % 2 === 1 && !ADDRESS_KEYS.includes(key))
}

// Whether a file with these columns has a value there: of a sum one column is enough. What only the address gives is no column.
export function isAvailable(source: Source, columns: ReadonlySet<string>): boolean {
  const needed = columnsOf(source)
  if (source.kind === 'sum') return needed.some((key) => columns.has(key))
  return needed.length > 0 && needed.every((key) => columns.has(key))
}

// A source by the names that the columns have in the file.
export function describeSource(source: Source, names: ReadonlyMap<string, string>): string {
  const name = (key: string): string => names.get(key) ?? key
  if (source.kind === 'column') return name(source.key)
  if (source.kind === 'sum') return source.keys.flatMap((key) => names.get(key) ?? []).join(' + ')
  return source.parts.map((part, at) => (at % 2 === 0 ? part : `{${name(part)}}`)).join('')
}

export interface FieldReader {
  // The first value that is not empty, or an empty text.
  first(field: ImportField): string
  // All values that are not empty.
  all(field: ImportField): readonly string[]
  // What the post's own address says; known only after the field `url` was read.
  setAddress(address: PostAddress | null): void
}

export function readerOf(row: Row, sources: FieldSources): FieldReader {
  const fields = readableFields(row.columns, sources)
  let address: PostAddress | null | undefined
  const valueFor = (key: string): string => {
    if (address !== undefined && key === ADDRESS_ID) return address?.id ?? ''
    if (address !== undefined && key === ADDRESS_USER) return address?.user ?? ''
    for (const place of row.columns.places.get(key) ?? NOWHERE) {
      const value = (row.values[place] ?? '').trim()
      if (value !== '') return value
    }
    return ''
  }
  return {
    first(field) {
      for (const source of fields[field] ?? NO_SOURCES) {
        const value = valueAt(source, valueFor)
        if (value !== '') return value
      }
      return ''
    },
    all: (field) =>
      (fields[field] ?? NO_SOURCES).map((source) => valueAt(source, valueFor)).filter((value) => value !== ''),
    setAddress(known) {
      address = known
    },
  }
}

const NOWHERE: readonly number[] = []
const NO_SOURCES: readonly Source[] = []

// For each table, the fields without the sources that no row of it has.
const readable = new WeakMap<Columns, { readonly sources: FieldSources; readonly fields: FieldSources }>()

function readableFields(columns: Columns, sources: FieldSources): FieldSources {
  const known = readable.get(columns)
  if (known?.sources === sources) return known.fields
  const has = (key: string): boolean => columns.places.has(key) || ADDRESS_KEYS.includes(key)
  const fields: Partial<Record<ImportField, readonly Source[]>> = {}
  for (const field of IMPORT_FIELDS) fields[field] = sources[field]?.filter((source) => mayHaveValue(source, has)) ?? []
  readable.set(columns, { sources, fields })
  return fields
}

function mayHaveValue(source: Source, has: (key: string) => boolean): boolean {
  if (source.kind === 'column') return has(source.key)
  if (source.kind === 'sum') return source.keys.some(has)
  return source.parts.every((key, at) => at % 2 === 0 || has(key))
}

function valueAt(source: Source, valueFor: (key: string) => string): string {
  if (source.kind === 'column') return valueFor(source.key)
  if (source.kind === 'sum') return sumOf(source.keys.map(valueFor))
  let text = ''
  for (const [at, part] of source.parts.entries()) {
    const value = at % 2 === 0 ? part : valueFor(part)
    if (at % 2 === 1 && value === '') return ''
    text += value
  }
  return text
}

// Empty when no part is a number, so that the next source is read.
function sumOf(values: readonly string[]): string {
  const numbers = values.map(withoutSeparators).filter((value) => /^\d+(\.\d+)?$/.test(value))
  return numbers.length === 0 ? '' : String(numbers.reduce((sum, value) => sum + Math.round(Number(value)), 0))
}

// 1.234 and 1,234 are 1234.
export function withoutSeparators(number: string): string {
  return number.replace(/[\s_]/g, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '')
}
