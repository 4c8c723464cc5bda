import { addUnit, finish, hashPair } from '../hash.ts'
import { classOf } from './classes.ts'
import type { KnownMatch } from './gazetteer.ts'
import { headOf } from './heads.ts'
import { DIGITS, LOWER, type NameWords, SIGN } from './words.ts'

// What the model reads of each word, as hashes. Models are trained against it: changing it requires training again. A word counts for
// itself and for its neighbours; what only one word decides is read once for each different word, and the rest for each occurrence.
export interface FeatureSpace {
  readonly bits: number
  // The classes of words (classes.ts).
  readonly classes: Int16Array
}

// The roles of a word, by its distance from the word that is read, and where its features for that role begin.
export const ROLES: readonly number[] = [0, -1, 1, -2, 2]
const ROLE_STARTS = [0, 10, 14, 18, 20, 22] as const
const WORD_FEATURES = 22
export const CONTEXT_FEATURES = 26
export const FEATURES_PER_WORD = WORD_FEATURES + CONTEXT_FEATURES

export interface WordParts {
  readonly word: number
  readonly wordClass: number
  // Of all roles.
  readonly features: Int32Array
}

// Stand before the first word and after the last; no text has such a word.
export const BEGIN = ' begin'
export const END = ' end'

export function readWordParts(key: string, { bits, classes }: FeatureSpace): WordParts {
  const size = key.length
  const word = hashOf(key, 0, size)
  const wordClass = classOf(classes, key)
  const beginning = (length: number): number => hashOf(key, 0, Math.min(length, size))
  const ending = (length: number): number => hashOf(key, Math.max(0, size - length), size)
  const own = [2, 3, 4, 5].flatMap((length) => [beginning(length), ending(length)])
  const near = [word, wordClass, beginning(3), ending(3)]
  const values = [word, wordClass, ...own, ...near, ...near, word, wordClass, word, wordClass]
  const mask = (1 << bits) - 1
  return { word, wordClass, features: Int32Array.from(values, (value, kind) => hashPair(seedOf(kind), value) & mask) }
}

export function roleFeatures({ features }: WordParts, role: number): Int32Array {
  return features.subarray(ROLE_STARTS[role] as number, ROLE_STARTS[role + 1] as number)
}

// The features of all words, FEATURES_PER_WORD each, as they are trained.
export function nameFeatures(words: NameWords, matches: readonly KnownMatch[], space: FeatureSpace): Int32Array {
  const parts = words.keys.map((key) => readWordParts(key, space))
  const begin = readWordParts(BEGIN, space)
  const end = readWordParts(END, space)
  const context = contextFeatures(words, matches, parts, space.bits)
  const out = new Int32Array(parts.length * FEATURES_PER_WORD)
  let next = 0
  for (let at = 0; at < parts.length; at++) {
    for (const [role, offset] of ROLES.entries()) {
      const features = roleFeatures(parts[at + offset] ?? (offset < 0 ? begin : end), role)
      out.set(features, next)
      next += features.length
    }
    out.set(context.subarray(at * CONTEXT_FEATURES, (at + 1) * CONTEXT_FEATURES), next)
    next += CONTEXT_FEATURES
  }
  return out
}

const BOUNDARY = 0x51ed27
const seedOf = (kind: number): number => Math.imul(kind + 1, 0x9e3779b1) ^ 0x2545f49
const CONTEXT_SEEDS = Int32Array.from({ length: CONTEXT_FEATURES }, (_, index) => seedOf(WORD_FEATURES + index))

// The features of all words that several words decide, CONTEXT_FEATURES each.
export function contextFeatures(
  words: NameWords,
  matches: readonly KnownMatch[],
  parts: readonly Pick<WordParts, 'word' | 'wordClass'>[],
  bits: number,
): Int32Array {
  const { keys, shapes, cased } = words
  const size = keys.length
  const tags = knownTags(size, matches)
  const heads = keys.map(headOf)
  const runs = runStarts(words)
  const out = new Int32Array(size * CONTEXT_FEATURES)
  const mask = (1 << bits) - 1
  const wordAt = (at: number): number => parts[at]?.word ?? BOUNDARY + Math.sign(at)
  const classAt = (at: number): number => parts[at]?.wordClass ?? 0
  const shapeAt = (at: number): number => (shapes[at] ?? 7) + (cased ? 8 : 0)
  const knownAt = (at: number): number => tags[at] ?? 0
  let next = 0
  let kind = 0
  const add = (value: number): void => {
    out[next++] = hashPair(CONTEXT_SEEDS[kind++] as number, value) & mask
  }
  for (let at = 0; at < size; at++) {
    kind = 0
    const word = wordAt(at)
    const before = wordAt(at - 1)
    const after = wordAt(at + 1)
    const start = at === 0 || isEnd(keys[at - 1] as string) ? 1 : 0
    add(hashPair(before, word))
    add(hashPair(word, after))
    add(hashPair(wordAt(at - 2), before))
    add(hashPair(wordAt(at + 2), after))
    add(classAt(at - 1) * 1024 + classAt(at))
    add(classAt(at) * 1024 + classAt(at + 1))
    const shape = shapeAt(at)
    add(shape * 2 + start)
    add(shapeAt(at - 1) * 16 + shape)
    add(shape * 16 + shapeAt(at + 1))
    add((shapeAt(at - 1) * 16 + shape) * 16 + shapeAt(at + 1))
    add((shapeAt(at - 2) * 16 + shapeAt(at - 1)) * 16 + shape)
    add(hashPair(word, shape * 2 + start))
    add(hashPair(before, shape))
    add(hashPair(after, shape))
    add(classAt(at) * 16 + shape)
    const known = knownAt(at)
    add(known * 16 + shape)
    add(known)
    add(knownAt(at - 1) * 64 + known)
    add(known * 64 + knownAt(at + 1))
    add(hashPair(before, known))
    add(Math.min((keys[at] as string).length, 12) * 16 + shape)
    add(at < 2 ? at : start + 2)
    const run = runs[at] as number
    const inRun = Math.min(at - run, 7)
    add(((heads[at] ?? 0) * 4 + (heads[at - 1] ?? 0)) * 16 + shape)
    add((heads[at - 1] ?? 0) * 16 + shape + 1024)
    add(((heads[run] ?? 0) * 8 + inRun) * 16 + shape)
    add(hashPair(wordAt(run), (heads[run - 1] ?? 0) * 8 + inRun))
  }
  return out
}

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
    const kind = known.kind === 'organisation' ? 0 : known.kind === 'person' ? 3 : known.province === null ? 1 : 2
    for (let at = start; at < end; at++)
      tags[at] = 1 + ((kind * 2 + (sure ? 1 : 0)) * 3 + (at === start ? (end - start > 1 ? 1 : 0) : 2))
  }
  return tags
}
