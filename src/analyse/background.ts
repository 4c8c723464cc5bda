import { readFileSync } from 'node:fs'
import { hashWord } from './hash.ts'

// How rare words and pairs of adjacent words are in ordinary text: Indonesian and its regional languages, English, posts and news. The file
// has the number of texts, the sorted 32-bit hashes of the terms (`termsOf`) and in how many texts each occurs, as a level. It is
// written by train/background.ts.
const FILE = new URL('./models/background.counts', import.meta.url)
// Steps of a level in one doubling.
const LEVELS_PER_BIT = 8
const HASH_BYTES = 4

export interface BackgroundTerm {
  readonly term: string
  readonly count: number
}

let opened: Background | null = null

interface Background {
  readonly texts: number
  readonly hashes: Uint32Array
  readonly levels: Uint8Array
}

// The rarity of a term in bits: 10 when one text in a thousand has it. A term that is not listed is as rare as one in a single text.
export function rarityOf(term: string): number {
  opened ??= decode(readFileSync(FILE))
  const { texts, hashes, levels } = opened
  const at = find(hashes, hashWord(term) >>> 0)
  return Math.log2(texts) - (at < 0 ? 0 : (levels[at] as number) / LEVELS_PER_BIT)
}

export function encodeBackground(texts: number, terms: readonly BackgroundTerm[]): Uint8Array {
  const rows = terms
    .map(({ term, count }) => ({ hash: hashWord(term) >>> 0, level: Math.round(Math.log2(count) * LEVELS_PER_BIT) }))
    .sort((a, b) => a.hash - b.hash)
  const bytes = Buffer.alloc((rows.length + 1) * HASH_BYTES + rows.length)
  bytes.writeUInt32LE(texts, 0)
  for (const [at, { hash, level }] of rows.entries()) {
    bytes.writeUInt32LE(hash, (at + 1) * HASH_BYTES)
    bytes.writeUInt8(level, (rows.length + 1) * HASH_BYTES + at)
  }
  return bytes
}

function decode(bytes: Buffer): Background {
  const count = (bytes.length - HASH_BYTES) / (HASH_BYTES + 1)
  const hashes = Uint32Array.from({ length: count }, (_, at) => bytes.readUInt32LE((at + 1) * HASH_BYTES))
  return { texts: bytes.readUInt32LE(0), hashes, levels: bytes.subarray((count + 1) * HASH_BYTES) }
}

function find(hashes: Uint32Array, hash: number): number {
  let [low, high] = [0, hashes.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = hashes[middle] as number
    if (value === hash) return middle
    if (value < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}
