import type { ImportField } from '../../domain/import.ts'
import type { PostAddress } from '../../domain/post-address.ts'
import { columnKey, type Row } from './rows.ts'

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

const ADDRESS_KEYS: readonly string[] = ['addressid', 'addressuser']

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
  const values = valuesOf(row)
  return {
    first(field) {
      for (const source of sources[field] ?? []) {
        const value = valueAt(source, values)
        if (value !== '') return value
      }
      return ''
    },
    all: (field) => (sources[field] ?? []).map((source) => valueAt(source, values)).filter((value) => value !== ''),
    setAddress(address) {
      values.set('addressid', address?.id ?? '')
      values.set('addressuser', address?.user ?? '')
    },
  }
}

function valuesOf(row: Row): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(row)) {
    const key = columnKey(name)
    if (!values.has(key) || values.get(key) === '') values.set(key, value.trim())
  }
  return values
}

function valueAt(source: Source, values: ReadonlyMap<string, string>): string {
  if (source.kind === 'column') return values.get(source.key) ?? ''
  if (source.kind === 'sum') return sumOf(source.keys.map((key) => values.get(key) ?? ''))
  let text = ''
  for (const [at, part] of source.parts.entries()) {
    const value = at % 2 === 0 ? part : (values.get(part) ?? '')
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
