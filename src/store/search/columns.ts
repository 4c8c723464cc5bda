import { NEW_PAIR, NEW_WORD, pairKey, type TermTokens } from '../../text/term-keys.ts'
import { ID_BYTES, idAt, idBytes } from '../ids.ts'
import { ByteReader, ByteWriter, packIdentities, packWords, unpackIdentities, unpackWords } from './bytes.ts'
import { KeyCounter } from './key-counter.ts'

// The columns of a segment as they are stored (migration 0014), and as they are read.
export interface StoredColumns {
  readonly ids: Buffer
  readonly authors: Buffer
  readonly stories: Buffer
  readonly languages: Buffer
  readonly languageNames: readonly string[]
  readonly terms: Buffer
  readonly termWords: Buffer
}

export interface ColumnDocument {
  readonly id: string
  readonly author: number
  readonly storyId: string
  readonly language: string
  readonly terms: TermTokens
}

export interface Languages {
  readonly names: readonly string[]
  readonly codes: Uint16Array
}

export interface Stories {
  // A 52-bit key for each mention.
  readonly keys: Float64Array
  idOf(ordinal: number): string
}

export function writeColumns(documents: readonly ColumnDocument[]): StoredColumns {
  const ids = Buffer.concat(documents.map(({ id }) => idBytes(id)))
  const names = [...new Set(documents.map(({ language }) => language))]
  return {
    ids,
    authors: packIdentities(Float64Array.from(documents, ({ author }) => author)),
    stories: writeStories(documents),
    languages: writeNumbers(documents.map(({ language }) => names.indexOf(language))),
    languageNames: names,
    ...writeTerms(documents),
  }
}

function writeNumbers(numbers: readonly number[]): Buffer {
  const writer = new ByteWriter()
  for (const number of numbers) writer.number(number)
  return writer.take()
}

export function readLanguages(stored: Buffer, names: readonly string[], size: number): Languages {
  const reader = new ByteReader(stored)
  return { names, codes: Uint16Array.from({ length: size }, () => reader.number()) }
}

// Most mentions are the first of their story, whose id is then their own: 0. The others have the number of an id in a list.
export function writeStories(documents: readonly Pick<ColumnDocument, 'id' | 'storyId'>[]): Buffer {
  const others = [...new Set(documents.filter(({ id, storyId }) => id !== storyId).map(({ storyId }) => storyId))]
  const numbers = new Map(others.map((storyId, index) => [storyId, index + 1]))
  const writer = new ByteWriter()
  writer.number(others.length)
  for (const storyId of others) writer.bytes(idBytes(storyId))
  for (const { id, storyId } of documents) writer.number(id === storyId ? 0 : (numbers.get(storyId) ?? 0))
  return writer.take()
}

export function readStories(stored: Buffer, ids: Buffer): Stories {
  const reader = new ByteReader(stored)
  const others = Buffer.from(reader.bytes(reader.number() * ID_BYTES))
  const size = ids.length / ID_BYTES
  const numbers = new Uint32Array(size)
  const keys = new Float64Array(size)
  for (let ordinal = 0; ordinal < size; ordinal++) {
    const number = reader.number()
    numbers[ordinal] = number
    keys[ordinal] = number === 0 ? storyKeyAt(ids, ordinal) : storyKeyAt(others, number - 1)
  }
  return {
    keys,
    idOf: (ordinal) => {
      const number = numbers[ordinal] as number
      return number === 0 ? idAt(ids, ordinal) : idAt(others, number - 1)
    },
  }
}

// The last 52 bits of an id, which are a hash.
export function storyKey(storyId: string): number {
  return storyKeyAt(idBytes(storyId), 0)
}

function storyKeyAt(ids: Buffer, index: number): number {
  const end = (index + 1) * ID_BYTES
  return ((ids[end - 7] as number) & 15) * 2 ** 48 + ids.readUIntBE(end - 6, 6)
}

export function readAuthors(stored: Buffer): Float64Array {
  return unpackIdentities(stored)
}

// Words are numbered by frequency, so that common ones need one byte. A mention is the number of its tokens and the tokens.
export function writeTerms(documents: readonly Pick<ColumnDocument, 'terms'>[]): { terms: Buffer; termWords: Buffer } {
  const uses = new KeyCounter()
  for (const { terms } of documents) for (const word of terms.words) uses.add(word)
  const words = uses.top(uses.size).map(({ key }) => key)
  const numbers = new KeyCounter()
  for (const [number, word] of words.entries()) numbers.add(word, number)
  const writer = new ByteWriter()
  for (const { terms } of documents) {
    writer.number(terms.words.length)
    for (const [at, word] of terms.words.entries())
      writer.number((numbers.note(word) ?? 0) * 4 + (terms.flags[at] as number))
  }
  return { terms: writer.take(), termWords: packWords(words) }
}

// What a visit of terms counts: single words by their number in the segment, pairs by their key.
export interface TermVisitor {
  // `index` is the position of the mention among those that are visited.
  word(number: number, index: number): void
  pair(key: number, index: number): void
}

export interface StoredTerms {
  readonly words: Float64Array
  readonly tokens: Buffer
}

export function readTerms(tokens: Buffer, words: Buffer): StoredTerms {
  return { words: unpackWords(words), tokens }
}

// Visits the terms of some mentions, given in ascending order.
export function visitTerms({ words, tokens }: StoredTerms, ordinals: ArrayLike<number>, visitor: TermVisitor): void {
  const reader = new ByteReader(tokens)
  let current = 0
  for (let index = 0; index < ordinals.length; index++) {
    const ordinal = ordinals[index] as number
    for (; current < ordinal; current++) reader.skip(reader.number())
    current++
    let before = 0
    for (let left = reader.number(); left > 0; left--) {
      const token = reader.number()
      const number = token >>> 2
      const word = words[number] as number
      if ((token & NEW_WORD) !== 0) visitor.word(number, index)
      if ((token & NEW_PAIR) !== 0) visitor.pair(pairKey(before, word), index)
      before = word
    }
  }
}

// All tokens of a segment, mention by mention, for merging it.
export function readTokens({ words, tokens }: StoredTerms, size: number): TermTokens[] {
  const reader = new ByteReader(tokens)
  return Array.from({ length: size }, () => {
    const own: { words: number[]; flags: number[] } = { words: [], flags: [] }
    for (let left = reader.number(); left > 0; left--) {
      const token = reader.number()
      own.words.push(words[token >>> 2] as number)
      own.flags.push(token & 3)
    }
    return own
  })
}
