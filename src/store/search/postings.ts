import { BITS_MAX, BitReader, BitWriter } from './bits.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { KeyCounter } from './key-counter.ts'
import { NONE, type Ordinals } from './ordinals.ts'

// A row stays below the size from which PostgreSQL moves values out of line, which would double the reads, and four rows fill a page.
const CHUNK_BYTES = 1_955

export interface PostingChunk {
  readonly firstWord: number
  readonly data: Buffer
}

// Collects which ordinals each word has, in any order. A word may be added several times in a row with the same ordinal.
export class PostingBuilder {
  // The note of a word is its last ordinal, plus one.
  readonly #words = new KeyCounter()
  #pairWords = new Uint32Array(4_096)
  #pairOrdinals = new Uint32Array(4_096)
  #pairs = 0
  #ascending = true

  add(word: number, ordinal: number): void {
    const number = this.#words.add(word)
    const last = this.#words.noteAt(number)
    if (last === ordinal + 1) return
    if (last > ordinal) this.#ascending = false
    this.#words.setNoteAt(number, ordinal + 1)
    if (this.#pairs === this.#pairWords.length) this.#grow()
    this.#pairWords[this.#pairs] = number
    this.#pairOrdinals[this.#pairs++] = ordinal
  }

  // In a chunk each word is: the difference from the word before, the number of its ordinals, and these. `size` is that of the segment.
  chunks(size: number): PostingChunk[] {
    const ordinalsOf = this.#byWord()
    const words = new Float64Array(this.#words.size)
    for (let number = 0; number < words.length; number++) words[number] = this.#words.keyAt(number)
    words.sort()
    const chunks: PostingChunk[] = []
    const writer = new ByteWriter()
    const list = new OrdinalWriter(size)
    let firstWord = 0
    let before = 0
    for (const word of words) {
      const ordinals = ordinalsOf(this.#words.numberOf(word))
      const bytes = list.write(ordinals)
      if (writer.length > 0 && writer.length + HEAD_BYTES_MAX + bytes.length > CHUNK_BYTES)
        chunks.push({ firstWord, data: writer.take() })
      if (writer.length === 0) {
        firstWord = word
        before = word
      }
      writer.number(word - before)
      writer.number(ordinals.length)
      writer.bytes(bytes)
      before = word
    }
    if (writer.length > 0) chunks.push({ firstWord, data: writer.take() })
    return chunks
  }

  #byWord(): (number: number) => Ordinals {
    const starts = new Uint32Array(this.#words.size + 1)
    for (let at = 0; at < this.#pairs; at++) {
      const next = (this.#pairWords[at] as number) + 1
      starts[next] = (starts[next] as number) + 1
    }
    for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
    const ends = starts.slice()
    const sorted = new Uint32Array(this.#pairs)
    for (let at = 0; at < this.#pairs; at++) {
      const number = this.#pairWords[at] as number
      const end = ends[number] as number
      sorted[end] = this.#pairOrdinals[at] as number
      ends[number] = end + 1
    }
    return (number) => {
      const ordinals = sorted.subarray(starts[number], starts[number + 1])
      return this.#ascending ? ordinals : ordinals.sort()
    }
  }

  #grow(): void {
    const [words, ordinals] = [this.#pairWords, this.#pairOrdinals]
    this.#pairWords = new Uint32Array(words.length * 2)
    this.#pairWords.set(words)
    this.#pairOrdinals = new Uint32Array(ordinals.length * 2)
    this.#pairOrdinals.set(ordinals)
  }
}

const HEAD_BYTES_MAX = 10
// A difference is its quotient by 2 ** width in ones, a zero, and the remainder (a Rice code); of one with a larger quotient than this,
// there are so many ones, and all its bits.
const QUOTIENT_MAX = 16

// The width that is best for so many ordinals, evenly distributed.
function widthOf(ordinals: number, size: number): number {
  return Math.max(0, Math.round(Math.log2(((size - ordinals) / ordinals) * Math.LN2)))
}

// Ordinals as bits: their differences, less one.
class OrdinalWriter {
  readonly #bits = new BitWriter()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  // Valid until the next call.
  write(ordinals: Ordinals): Uint8Array {
    const width = widthOf(ordinals.length, this.#size)
    let next = 0
    for (let at = 0; at < ordinals.length; at++) {
      const ordinal = ordinals[at] as number
      this.#pack(ordinal - next, width)
      next = ordinal + 1
    }
    return this.#bits.take()
  }

  #pack(difference: number, width: number): void {
    const quotient = difference >>> width
    if (quotient >= QUOTIENT_MAX) {
      this.#bits.bits(2 ** QUOTIENT_MAX - 1, QUOTIENT_MAX)
      this.#bits.bits(difference, BITS_MAX)
    } else {
      this.#bits.bits((1 << quotient) - 1, quotient + 1)
      this.#bits.bits(difference & ((1 << width) - 1), width)
    }
  }
}

// Reads a chunk word by word. Ordinals have no length in bytes, so those of every word are read: there are few in a chunk.
class ChunkReader {
  readonly #bytes: ByteReader
  readonly #bits: BitReader
  readonly #size: number
  word: number

  constructor({ firstWord, data }: PostingChunk, size: number) {
    this.#bytes = new ByteReader(data)
    this.#bits = new BitReader(data)
    this.#size = size
    this.word = firstWord
  }

  get done(): boolean {
    return this.#bytes.done
  }

  // Moves to the next word and returns its ordinals.
  next(): Ordinals {
    this.word += this.#bytes.number()
    const ordinals = new Uint32Array(this.#bytes.number())
    const width = widthOf(ordinals.length, this.#size)
    this.#bits.seek(this.#bytes.at)
    let next = 0
    for (let at = 0; at < ordinals.length; at++) {
      const quotient = this.#bits.ones(QUOTIENT_MAX)
      const difference =
        quotient === QUOTIENT_MAX ? this.#bits.bits(BITS_MAX) : (quotient << width) + this.#bits.bits(width)
      ordinals[at] = next + difference
      next += difference + 1
    }
    this.#bytes.at = this.#bits.end
    return ordinals
  }
}

// The ordinals of one word in the chunk that would contain it.
export function findPosting(chunk: PostingChunk, size: number, word: number): Ordinals {
  const reader = new ChunkReader(chunk, size)
  while (!reader.done) {
    const ordinals = reader.next()
    if (reader.word === word) return ordinals
    if (reader.word > word) return NONE
  }
  return NONE
}

export function readChunk(chunk: PostingChunk, size: number, visit: (word: number, ordinals: Ordinals) => void): void {
  const reader = new ChunkReader(chunk, size)
  while (!reader.done) {
    const ordinals = reader.next()
    visit(reader.word, ordinals)
  }
}
