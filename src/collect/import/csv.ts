import { CsvError, CsvRecords } from './csv-records.ts'
import { recordsToRows } from './header.ts'
import { type NumberedRow, ROW_BYTES_MAX, RowError } from './rows.ts'

const DELIMITERS = [',', ';', '\t', '|']
const LINES_COMPARED = 20
const HEAD_BYTES_MAX = 64 * 1024

// Yields rows at the speed of the consumer: a file of any size needs the memory of a few chunks.
export async function* readCsv(chunks: AsyncIterator<Buffer>): AsyncGenerator<readonly NumberedRow[]> {
  let number = 0
  try {
    for await (const rows of recordsToRows(readRecords(chunks))) {
      number += rows.length
      yield rows
    }
  } catch (error) {
    // After an unclosed quotation mark the rest of the file cannot be split into rows.
    if (!(error instanceof CsvError)) throw error
    const row = new RowError(`The file cannot be read beyond this row: ${error.message}`, ['rowBroken'])
    yield [{ number: number + 1, row }]
  }
}

async function* readRecords(chunks: AsyncIterator<Buffer>): AsyncGenerator<readonly (readonly string[])[]> {
  const head = await readHead(chunks)
  const decoder = new TextDecoder()
  const records = new CsvRecords(delimiterOf(head), ROW_BYTES_MAX)
  for (let chunk: IteratorResult<Buffer> = { value: head }; !chunk.done; chunk = await chunks.next()) {
    const failure = records.read(decoder.decode(chunk.value, { stream: true }))
    yield records.take()
    if (failure !== null) throw failure
  }
  const failure = records.read(decoder.decode()) ?? records.finish()
  yield records.take()
  if (failure !== null) throw failure
}

// Up to the end of the first line, at least.
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  while (length < HEAD_BYTES_MAX) {
    const chunk = await chunks.next()
    if (chunk.done) break
    pieces.push(chunk.value)
    length += chunk.value.length
    if (chunk.value.includes(10)) break
  }
  return Buffer.concat(pieces)
}

// Spreadsheets in Indonesian and some other locales use semicolons. The delimiter is the one that the first lines have most of,
// outside of quotation marks.
function delimiterOf(head: Buffer): string {
  const lines = head.toString('utf8').split(/\r?\n/, LINES_COMPARED)
  const bare = lines.map((line) => line.replace(/"[^"]*"/g, ''))
  // Texts contain commas too: the first line that has any delimiter at all counts before the others.
  const header = bare.find((line) => DELIMITERS.some((delimiter) => line.split(delimiter).length > 2)) ?? bare[0] ?? ''
  const count = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
