import type { ImportContainer } from '../../domain/import.ts'
import { Refusal } from '../../domain/problem.ts'
import { readCsv } from './csv.ts'
import { decoded, type Encoding, encodingOf, windowsToUtf8 } from './encoding.ts'
import type { ImportFile } from './file.ts'
import { readJson, readNdjson } from './json.ts'
import type { NumberedRow } from './rows.ts'
import { readXlsx } from './xlsx.ts'

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
  refuseOther(head, encoding)
  if (stated !== null && stated !== 'xlsx') return { container: stated, encoding }
  const text = new TextDecoder(encoding).decode(head).trimStart()
  return { container: containerOf(text), encoding }
}

const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
// A damaged text may have a few control characters; in pictures, archives and programs a tenth of all bytes are some.
const CONTROL_SHARE_MAX = 0.05
const CONTROLS_MIN = 8

// Read as a table, such a file would give as many incomprehensible messages as it happens to have line breaks.
function refuseOther(head: Buffer, encoding: Encoding): void {
  if (head.subarray(0, 4).equals(OLD_WORKBOOK)) {
    throw new Refusal('invalid', 'The file is a workbook of an old kind (XLS): save it as XLSX or CSV.', ['fileOld'])
  }
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(new TextDecoder(encoding).decode(head.subarray(0, 200)))) {
    throw new Refusal(
      'invalid',
      'The file is a web page or XML: open it in a spreadsheet and save it as XLSX or CSV.',
      ['fileKind'],
    )
  }
  const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32)
  let controls = 0
  for (let at = 0; at < head.length; at++) if (isControl(head[at] as number)) controls++
  if (encoding === 'utf-8' && controls >= Math.max(CONTROLS_MIN, head.length * CONTROL_SHARE_MAX)) {
    throw new Refusal('invalid', 'The file is not a text or a workbook: send CSV, XLSX, NDJSON or JSON.', ['fileKind'])
  }
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

async function* prepend(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

export function readContainer(
  container: Exclude<ImportContainer, 'xlsx'>,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<readonly NumberedRow[]> {
  if (container === 'csv') return readCsv(windowsToUtf8(chunks))
  return container === 'ndjson' ? readNdjson(chunks) : readJson(chunks)
}

// All rows of a file whose kind is known.
export function readFileRows(file: ImportFile, { container, encoding }: Kind): AsyncGenerator<readonly NumberedRow[]> {
  if (container === 'xlsx') return readXlsx(file)
  return readContainer(container, decoded(file.chunks() as AsyncGenerator<Buffer>, encoding))
}
