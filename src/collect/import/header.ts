import { IMPORT_FIELDS } from '../../domain/import.ts'
import { Refusal } from '../../domain/problem.ts'
import { recogniseFormat } from './plan.ts'
import { compileSource, isAvailable } from './row-fields.ts'
import { COLUMNS_MAX, type Columns, columnKey, columnsOf, type NumberedRow } from './rows.ts'

// Some services write a title and the dates of the report above the names of the columns.
const HEADER_ROWS_MAX = 15
// So many known columns make a row the header, without reading on.
const SURE_FIELDS = 3

type Records = readonly (readonly string[])[]

// Finds the row with the names of the columns and turns those below it into rows.
export async function* recordsToRows(batches: AsyncIterable<Records>): AsyncGenerator<readonly NumberedRow[]> {
  const above: (readonly string[])[] = []
  let columns: Columns | null = null
  let number = 0
  const toRows = (records: Records, shared: Columns): NumberedRow[] =>
    records.map((values) => ({ number: ++number, row: { columns: shared, values } }))
  for await (const records of batches) {
    if (columns !== null) {
      yield toRows(records, columns)
      continue
    }
    for (const [at, record] of records.entries()) {
      above.push(checkWidth(record))
      if (scoreOf(record) < SURE_FIELDS && above.length < HEADER_ROWS_MAX) continue
      columns = columnsOf(bestOf(above))
      yield toRows([...belowBest(above), ...records.slice(at + 1)], columns)
      break
    }
  }
  if (columns === null && above.length > 0) yield toRows(belowBest(above), columnsOf(bestOf(above)))
}

function belowBest(above: Records): Records {
  return above.slice(above.indexOf(bestOf(above)) + 1)
}

function bestOf(records: Records): readonly string[] {
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
