import { BITS_MAX, BitReader, BitWriter } from './bits.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { KeyCounter } from './key-counter.ts'
import { NONE, type Ordinals } from './ordinals.ts'

// A row stays below the size from which PostgreSQL moves values out of line, which would double the reads, and four rows fill a page.
const CHUNK_BYTES = 1_940

export interface PostingChunk {
  readonly firstWord: number
  readonly data: Buffer
}

// Collects which ordinals each word has. Ordinals ascend, and a word may be added several times with the same one.
export class PostingBuilder {
  // The note of a word is its last ordinal, plus one.
  readonly #words = new KeyCounter()
  #pairWords = new Uint32Array(4_096)
  #pairOrdinals = new Uint32Array(4_096)
  #pairs = 0

  addAll(words: Float64Array, ordinal: number): void {
    for (let at = 0; at < words.length; at++) this.add(words[at] as number, ordinal)
  }

  add(word: number, ordinal: number): void {
    const number = this.#words.add(word)
    if (this.#words.noteAt(number) === ordinal + 1) return
    this.#words.setNoteAt(number, ordinal + 1)
    if (this.#pairs === this.#pairWords.length) this.#grow()
    this.#pairWords[this.#pairs] = number
    this.#pairOrdinals[this.#pairs++] = ordinal
  }

  chunks(): PostingChunk[] {
    const { starts, ordinals } = this.#byWord()
    const words = new Float64Array(this.#words.size)
    for (let number = 0; number < words.length; number++) words[number] = this.#words.keyAt(number)
    words.sort()
    const writer = new PostingWriter()
    for (const word of words) {
      const number = this.#words.numberOf(word)
      writer.write(word, ordinals, starts[number] as number, starts[number + 1] as number)
    }
    return writer.finish()
  }

  // The ordinals of all words, and where those of each number begin.
  #byWord(): { readonly starts: Uint32Array; readonly ordinals: Ordinals } {
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
    return { starts, ordinals: sorted }
  }

  #grow(): void {
    const [words, ordinals] = [this.#pairWords, this.#pairOrdinals]
    this.#pairWords = new Uint32Array(words.length * 2)
    this.#pairWords.set(words)
    this.#pairOrdinals = new Uint32Array(ordinals.length * 2)
    this.#pairOrdinals.set(ordinals)
  }
}

const HEAD_BYTES_MAX = 11

// Writes words in ascending order. In a chunk each word is: the difference from the word before, the number of its ordinals, and these.
export class PostingWriter {
  readonly #chunks: PostingChunk[] = []
  readonly #bytes = new ByteWriter()
  readonly #list = new OrdinalWriter()
  #firstWord = 0
  #before = 0

  // The ordinals in [start, end).
  write(word: number, ordinals: Ordinals, start: number, end: number): void {
    const list = this.#list.write(ordinals, start, end)
    if (this.#bytes.length > 0 && this.#bytes.length + HEAD_BYTES_MAX + list.length > CHUNK_BYTES) this.#endChunk()
    if (this.#bytes.length === 0) {
      this.#firstWord = word
      this.#before = word
    }
    this.#bytes.number(word - this.#before)
    this.#bytes.number(end - start)
    this.#bytes.bytes(list)
    this.#before = word
  }

  finish(): PostingChunk[] {
    if (this.#bytes.length > 0) this.#endChunk()
    return this.#chunks
  }

  #endChunk(): void {
    this.#chunks.push({ firstWord: this.#firstWord, data: this.#bytes.take() })
  }
}

// Fewer ordinals than this are plain differences.
const PACKED_MIN = 4
// A difference is its quotient by 2 ** width in ones, a zero, and the remainder (a Rice code); of one with a larger quotient than this,
// there are so many ones, and all its bits.
const QUOTIENT_MAX = 16

// Ordinals as bytes: differences, less one. From `PACKED_MIN` on they are bits, after their length in bytes and their width.
class OrdinalWriter {
  readonly #bytes = new ByteWriter()
  readonly #bits = new BitWriter()

  // Those in [start, end). Valid until the next call.
  write(ordinals: Ordinals, start: number, end: number): Uint8Array {
    let next = 0
    if (end - start < PACKED_MIN) {
      for (let at = start; at < end; at++) {
        const ordinal = ordinals[at] as number
        this.#bytes.number(ordinal - next)
        next = ordinal + 1
      }
      return this.#bytes.lend()
    }
    const mean = ((ordinals[end - 1] as number) + 1 - (end - start)) / (end - start)
    const width = Math.max(0, Math.round(Math.log2(mean * Math.LN2)))
    for (let at = start; at < end; at++) {
      const ordinal = ordinals[at] as number
      this.#pack(ordinal - next, width)
      next = ordinal + 1
    }
    const bits = this.#bits.take()
    this.#bytes.number(bits.length)
    this.#bytes.number(width)
    this.#bytes.bytes(bits)
    return this.#bytes.lend()
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

function readOrdinals(reader: ByteReader, data: Buffer, length: number): Ordinals {
  const ordinals = new Uint32Array(length)
  let next = 0
  if (length < PACKED_MIN) {
    for (let at = 0; at < length; at++) {
      const ordinal = next + reader.number()
      ordinals[at] = ordinal
      next = ordinal + 1
    }
    return ordinals
  }
  const bytes = reader.number()
  const width = reader.number()
  const bits = new BitReader(data, reader.at)
  for (let at = 0; at < length; at++) {
    const quotient = bits.ones(QUOTIENT_MAX)
    const difference = quotient === QUOTIENT_MAX ? bits.bits(BITS_MAX) : (quotient << width) + bits.bits(width)
    const ordinal = next + difference
    ordinals[at] = ordinal
    next = ordinal + 1
  }
  reader.at += bytes
  return ordinals
}

function skipOrdinals(reader: ByteReader, length: number): void {
  if (length < PACKED_MIN) {
    reader.skip(length)
    return
  }
  const bytes = reader.number()
  reader.skip(1)
  reader.at += bytes
}

// The ordinals of one word in the chunk that would contain it.
export function findPosting({ firstWord, data }: PostingChunk, word: number): Ordinals {
  const reader = new ByteReader(data)
  for (let current = firstWord; !reader.done; ) {
    current += reader.number()
    const length = reader.number()
    if (current === word) return readOrdinals(reader, data, length)
    if (current > word) return NONE
    skipOrdinals(reader, length)
  }
  return NONE
}

// Reads chunks in the order of their words, word by word.
export class PostingReader {
  readonly #chunks: readonly PostingChunk[]
  #next = 0
  #data: Buffer = Buffer.alloc(0)
  #bytes = new ByteReader(this.#data)
  // Infinity at the end.
  word = 0

  constructor(chunks: readonly PostingChunk[]) {
    this.#chunks = chunks
    this.#advance()
  }

  // The ordinals of the word; it goes on to the next one.
  take(): Ordinals {
    const ordinals = readOrdinals(this.#bytes, this.#data, this.#bytes.number())
    this.#advance()
    return ordinals
  }

  #advance(): void {
    if (this.#bytes.done) {
      const chunk = this.#chunks[this.#next++]
      if (chunk === undefined) {
        this.word = Number.POSITIVE_INFINITY
        return
      }
      this.#data = chunk.data
      this.#bytes = new ByteReader(chunk.data)
      this.word = chunk.firstWord
    }
    this.word += this.#bytes.number()
  }
}
