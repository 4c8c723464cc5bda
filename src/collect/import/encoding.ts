import { isAscii } from 'node:buffer'
import { TextDecoder } from 'node:util'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

// A byte order mark, or zeros in every second byte, which Latin letters have in UTF-16.
export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = (parity: number) => head.subarray(0, 64).filter((byte, at) => at % 2 === parity && byte === 0).length
  if (head.length >= 4 && zeros(1) >= Math.min(head.length, 64) / 4 && zeros(0) === 0) return 'utf-16le'
  if (head.length >= 4 && zeros(0) >= Math.min(head.length, 64) / 4 && zeros(1) === 0) return 'utf-16be'
  return 'utf-8'
}

export async function* decoded(chunks: AsyncGenerator<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') return yield* chunks
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

// Spreadsheets on Windows write plain CSV in Windows-1252. The first characters beyond ASCII decide for the rest of the file.
export async function* windowsToUtf8(chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null = null
  let isDecided = false
  let held: Buffer = Buffer.alloc(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const chunk: Buffer = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    const end: number = isDecided ? chunk.length : asciiEnd(chunk)
    held = chunk.subarray(end)
    const whole = chunk.subarray(0, end)
    if (!isDecided && !isAscii(whole)) {
      isDecided = true
      decoder = isMostlyUtf8(whole) ? null : new TextDecoder('windows-1252')
    }
    if (whole.length > 0) yield decoder === null ? whole : Buffer.from(decoder.decode(whole, { stream: true }))
  }
  if (held.length === 0) return
  yield isMostlyUtf8(held) ? held : Buffer.from(new TextDecoder('windows-1252').decode(held))
}

const HALF_BYTES_MAX = 3

// Where the last ASCII character ends: behind it may be half a character, which decides nothing.
function asciiEnd(bytes: Buffer): number {
  let end = bytes.length
  while (end > 0 && bytes.length - end < HALF_BYTES_MAX && (bytes[end - 1] as number) >= 0x80) end--
  return end
}

// A text in UTF-8 may have a damaged character too.
function isMostlyUtf8(bytes: Buffer): boolean {
  const beyond = bytes.toString('utf8').replace(/\p{ASCII}+/gu, '')
  const damaged = beyond.split('\uFFFD').length - 1
  return damaged * 2 <= [...beyond].length
}
