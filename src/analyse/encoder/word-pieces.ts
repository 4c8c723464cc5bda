import { BadModelFile, type ModelFile, sectionOf, sizeOf } from '../model-file.ts'

// Byte-pair encoding over bytes: a word is split into bytes, and the pair that was most frequent in training is merged first, until no
// known pair is left.
export interface WordPieces {
  // The piece of each byte.
  readonly bytes: Int16Array
  // The merged piece of a left and a right piece. The lower its number, the earlier it is merged.
  readonly merges: ReadonlyMap<number, number>
  readonly cache: Map<string, readonly number[]>
}

const FIRST_PIECE = 1
const MARKS: Readonly<Record<string, number>> = { '<url>': 3, '<user>': 4 }
// No text in UTF-8 has these bytes, so their pieces are free: before what an article is judged toward, and at the beginning of one that
// names it only in passing.
const BYTE_MARKS: Readonly<Record<string, number>> = { '<subject>': 0xff, '<passing>': 0xfe }
// Marks and bytes; merged pieces follow, in the order in which they are merged.
const FIRST_MERGED = 5 + 256
const MERGES_MAX = 32_000
const CACHED_WORDS_MAX = 20_000
const CACHED_LENGTH_MAX = 32
// Merging takes time with the square of the length. Longer words are merged in parts.
const WORD_BYTES_MAX = 256

const MARK = /(<url>|<user>|<subject>|<passing>)/
const WORD = /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu

export function readWordPieces(file: ModelFile): WordPieces {
  const total = sizeOf(file, 'merges', MERGES_MAX)
  const pairs = sectionOf(file, 'merges', Int16Array, total * 2)
  const merges = new Map<number, number>()
  for (let at = 0; at < total; at++) {
    merges.set(keyOf(pairs[at * 2] as number, pairs[at * 2 + 1] as number), FIRST_MERGED + at)
  }
  if (merges.size !== total) throw new BadModelFile('two of its word pieces are the same')
  return { bytes: sectionOf(file, 'bytes', Int16Array, 256), merges, cache: new Map() }
}

export function piecesTotal(file: ModelFile): number {
  return FIRST_MERGED + sizeOf(file, 'merges', MERGES_MAX)
}

// Writes the pieces of a cleaned text to `out`, after the piece that every text begins with, and returns how many there are. What does
// not fit is left out.
export function splitText(pieces: WordPieces, text: string, out: Uint16Array): number {
  out[0] = FIRST_PIECE
  let count = 1
  for (const part of text.split(MARK)) {
    if (part === '') continue
    const mark = MARKS[part] ?? pieces.bytes[BYTE_MARKS[part] ?? -1]
    if (mark !== undefined) {
      if (count === out.length) return count
      out[count++] = mark
      continue
    }
    for (const [word] of (part.startsWith(' ') ? part : ` ${part}`).matchAll(WORD)) {
      for (const piece of splitWord(pieces, word)) {
        if (count === out.length) return count
        out[count++] = piece
      }
    }
  }
  return count
}

// The mark before what an article is judged toward.
export function subjectPiece({ bytes }: WordPieces): number {
  return bytes[BYTE_MARKS['<subject>'] as number] as number
}

function splitWord(pieces: WordPieces, word: string): readonly number[] {
  const known = pieces.cache.get(word)
  if (known !== undefined) return known
  const bytes = new TextEncoder().encode(word)
  const found: number[] = []
  for (let from = 0; from < bytes.length; from += WORD_BYTES_MAX) {
    found.push(...mergeBytes(pieces, bytes.subarray(from, from + WORD_BYTES_MAX)))
  }
  if (word.length <= CACHED_LENGTH_MAX) {
    if (pieces.cache.size >= CACHED_WORDS_MAX) pieces.cache.clear()
    pieces.cache.set(word, found)
  }
  return found
}

function mergeBytes({ bytes, merges }: WordPieces, word: Uint8Array): number[] {
  const parts = Array.from(word, (byte) => bytes[byte] as number)
  for (;;) {
    let best = Number.POSITIVE_INFINITY
    let position = -1
    for (let at = 0; at + 1 < parts.length; at++) {
      const merged = merges.get(keyOf(parts[at] as number, parts[at + 1] as number))
      if (merged !== undefined && merged < best) {
        best = merged
        position = at
      }
    }
    if (position === -1) return parts
    parts.splice(position, 2, best)
  }
}

function keyOf(left: number, right: number): number {
  return left * 65_536 + right
}
