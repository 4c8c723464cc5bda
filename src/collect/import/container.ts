import type { ImportContainer } from '../../domain/import.ts'
import { readCsv } from './csv.ts'
import type { ImportFile } from './file.ts'
import { readJson, readNdjson } from './json.ts'
import type { NumberedRow } from './rows.ts'
import { readXlsx } from './xlsx.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

export interface Kind {
  readonly container: ImportContainer
  readonly encoding: Encoding
}

// Enough for the first line of a file.
const HEAD_BYTES = 64 * 1024

// The kind of a file by its first bytes, and these bytes together with the rest. A name or content type that says CSV or NDJSON is
// believed, except for a workbook: many programs label one as CSV.
export async function detect(
  chunks: AsyncIterator<Buffer>,
  stated: ImportContainer | null,
): Promise<{ kind: Kind; chunks: AsyncIterator<Buffer> }> {
  const first = await firstChunk(chunks, stated)
  const kind = kindOf(first, stated)
  return { kind, chunks: decoded(prepend(first, chunks), kind.encoding) }
}

async function firstChunk(chunks: AsyncIterator<Buffer>, stated: ImportContainer | null): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  // A sender may wait for a reaction after the first line: with a stated kind, four bytes are enough.
  const wanted = stated === null ? HEAD_BYTES : 4
  while (length < wanted) {
    const next = await chunks.next()
    if (next.done) break
    pieces.push(next.value)
    length += next.value.length
  }
  return Buffer.concat(pieces)
}

function kindOf(head: Buffer, stated: ImportContainer | null): Kind {
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return { container: 'xlsx', encoding: 'utf-8' }
  const encoding = encodingOf(head)
  if (stated !== null && stated !== 'xlsx') return { container: stated, encoding }
  const text = new TextDecoder(encoding).decode(head).trimStart()
  return { container: containerOf(text), encoding }
}

function containerOf(text: string): ImportContainer {
  if (text.startsWith('[') || text.startsWith('window.YTD.')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  const [line = ''] = text.split('\n', 1)
  try {
    JSON.parse(line)
    return 'ndjson'
  } catch {
    // Either an object over many lines, or a first line that is longer than what was read.
    return text.includes('\n') ? 'json' : 'ndjson'
  }
}

// A byte order mark, or zeros in every second byte, which Latin letters have in UTF-16.
function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = (parity: number) => head.subarray(0, 64).filter((byte, at) => at % 2 === parity && byte === 0).length
  if (head.length >= 4 && zeros(1) >= Math.min(head.length, 64) / 4 && zeros(0) === 0) return 'utf-16le'
  if (head.length >= 4 && zeros(0) >= Math.min(head.length, 64) / 4 && zeros(1) === 0) return 'utf-16be'
  return 'utf-8'
}

async function* prepend(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function* decoded(chunks: AsyncGenerator<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') return yield* chunks
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

export function readContainer(
  container: Exclude<ImportContainer, 'xlsx'>,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<NumberedRow> {
  if (container === 'csv') return readCsv(chunks)
  return container === 'ndjson' ? readNdjson(chunks) : readJson(chunks)
}

// All rows of a file whose kind is known.
export function readFileRows(file: ImportFile, { container, encoding }: Kind): AsyncGenerator<NumberedRow> {
  if (container === 'xlsx') return readXlsx(file)
  return readContainer(container, decoded(file.chunks() as AsyncGenerator<Buffer>, encoding))
}
