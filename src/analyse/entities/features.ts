import { addUnit, finish, hashPair } from '../hash.ts'
import type { KnownMatch } from './gazetteer.ts'
import { headOf } from './heads.ts'
import { DIGITS, LOWER, type NameWords, SIGN } from './words.ts'

// What the model reads of each word, as hashes. Models are trained against it: changing it requires training again.
export const FEATURES_PER_WORD = 40

const BOUNDARY = 0x51ed27
const seedOf = (kind: number): number => Math.imul(kind + 1, 0x9e3779b1) ^ 0x2545f49

// The hashes of the features of all words, FEATURES_PER_WORD each.
export function nameFeatures(words: NameWords, matches: readonly KnownMatch[], bits: number): Int32Array {
  const { keys, shapes, cased } = words
  const size = keys.length
  const parts = keys.map(partsOf)
  const tags = knownTags(size, matches)
  const heads = keys.map(headOf)
  const runs = runStarts(words)
  const out = new Int32Array(size * FEATURES_PER_WORD)
  const mask = (1 << bits) - 1
  const wordAt = (at: number): number => parts[at]?.word ?? BOUNDARY + Math.sign(at)
  const shapeAt = (at: number): number => (shapes[at] ?? 7) + (cased ? 8 : 0)
  const knownAt = (at: number): number => tags[at] ?? 0
  let next = 0
  let kind = 0
  const add = (value: number): void => {
    out[next++] = hashPair(seedOf(kind++), value) & mask
  }
  for (let at = 0; at < size; at++) {
    kind = 0
    const key = keys[at] as string
    const word = wordAt(at)
    const start = at === 0 || isEnd(keys[at - 1] as string) ? 1 : 0
    add(word)
    add(wordAt(at - 1))
    add(wordAt(at + 1))
    add(wordAt(at - 2))
    add(wordAt(at + 2))
    add(hashPair(wordAt(at - 1), word))
    add(hashPair(word, wordAt(at + 1)))
    add(hashPair(wordAt(at - 2), wordAt(at - 1)))
    const own = parts[at] ?? NO_WORD
    for (let index = 0; index < PARTS; index++) add(own.beginnings[index] as number)
    for (let index = 0; index < PARTS; index++) add(own.endings[index] as number)
    const before = parts[at - 1] ?? NO_WORD
    const after = parts[at + 1] ?? NO_WORD
    add(before.endings[1] as number)
    add(after.endings[1] as number)
    add(before.beginnings[1] as number)
    add(after.beginnings[1] as number)
    const shape = shapeAt(at)
    add(shape * 2 + start)
    add(shapeAt(at - 1) * 16 + shape)
    add(shape * 16 + shapeAt(at + 1))
    add((shapeAt(at - 1) * 16 + shape) * 16 + shapeAt(at + 1))
    add((shapeAt(at - 2) * 16 + shapeAt(at - 1)) * 16 + shape)
    add(hashPair(word, shape * 2 + start))
    add(hashPair(wordAt(at - 1), shape))
    add(hashPair(wordAt(at + 1), shape))
    add(knownAt(at) * 16 + shape)
    add(knownAt(at))
    add(knownAt(at - 1) * 64 + knownAt(at))
    add(knownAt(at) * 64 + knownAt(at + 1))
    add(hashPair(wordAt(at - 1), knownAt(at)))
    add(Math.min(key.length, 12) * 16 + shape)
    add(at < 2 ? at : start + 2)
    add(hashPair(wordAt(at + 2), wordAt(at + 1)))
    const run = runs[at] as number
    add(((heads[at] ?? 0) * 4 + (heads[at - 1] ?? 0)) * 16 + shape)
    add((heads[at - 1] ?? 0) * 16 + shape + 1024)
    add(((heads[run] ?? 0) * 8 + Math.min(at - run, 7)) * 16 + shape)
    add(hashPair(wordAt(run), (heads[run - 1] ?? 0) * 8 + Math.min(at - run, 7)))
  }
  return out
}

// The hashes of a word, and of its first and last two to five letters.
interface WordParts {
  readonly word: number
  readonly beginnings: Int32Array
  readonly endings: Int32Array
}

const PARTS = 4
// Most words of a text are common ones.
const KNOWN_MAX = 50_000
const known = new Map<string, WordParts>()

function partsOf(key: string): WordParts {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= KNOWN_MAX) known.clear()
  const size = key.length
  const parts = {
    word: hashOf(key, 0, size),
    beginnings: Int32Array.from({ length: PARTS }, (_, index) => hashOf(key, 0, Math.min(index + 2, size))),
    endings: Int32Array.from({ length: PARTS }, (_, index) => hashOf(key, Math.max(0, size - index - 2), size)),
  }
  known.set(key, parts)
  return parts
}

const NO_WORD = partsOf('')

// Of each word, where the run of capitalised words begins that it is in; a word outside of one begins its own.
function runStarts({ shapes, keys }: NameWords): Uint16Array {
  const starts = new Uint16Array(keys.length)
  for (let at = 0; at < keys.length; at++) {
    const shape = shapes[at] as number
    const joins = at > 0 && shape !== LOWER && shape !== SIGN && shape !== DIGITS
    const before = shapes[at - 1]
    starts[at] = joins && before !== LOWER && before !== SIGN && before !== DIGITS ? (starts[at - 1] as number) : at
  }
  return starts
}

function isEnd(key: string): boolean {
  return key === '.' || key === '!' || key === '?' || key === '"' || key === ':' || key === '“'
}

function hashOf(text: string, start: number, end: number): number {
  let state = 0x1234567 + end - start
  for (let at = start; at < end; at++) state = addUnit(state, text.charCodeAt(at))
  return finish(state)
}

// Of each word, which kind of known name it begins or continues, and whether that is sure; 0 for none.
function knownTags(size: number, matches: readonly KnownMatch[]): Uint8Array {
  const tags = new Uint8Array(size)
  for (const { start, end, known, sure } of matches) {
    const kind = known.kind === 'organisation' ? 0 : known.province === null ? 1 : 2
    for (let at = start; at < end; at++)
      tags[at] = 1 + ((kind * 2 + (sure ? 1 : 0)) * 3 + (at === start ? (end - start > 1 ? 1 : 0) : 2))
  }
  return tags
}
