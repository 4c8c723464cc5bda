import type { TermTokens } from '../../text/term-keys.ts'
import { BitReader, BitWriter } from './bits.ts'
import { ByteReader, ByteWriter, packWords, unpackWords } from './bytes.ts'
import { KeyCounter } from './key-counter.ts'

// The terms of the mentions of a segment, as they are stored.
export interface TermColumn {
  readonly terms: Buffer
  readonly termWords: Buffer
}

// Words are numbered by frequency, so that common ones need few bits: a token is whether it forms a pair, the number of bits of its
// word's number plus one, and these without the highest. A mention is the number of its tokens, that of their bytes, and the tokens.
const LENGTH_BITS = 4
// Numbers with more bits have this length, and as many bits as the largest number of the segment.
const LONG = 2 ** LENGTH_BITS - 1

export class TermColumnBuilder {
  // Words are numbered as they are added.
  readonly #uses = new KeyCounter()
  // Twice the number of a word, and 1 if it forms a pair.
  #tokens = new Uint32Array(4_096)
  #length = 0
  // Where the tokens of each mention end.
  readonly #ends: number[] = []

  // Adds a mention.
  add({ words, pairs }: TermTokens): void {
    this.#reserve(words.length)
    for (let at = 0; at < words.length; at++) {
      this.#tokens[this.#length++] = this.#uses.add(words[at] as number) * 2 + (pairs[at] as number)
    }
    this.#ends.push(this.#length)
  }

  // The number by which `addToken` names a word.
  addWord(word: number): number {
    return this.#uses.add(word, 0, 0)
  }

  // Begins a mention of so many tokens, which are added one by one.
  begin(tokens: number): void {
    this.#reserve(tokens)
    this.#ends.push(this.#length + tokens)
  }

  addToken(number: number, pairs: number): void {
    this.#uses.incrementAt(number)
    this.#tokens[this.#length++] = number * 2 + pairs
  }

  finish(): TermColumn {
    const { ranks, words } = this.#rank()
    const writer = new ByteWriter()
    const bits = new BitWriter()
    const longBits = bitsOf(words.length)
    let at = 0
    for (const end of this.#ends) {
      writer.number(end - at)
      if (end === at) continue
      for (; at < end; at++) {
        const token = this.#tokens[at] as number
        const rank = ranks[token >>> 1] as number
        const length = bitsOf(rank + 1) - 1
        const kind = (Math.min(length, LONG) << 1) | (token & 1)
        bits.bits(kind, LENGTH_BITS + 1)
        if (length < LONG) bits.bits(rank + 1 - (1 << length), length)
        else bits.bits(rank, longBits)
      }
      const bytes = bits.take()
      writer.number(bytes.length)
      writer.bytes(bytes)
    }
    return { terms: writer.take(), termWords: packWords(words) }
  }

  // Words by frequency, and the position of each.
  #rank(): { readonly ranks: Uint32Array; readonly words: Float64Array } {
    const unit = 2 ** 24
    const order = new Float64Array(this.#uses.size)
    for (let number = 0; number < order.length; number++)
      order[number] = (unit - this.#uses.countAt(number)) * unit + number
    order.sort()
    const ranks = new Uint32Array(order.length)
    const words = new Float64Array(order.length)
    for (let rank = 0; rank < order.length; rank++) {
      const number = (order[rank] as number) % unit
      ranks[number] = rank
      words[rank] = this.#uses.keyAt(number)
    }
    return { ranks, words }
  }

  #reserve(tokens: number): void {
    if (this.#length + tokens <= this.#tokens.length) return
    const grown = new Uint32Array(Math.max(this.#tokens.length * 2, this.#length + tokens))
    grown.set(this.#tokens)
    this.#tokens = grown
  }
}

function bitsOf(number: number): number {
  return 32 - Math.clz32(number)
}

export interface StoredTerms {
  readonly words: Float64Array
  readonly tokens: Buffer
}

export function readTerms({ terms, termWords }: TermColumn): StoredTerms {
  return { words: unpackWords(termWords), tokens: terms }
}

// Reads mention by mention.
export class TokenReader {
  readonly #bytes: ByteReader
  readonly #bits: BitReader
  readonly #longBits: number

  constructor({ words, tokens }: StoredTerms) {
    this.#bytes = new ByteReader(tokens)
    this.#bits = new BitReader(tokens)
    this.#longBits = bitsOf(words.length)
  }

  skip(): void {
    if (this.#bytes.number() === 0) return
    const bytes = this.#bytes.number()
    this.#bytes.at += bytes
  }

  // Begins the next mention and returns the number of its tokens, each of which must be read.
  begin(): number {
    const tokens = this.#bytes.number()
    if (tokens === 0) return 0
    const bytes = this.#bytes.number()
    this.#bits.seek(this.#bytes.at)
    this.#bytes.at += bytes
    return tokens
  }

  // Twice the number of the word, and 1 if it forms a pair.
  token(): number {
    const kind = this.#bits.bits(LENGTH_BITS + 1)
    const length = kind >>> 1
    const number = length < LONG ? (1 << length) - 1 + this.#bits.bits(length) : this.#bits.bits(this.#longBits)
    return number * 2 + (kind & 1)
  }
}

// Copies the terms of a segment's mentions into others, in ascending order.
export class CopiedTerms {
  readonly #words: Float64Array
  readonly #reader: TokenReader
  // The number of each word in the other segment, plus one; 0 when it was not added yet.
  readonly #numbers: Uint32Array
  #next = 0

  constructor(terms: StoredTerms) {
    this.#words = terms.words
    this.#reader = new TokenReader(terms)
    this.#numbers = new Uint32Array(terms.words.length)
  }

  // Begins with another segment.
  begin(): void {
    this.#numbers.fill(0)
  }

  copyTo(builder: TermColumnBuilder, ordinal: number): void {
    for (; this.#next < ordinal; this.#next++) this.#reader.skip()
    this.#next++
    const tokens = this.#reader.begin()
    builder.begin(tokens)
    for (let left = tokens; left > 0; left--) {
      const token = this.#reader.token()
      const word = token >>> 1
      if (this.#numbers[word] === 0) this.#numbers[word] = builder.addWord(this.#words[word] as number) + 1
      builder.addToken((this.#numbers[word] as number) - 1, token & 1)
    }
  }
}

// All tokens of a segment, mention by mention, for checking it.
export function readTokens(terms: StoredTerms, size: number): Uint32Array[] {
  const reader = new TokenReader(terms)
  return Array.from({ length: size }, () => {
    const tokens = new Uint32Array(reader.begin())
    for (let at = 0; at < tokens.length; at++) tokens[at] = reader.token()
    return tokens
  })
}

export function toTermTokens({ words }: StoredTerms, tokens: Uint32Array): TermTokens {
  return {
    words: Float64Array.from(tokens, (token) => words[token >>> 1] as number),
    pairs: Uint8Array.from(tokens, (token) => token & 1),
  }
}
