import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Problem } from '../domain/problem.ts'
import { parseJson } from '../sources/http/json.ts'
import { type Row, RowError } from './import-row.ts'

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export interface NumberedRow {
  // Counted from 1; a header is not counted.
  readonly number: number
  readonly row: Row | RowError
}

const LINE_BYTES_MAX = 1024 * 1024
const COLUMNS_MAX = 500
const NESTING_MAX = 4

// Yields rows one by one at the speed of the consumer: a file of any size needs the memory of a few rows.
export function readRows(stream: Readable, format: ImportFormat): AsyncGenerator<NumberedRow> {
  return format === 'csv' ? readCsv(stream) : readNdjson(stream)
}

async function* readCsv(stream: Readable): AsyncGenerator<NumberedRow> {
  const chunks = stream[Symbol.asyncIterator]()
  const first = await chunks.next()
  const head = first.done ? Buffer.alloc(0) : Buffer.from(first.value)
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LINE_BYTES_MAX,
  })
  const writing = writeChunks(parser, head, chunks).catch((error: unknown) => parser.destroy(error as Error))
  let header: string[] | null = null
  let number = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (header === null) header = checkHeader(record)
      else yield { number: ++number, row: Object.fromEntries(header.map((name, index) => [name, record[index] ?? ''])) }
    }
  } catch (error) {
    // After an unclosed quotation mark the rest of the file cannot be split into rows.
    if (!isCsvError(error)) throw error
    yield { number: number + 1, row: new RowError(`The file cannot be read beyond this row: ${error.message}`) }
  } finally {
    parser.destroy()
    await writing
  }
}

async function writeChunks(
  parser: ReturnType<typeof parse>,
  head: Buffer,
  rest: AsyncIterator<unknown>,
): Promise<void> {
  // A parser that gave up does not wait for a sender that may never send more.
  const closed = new Promise<IteratorResult<unknown>>((resolve) => {
    parser.once('close', () => resolve({ done: true, value: undefined }))
  })
  let chunk: IteratorResult<unknown> = { done: false, value: head }
  while (!chunk.done && !parser.destroyed) {
    if (!parser.write(chunk.value)) await drained(parser)
    chunk = await Promise.race([rest.next(), closed])
  }
  parser.end()
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done)
      resolve()
    }
    parser.once('drain', done).once('close', done)
    if (parser.destroyed) done()
  })
}

// Spreadsheets in Indonesian and some other locales use semicolons.
function delimiterOf(head: Buffer): string {
  const [line = ''] = head.toString('utf8').split(/\r?\n/, 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

function checkHeader(header: string[]): string[] {
  if (header.length <= COLUMNS_MAX) return header
  throw new Problem('invalid', `The first row has ${header.length} columns; at most ${COLUMNS_MAX} are allowed.`)
}

function isCsvError(error: unknown): error is Error {
  return error instanceof Error && String((error as { code?: unknown }).code ?? '').startsWith('CSV_')
}

async function* readNdjson(stream: Readable): AsyncGenerator<NumberedRow> {
  let number = 0
  for await (const line of readLines(stream)) {
    number++
    if (line === null) yield { number, row: new RowError(`The line is longer than ${LINE_BYTES_MAX} bytes.`) }
    else if (line.toString().trim() !== '') yield { number, row: readLine(line) }
  }
}

// Yields lines as bytes, so that no character is split; null stands for a line that is too long.
async function* readLines(stream: Readable): AsyncGenerator<Buffer | null> {
  let pieces: Buffer[] = []
  let length = 0
  const take = () => {
    const line = length > LINE_BYTES_MAX ? null : Buffer.concat(pieces)
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      length += end - start
      if (length <= LINE_BYTES_MAX) pieces.push(bytes.subarray(start, end))
      yield take()
      start = end + 1
    }
    length += bytes.length - start
    if (length <= LINE_BYTES_MAX) pieces.push(bytes.subarray(start))
  }
  if (length > 0) yield take()
}

function readLine(line: Buffer): Row | RowError {
  let value: unknown
  try {
    value = parseJson(line)
  } catch {
    return new RowError('The line is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new RowError('The line is not an object.')
  return flatten(value as Record<string, unknown>)
}

// {"author": {"id": 1}} becomes {"author.id": "1"}, so that nested objects have columns too.
function flatten(value: Record<string, unknown>, prefix = '', depth = 0, row: Record<string, string> = {}): Row {
  for (const [name, field] of Object.entries(value).slice(0, COLUMNS_MAX)) {
    const path = `${prefix}${name}`
    if (typeof field === 'string') row[path] = field
    else if (typeof field === 'number' || typeof field === 'bigint' || typeof field === 'boolean')
      row[path] = String(field)
    else if (typeof field === 'object' && field !== null && !Array.isArray(field) && depth < NESTING_MAX) {
      flatten(field as Record<string, unknown>, `${path}.`, depth + 1, row)
    }
  }
  return row
}
