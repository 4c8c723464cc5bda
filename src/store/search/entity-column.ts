import type { Entity } from '../../domain/entity.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { type Codes, newCodes } from './codes.ts'

// The entities of the mentions of a segment: a list of all, and for each mention their numbers in it.
export interface Entities {
  readonly names: readonly Entity[]
  // Where the numbers of a mention begin; those of the next one begin where they end.
  readonly starts: Codes
  readonly numbers: Codes
}

// Null when no mention has any.
export function writeEntities(lists: readonly (readonly Entity[])[]): Buffer | null {
  const numbers = new Map<Entity, number>()
  const codes = new ByteWriter()
  for (const list of lists) {
    codes.number(list.length)
    for (const entity of list) {
      const number = numbers.get(entity) ?? numbers.size
      numbers.set(entity, number)
      codes.number(number)
    }
  }
  if (numbers.size === 0) return null
  const names = Buffer.from([...numbers.keys()].join('\n'))
  const writer = new ByteWriter()
  writer.number(names.length)
  writer.bytes(names)
  writer.bytes(codes.take())
  return writer.take()
}

export function readEntities(stored: Buffer | null, size: number): Entities {
  const starts = new Uint32Array(size + 1)
  if (stored === null) return { names: [], starts, numbers: new Uint8Array(0) }
  const reader = new ByteReader(stored)
  const names = reader.bytes(reader.number()).toString('utf8').split('\n')
  // Each number takes a byte or more.
  const numbers = newCodes(stored.length - reader.at, names.length)
  let length = 0
  for (let ordinal = 0; ordinal < size; ordinal++) {
    for (let left = reader.number(); left > 0; left--) numbers[length++] = reader.number()
    starts[ordinal + 1] = length
  }
  const shortStarts = newCodes(size + 1, length)
  shortStarts.set(starts)
  return { names, starts: shortStarts, numbers: numbers.slice(0, length) }
}

export function entitiesAt({ names, starts, numbers }: Entities, ordinal: number): Entity[] {
  const own = numbers.subarray(starts[ordinal] as number, starts[ordinal + 1] as number)
  return Array.from(own, (number) => names[number] as Entity)
}
