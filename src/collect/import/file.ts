import { constants } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../../domain/problem.ts'

// A file that can be read more than once.
export interface ImportFile {
  readonly size: number
  chunks(from?: number, to?: number): AsyncIterableIterator<Buffer>
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

// What is read between two turns of the event loop: an import runs where requests are answered.
const CHUNK_BYTES = 16 * 1024
// What a client may send; a larger file is imported with the command, which reads it where it lies.
export const SPOOL_BYTES_MAX = 1024 ** 3
// Left for the database and everything else that needs the disk.
const FREE_BYTES_MIN = 64 * 1024 * 1024
const SPOOLS_MAX = 4

export async function openImportFile(path: string): Promise<ImportFile> {
  const handle = await open(path)
  return readable(handle, (await handle.stat()).size)
}

export interface Spool {
  // What arrives, while it is written down: the first pass needs no second look at the disk.
  chunks(): AsyncIterableIterator<Buffer>
  // The whole file, after the last chunk.
  finish(): Promise<ImportFile>
  close(): Promise<void>
}

let spools = 0

// Writes a stream to a temporary file that has no name, so that it is gone with the process, however that ends.
export async function openSpool(stream: AsyncIterable<unknown>, bytesMax = SPOOL_BYTES_MAX): Promise<Spool> {
  if (spools >= SPOOLS_MAX) {
    throw new Refusal('unavailable', 'Too many files are being imported: try again in a minute.', ['fileQueue'], 60)
  }
  spools++
  let handle: FileHandle
  try {
    handle = await openUnnamed()
  } catch (error) {
    spools--
    throw error
  }
  let isClosed = false
  const iterator = stream[Symbol.asyncIterator]()
  const state = { size: 0 }
  return {
    chunks: () => writeDown(iterator, handle, state, bytesMax),
    finish: async () => readable(handle, state.size),
    async close() {
      if (isClosed) return
      isClosed = true
      spools--
      await handle.close()
    },
  }
}

async function openUnnamed(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'pantau-spool-'))
  try {
    return await open(join(folder, 'file'), constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// The iterator of the stream is not closed when reading stops early: that would destroy a request that still needs its response.
async function* writeDown(
  stream: AsyncIterator<unknown>,
  handle: FileHandle,
  state: { size: number },
  bytesMax: number,
): AsyncGenerator<Buffer> {
  let checkedAt = -Infinity
  for (let next = await stream.next(); !next.done; next = await stream.next()) {
    const chunk = Buffer.from(next.value as Uint8Array | string as string)
    if (state.size + chunk.length > bytesMax) {
      throw new Refusal('too-large', `The file is larger than ${bytesMax} bytes: use the command pantau import.`, [
        'fileLarge',
      ])
    }
    if (state.size - checkedAt >= FREE_BYTES_MIN / 4) {
      await checkSpace()
      checkedAt = state.size
    }
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, at, Math.min(CHUNK_BYTES, chunk.length - at), state.size)
      state.size += bytesWritten
      yield chunk.subarray(at, at + bytesWritten)
      at += bytesWritten
    }
  }
}

async function checkSpace(): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize >= FREE_BYTES_MIN) return
  throw new Refusal('unavailable', 'There is not enough space for temporary files on the server.', ['fileSpace'], 600)
}

function readable(handle: FileHandle, size: number): ImportFile {
  return {
    size,
    chunks: (from = 0, to = size) => readChunks(handle, from, Math.min(to, size)),
    async read(position, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
      return buffer.subarray(0, bytesRead)
    },
    close: () => handle.close(),
  }
}

async function* readChunks(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let position = from; position < to; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - position))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}
