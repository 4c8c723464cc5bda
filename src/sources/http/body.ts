import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { SourceError } from '../source.ts'

// Text rarely compresses more than thirtyfold; a decompression bomb reaches a thousand. Small bodies are exempt, because a
// short page of blanks is harmless.
const RATIO_MAX = 100
const RATIO_FROM_BYTES = 1024 * 1024
// What compression adds to data that does not compress.
const OVERHEAD_BYTES = 64 * 1024

export const ACCEPT_ENCODING = 'gzip, br, deflate'

export interface BodyLimits {
  readonly bytesMax: number
  // The URL for error messages, already redacted.
  readonly label: string
}

// Reads and decompresses a body to its end, or fails at the first byte over the limit without having buffered more than that.
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  length: string | undefined,
  limits: BodyLimits,
): Promise<Uint8Array> {
  const codec = codecOf(encoding, limits)
  const rawMax = limits.bytesMax + (codec === null ? 0 : OVERHEAD_BYTES)
  if (length !== undefined && Number(length) > rawMax) throw tooLarge(limits)
  return codec === null ? readPlain(body, rawMax, limits) : readCompressed(body, codec, rawMax, limits)
}

// Reads at most `bytesMax` of a body, without decompressing it. A body that ends too early or with an error is what was read of it.
export async function readBeginning(body: Readable, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, bytesMax - total))
      total += chunk.byteLength
      if (total >= bytesMax) break
    }
  } catch {
    // The status has arrived, and with it all that matters.
  }
  return Buffer.concat(chunks)
}

type Codec = 'gzip' | 'br' | 'deflate'

function codecOf(encoding: string | undefined, limits: BodyLimits): Codec | null {
  const name = (encoding ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') return null
  if (name === 'gzip' || name === 'x-gzip') return 'gzip'
  if (name === 'br' || name === 'deflate') return name
  // Several encodings at once occur only in decompression bombs.
  throw new SourceError('unreadable', `${limits.label}: unsupported content encoding "${name.slice(0, 40)}"`)
}

async function readPlain(body: Readable, max: number, limits: BodyLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    total += chunk.byteLength
    if (total > max) throw tooLarge(limits)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, total)
}

async function readCompressed(body: Readable, codec: Codec, rawMax: number, limits: BodyLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let rawTotal = 0
  let total = 0
  let decoder: Transform | undefined
  let failure: Error | undefined
  const ended = Promise.withResolvers<void>()

  const onData = (chunk: Uint8Array): void => {
    total += chunk.byteLength
    if (total > limits.bytesMax) decoder?.destroy(tooLarge(limits))
    else if (total > RATIO_FROM_BYTES && total > rawTotal * RATIO_MAX) decoder?.destroy(expandsTooMuch(limits))
    else chunks.push(chunk)
  }
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (chunk.byteLength === 0) continue
      rawTotal += chunk.byteLength
      if (rawTotal > rawMax) throw tooLarge(limits)
      if (decoder === undefined) {
        decoder = openDecoder(codec, chunk)
        decoder.on('data', onData)
        decoder.on('error', (error) => {
          failure = error
          ended.resolve()
        })
        decoder.on('end', () => ended.resolve())
      }
      await Promise.race([write(decoder, chunk), ended.promise])
      if (failure !== undefined) break
    }
    if (decoder === undefined) return new Uint8Array(0)
    decoder.end()
    await ended.promise
  } finally {
    decoder?.destroy()
  }
  if (failure instanceof SourceError) throw failure
  if (failure !== undefined) throw new SourceError('unreadable', `${limits.label}: the compressed response is damaged`)
  return Buffer.concat(chunks, total)
}

// Waits until the decoder has consumed the chunk, so that at most one is buffered.
function write(decoder: Transform, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    decoder.write(chunk, () => resolve())
  })
}

function openDecoder(codec: Codec, first: Uint8Array): Transform {
  if (codec === 'gzip') return createGunzip()
  if (codec === 'br') return createBrotliDecompress()
  // "deflate" means zlib, but some servers omit zlib's two header bytes.
  return (Number(first[0]) & 0x0f) === 8 ? createInflate() : createInflateRaw()
}

function tooLarge({ label, bytesMax }: BodyLimits): SourceError {
  return new SourceError('unreadable', `${label}: the response is larger than ${bytesMax} bytes`)
}

function expandsTooMuch({ label }: BodyLimits): SourceError {
  return new SourceError('unreadable', `${label}: the response grows more than ${RATIO_MAX} times when decompressed`)
}
