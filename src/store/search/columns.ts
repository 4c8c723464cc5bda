import type { Entity } from '../../domain/entity.ts'
import { ID_BYTES, idAt, idBytes, millisAt } from '../ids.ts'
import { ByteReader, ByteWriter, IDENTITY_BYTES, packIdentities, unpackIdentities } from './bytes.ts'
import { type Codes, newCodes } from './codes.ts'
import { writeEntities } from './entity-column.ts'
import { KeyCounter } from './key-counter.ts'

// The columns of a segment as they are stored (migration 0014), and as they are read. Terms are in term-column.ts.
export interface StoredColumns {
  readonly ids: Buffer
  readonly authors: Buffer
  readonly stories: Buffer
  readonly languages: Buffer
  readonly languageNames: readonly string[]
  readonly entities: Buffer | null
}

export interface ColumnDocument {
  readonly id: string
  readonly author: number
  readonly storyId: string
  readonly language: string
  readonly entities: readonly Entity[]
}

export interface Authors {
  // Of each author who occurs.
  readonly keys: Float64Array
  // For each mention, the index of its author's key.
  readonly codes: Codes
}

export interface Languages {
  readonly names: readonly string[]
  readonly codes: Codes
}

export interface Stories {
  // For each mention, 0 when its story has its own id; otherwise the position of the story's id in `others`, plus one.
  readonly codes: Codes
  // Ids, sixteen bytes each.
  readonly others: Buffer
  idOf(ordinal: number): string
  // 52 bits.
  keyOf(ordinal: number): number
}

export function writeColumns(documents: readonly ColumnDocument[]): StoredColumns {
  const names = [...new Set(documents.map(({ language }) => language))]
  return {
    ids: writeIds(Buffer.concat(documents.map(({ id }) => idBytes(id)))),
    authors: writeAuthors(documents.map(({ author }) => author)),
    stories: writeStories(documents),
    languages: writeNumbers(documents.map(({ language }) => names.indexOf(language))),
    languageNames: names,
    entities: writeEntities(documents.map(({ entities }) => entities)),
  }
}

function writeNumbers(numbers: readonly number[]): Buffer {
  const writer = new ByteWriter()
  for (const number of numbers) writer.number(number)
  return writer.take()
}

export function readLanguages(stored: Buffer, names: readonly string[], size: number): Languages {
  const reader = new ByteReader(stored)
  const codes = newCodes(size, names.length)
  for (let ordinal = 0; ordinal < size; ordinal++) codes[ordinal] = reader.number()
  return { names, codes }
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
  // A copy: a part of the bytes that were read would keep all of them in memory.
  const others = Buffer.from(reader.bytes(reader.number() * ID_BYTES))
  const size = ids.length / ID_BYTES
  const codes = newCodes(size, others.length / ID_BYTES)
  for (let ordinal = 0; ordinal < size; ordinal++) codes[ordinal] = reader.number()
  return {
    codes,
    others,
    idOf: (ordinal) => {
      const code = codes[ordinal] as number
      return code === 0 ? idAt(ids, ordinal) : idAt(others, code - 1)
    },
    keyOf: (ordinal) => {
      const code = codes[ordinal] as number
      return code === 0 ? storyKeyAt(ids, ordinal) : storyKeyAt(others, code - 1)
    },
  }
}

// The last 52 bits of an id, which are a hash.
export function storyKey(storyId: string): number {
  return storyKeyAt(idBytes(storyId), 0)
}

export function storyKeyAt(ids: Buffer, index: number): number {
  const end = (index + 1) * ID_BYTES
  return ((ids[end - 7] as number) & 15) * 2 ** 48 + ids.readUIntBE(end - 6, 6)
}

// The first mention of an author in a segment has 0 and takes the next key of the list; the others have the number of a key.
export function writeAuthors(authors: readonly number[]): Buffer {
  const numbers = new KeyCounter()
  const codes = new ByteWriter()
  for (const author of authors) {
    const known = numbers.size
    const number = numbers.add(author)
    codes.number(numbers.size > known ? 0 : number + 1)
  }
  const writer = new ByteWriter()
  writer.number(numbers.size)
  writer.bytes(packIdentities(Float64Array.from({ length: numbers.size }, (_, number) => numbers.keyAt(number))))
  writer.bytes(codes.take())
  return writer.take()
}

export function readAuthors(stored: Buffer, size: number): Authors {
  const reader = new ByteReader(stored)
  const keys = unpackIdentities(reader.bytes(reader.number() * IDENTITY_BYTES))
  const codes = newCodes(size, keys.length)
  let next = 0
  for (let ordinal = 0; ordinal < size; ordinal++) {
    const number = reader.number()
    codes[ordinal] = number === 0 ? next++ : number - 1
  }
  return { keys, codes }
}

const MILLIS_BYTES = 6

// The first byte of the ids names the format of the whole segment, and changes with it: segments of another format are built again at
// the start (rebuild.ts). The first format had no such byte; its ids begin with the highest byte of a time, which is 0 or 1.
export const FORMAT = 0x82

// Ids ascend, so their times are stored as differences.
function writeIds(ids: Buffer): Buffer {
  const writer = new ByteWriter()
  writer.bytes(Uint8Array.of(FORMAT))
  let before = 0
  for (let ordinal = 0; ordinal < ids.length / ID_BYTES; ordinal++) {
    const millis = millisAt(ids, ordinal)
    writer.number(millis - before)
    writer.bytes(ids.subarray(ordinal * ID_BYTES + MILLIS_BYTES, (ordinal + 1) * ID_BYTES))
    before = millis
  }
  return writer.take()
}

// Sixteen bytes each.
export function readIds(stored: Buffer, size: number): Buffer {
  if (stored[0] !== FORMAT) throw new Error('A segment of the search index was written by another version of Pantau.')
  const reader = new ByteReader(stored, 1)
  const ids = Buffer.allocUnsafe(size * ID_BYTES)
  let millis = 0
  for (let ordinal = 0; ordinal < size; ordinal++) {
    millis += reader.number()
    ids.writeUIntBE(millis, ordinal * ID_BYTES, MILLIS_BYTES)
    ids.set(reader.bytes(ID_BYTES - MILLIS_BYTES), ordinal * ID_BYTES + MILLIS_BYTES)
  }
  return ids
}
