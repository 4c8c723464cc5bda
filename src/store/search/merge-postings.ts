import { setImmediate } from 'node:timers/promises'
import type { Ordinals } from './ordinals.ts'
import { type PostingChunk, type PostingReader, PostingWriter } from './postings.ts'

// Between two turns of the event loop.
const WORDS_A_TURN = 8_192

interface Places {
  // For each mention of each source, its position among all that remain; -1 for one that is removed.
  readonly of: readonly Int32Array[]
  readonly total: number
  // Of a piece.
  readonly size: number
}

// The postings of several segments as those of the pieces that replace them. Words are read side by side in ascending order, so that one
// of them is in memory at a time.
export async function mergePostings(
  sources: readonly PostingReader[],
  { of: places, total, size }: Places,
): Promise<PostingChunk[][]> {
  const writers = Array.from({ length: Math.ceil(total / size) }, () => new PostingWriter())
  const found = new Uint32Array(total)
  for (let words = 1; ; words++) {
    let word = Number.POSITIVE_INFINITY
    for (const source of sources) word = Math.min(word, source.word)
    if (word === Number.POSITIVE_INFINITY) break
    let length = 0
    let isSorted = true
    for (const [number, source] of sources.entries()) {
      if (source.word !== word) continue
      if (length > 0) isSorted = false
      length = addPlaces(found, length, source.take(), places[number] as Int32Array)
    }
    if (!isSorted) found.subarray(0, length).sort()
    writePieces(writers, word, found.subarray(0, length), size)
    if (words % WORDS_A_TURN === 0) await setImmediate()
  }
  return writers.map((writer) => writer.finish())
}

function addPlaces(found: Uint32Array, from: number, ordinals: Ordinals, places: Int32Array): number {
  let length = from
  for (let at = 0; at < ordinals.length; at++) {
    const place = places[ordinals[at] as number] as number
    if (place >= 0) found[length++] = place
  }
  return length
}

function writePieces(writers: readonly PostingWriter[], word: number, found: Uint32Array, size: number): void {
  for (let start = 0, end = 0; start < found.length; start = end) {
    const piece = Math.floor((found[start] as number) / size)
    const first = piece * size
    for (; end < found.length && (found[end] as number) < first + size; end++)
      found[end] = (found[end] as number) - first
    writers[piece]?.write(word, found, start, end)
  }
}
