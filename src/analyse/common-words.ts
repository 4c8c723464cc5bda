import { readFileSync } from 'node:fs'

// Words so frequent in ordinary Indonesian and English text that a copy may add or replace them without stating another fact. Any
// other word is likely a name, a place or a product, whatever its case. The file has the sorted 32-bit hashes of `readWords`, little-endian, and is
// written by train/common-words.ts.
const FILE = new URL('./models/common-words.hashes', import.meta.url)

let known: ReadonlySet<number> | null = null

// As signed numbers: looking up larger ones would make an object of each.
export function commonWords(): ReadonlySet<number> {
  known ??= decodeHashes(readFileSync(FILE))
  return known
}

export function encodeHashes(hashes: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(hashes.length * 4)
  for (const [at, hash] of hashes.entries()) bytes.writeUInt32LE(hash, at * 4)
  return bytes
}

function decodeHashes(bytes: Buffer): ReadonlySet<number> {
  const hashes = new Set<number>()
  for (let at = 0; at + 4 <= bytes.length; at += 4) hashes.add(bytes.readInt32LE(at))
  return hashes
}
