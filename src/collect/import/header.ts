import { IMPORT_FIELDS } from '../../domain/import.ts'
import { Refusal } from '../../domain/problem.ts'
import { recogniseFormat } from './plan.ts'
import { compileSource, isAvailable } from './row-fields.ts'
import { COLUMNS_MAX, columnKey, type NumberedRow } from './rows.ts'

// Some services write a title and the dates of the report above the names of the columns.
const HEADER_ROWS_MAX = 15
// So many known columns make a row the header, without reading on.
const SURE_FIELDS = 3

// Finds the row with the names of the columns and turns those below it into rows.
export async function* recordsToRows(records: AsyncIterable<readonly string[]>): AsyncGenerator<NumberedRow> {
  let above: (readonly string[])[] = []
  let header: readonly string[] | null = null
  let number = 0
  for await (const record of records) {
    if (header !== null) {
      yield { number: ++number, row: toRow(header, record) }
      continue
    }
    above.push(checkWidth(record))
    if (scoreOf(record) < SURE_FIELDS && above.length < HEADER_ROWS_MAX) continue
    header = bestOf(above)
    for (const below of above.slice(above.indexOf(header) + 1)) yield { number: ++number, row: toRow(header, below) }
    above = []
  }
  if (header !== null || above.length === 0) return
  header = bestOf(above)
  for (const below of above.slice(above.indexOf(header) + 1)) yield { number: ++number, row: toRow(header, below) }
}

function toRow(header: readonly string[], record: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, index) => [name, record[index] ?? '']))
}

function bestOf(records: readonly (readonly string[])[]): readonly string[] {
  const scores = records.map(scoreOf)
  return records[scores.indexOf(Math.max(...scores))] as readonly string[]
}

// How many fields a row with these names of columns would give.
function scoreOf(record: readonly string[]): number {
  const columns = new Set(record.map(columnKey).filter((key) => key !== ''))
  const { fields } = recogniseFormat(columns)
  return IMPORT_FIELDS.filter((field) => fields[field]?.some((source) => isAvailable(compileSource(source), columns)))
    .length
}

function checkWidth(record: readonly string[]): readonly string[] {
  if (record.length <= COLUMNS_MAX) return record
  throw new Refusal('invalid', `The first row has ${record.length} columns; at most ${COLUMNS_MAX} are allowed.`, [
    'fileColumns',
    record.length,
    COLUMNS_MAX,
  ])
}
