import { ByteReader, ByteWriter } from './bytes.ts'
import { KeyCounter } from './key-counter.ts'
import { NONE, type Ordinals } from './ordinals.ts'

// A row stays below the size from which PostgreSQL moves values out of line, which would double the reads.
const CHUNK_BYTES = 1_850

export interface PostingChunk {
  readonly firstWord: number
  readonly data: Buffer
}

// Collects which ordinals each word has, in any order.
export class PostingBuilder {
  // The note of a word is its number.
  readonly #numbers = new KeyCounter()
  readonly #words: number[] = []
  #pairWords = new Uint32Array(4_096)
  #pairOrdinals = new Uint32Array(4_096)
  #pairs = 0

  add(word: number, ordinal: number): void {
    const number = this.#numbers.noteAt(this.#numbers.add(word, this.#words.length))
    if (number === this.#words.length) this.#words.push(word)
    if (this.#pairs === this.#pairWords.length) this.#grow()
    this.#pairWords[this.#pairs] = number
    this.#pairOrdinals[this.#pairs++] = ordinal
  }

  // In a chunk each word is: the difference from the word before, the number of its ordinals, and their differences.
  chunks(): PostingChunk[] {
    const postings = this.#byWord()
    const order = this.#words.map((_, number) => number)
    order.sort((a, b) => (this.#words[a] as number) - (this.#words[b] as number))
    const chunks: PostingChunk[] = []
    const writer = new ByteWriter()
    let firstWord = 0
    let before = 0
    for (const number of order) {
      const word = this.#words[number] as number
      const ordinals = postings(number)
      if (writer.length > 0 && writer.length + 8 + ordinals.length > CHUNK_BYTES)
        chunks.push({ firstWord, data: writer.take() })
      if (writer.length === 0) {
        firstWord = word
        before = word
      }
      writer.number(word - before)
      writer.number(ordinals.length)
      let last = 0
      for (const ordinal of ordinals) {
        writer.number(ordinal - last)
        last = ordinal
      }
      before = word
      if (writer.length > CHUNK_BYTES) chunks.push({ firstWord, data: writer.take() })
    }
    if (writer.length > 0) chunks.push({ firstWord, data: writer.take() })
    return chunks
  }

  #byWord(): (number: number) => Ordinals {
    const starts = new Uint32Array(this.#words.length + 1)
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
    return (number) => sorted.subarray(starts[number], starts[number + 1]).sort()
  }

  #grow(): void {
    const [words, ordinals] = [this.#pairWords, this.#pairOrdinals]
    this.#pairWords = new Uint32Array(words.length * 2)
    this.#pairWords.set(words)
    this.#pairOrdinals = new Uint32Array(ordinals.length * 2)
    this.#pairOrdinals.set(ordinals)
  }
}

// The ordinals of one word in the chunk that would contain it.
export function findPosting({ firstWord, data }: PostingChunk, word: number): Ordinals {
  const reader = new ByteReader(data)
  for (let current = firstWord; !reader.done; ) {
    current += reader.number()
    const length = reader.number()
    if (current === word) return readOrdinals(reader, length)
    if (current > word) return NONE
    reader.skip(length)
  }
  return NONE
}

export function readChunk({ firstWord, data }: PostingChunk, visit: (word: number, ordinals: Ordinals) => void): void {
  const reader = new ByteReader(data)
  for (let current = firstWord; !reader.done; ) {
    current += reader.number()
    visit(current, readOrdinals(reader, reader.number()))
  }
}

function readOrdinals(reader: ByteReader, length: number): Ordinals {
  const ordinals = new Uint32Array(length)
  let last = 0
  for (let at = 0; at < length; at++) {
    last += reader.number()
    ordinals[at] = last
  }
  return ordinals
}
