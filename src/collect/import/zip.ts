import { createInflateRaw } from 'node:zlib'
import { Refusal } from '../../domain/problem.ts'
import type { ImportFile } from './file.ts'

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packedBytes: number
  readonly headerAt: number
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const ENTRY_BYTES = 46
const HEADER_BYTES = 30
const DIRECTORY_BYTES_MAX = 4 * 1024 * 1024
const STORED = 0
const DEFLATED = 8
// A small file may unfold to any size; nothing of it is held, but reading it must end.
const UNPACKED_BYTES_MAX = 4 * 1024 ** 3

// The files in a zip archive, by its directory at the end: only there their sizes are certain.
export async function readZipDirectory(file: ImportFile): Promise<readonly ZipEntry[]> {
  const tailBytes = Math.min(file.size, END_BYTES + COMMENT_MAX)
  const tail = await file.read(file.size - tailBytes, tailBytes)
  const end = lastIndexOf(tail, END_SIGNATURE)
  if (end === -1) throw damaged()
  const bytes = tail.readUInt32LE(end + 12)
  const at = tail.readUInt32LE(end + 16)
  if (bytes > DIRECTORY_BYTES_MAX || at + bytes > file.size) throw damaged()
  return entriesOf(await file.read(at, bytes))
}

function lastIndexOf(bytes: Buffer, signature: number): number {
  for (let at = bytes.length - END_BYTES; at >= 0; at--) if (bytes.readUInt32LE(at) === signature) return at
  return -1
}

function entriesOf(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameBytes = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      headerAt: directory.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

export async function* readZipEntry(file: ImportFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  const header = await file.read(entry.headerAt, HEADER_BYTES)
  if (header.length < HEADER_BYTES || (entry.method !== STORED && entry.method !== DEFLATED)) throw damaged()
  const from = entry.headerAt + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = file.chunks(from, from + entry.packedBytes)
  if (entry.method === STORED) return yield* packed
  const inflate = createInflateRaw()
  const writing = (async () => {
    for await (const chunk of packed) {
      if (inflate.destroyed) return
      if (!inflate.write(chunk)) await new Promise((resolve) => inflate.once('drain', resolve).once('close', resolve))
    }
    inflate.end()
  })().catch((error: unknown) => inflate.destroy(error as Error))
  let bytes = 0
  try {
    for await (const chunk of inflate) {
      bytes += chunk.length
      if (bytes > UNPACKED_BYTES_MAX) throw new Refusal('too-large', 'The workbook is too large.', ['fileLarge'])
      yield chunk
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? damaged() : error
  } finally {
    inflate.destroy()
    await writing
  }
}

function damaged(): Refusal {
  return new Refusal('invalid', 'The file is a damaged workbook: open it in a spreadsheet and save it as XLSX again.', [
    'fileKind',
  ])
}
