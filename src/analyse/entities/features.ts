import { addUnit, finish, hashPair } from '../hash.ts'
import { classOf } from './classes.ts'
import type { KnownMatch } from './gazetteer.ts'
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
// How far the neighbours of a word are away, at most.
export const EDGE = 2
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
  const features = new Int32Array(WORD_FEATURES)
  features[0] = word
  features[1] = wordClass
  for (let length = 2, next = 2; length <= 5; length++) {
    features[next++] = hashOf(key, 0, Math.min(length, size))
    features[next++] = hashOf(key, Math.max(0, size - length), size)
  }
  const [beginning, ending] = [features[4] as number, features[5] as number]
  for (let role = 1; role < ROLES.length; role++) {
    const first = ROLE_STARTS[role] as number
    features[first] = word
    features[first + 1] = wordClass
    if (role > 2) continue
    features[first + 2] = beginning
    features[first + 3] = ending
  }
  seedFeatures(features, WORD_SEEDS, bits)
  return { word, wordClass, features }
}

export function roleFeatures({ features }: WordParts, role: number): Int32Array {
  return features.subarray(ROLE_STARTS[role] as number, ROLE_STARTS[role + 1] as number)
}

// The features of all words, FEATURES_PER_WORD each, as they are trained.
export function nameFeatures(words: NameWords, matches: readonly KnownMatch[], space: FeatureSpace): Int32Array {
  const parts = words.keys.map((key) => readWordParts(key, space))
  const begin = readWordParts(BEGIN, space)
  const end = readWordParts(END, space)
  const own = { hashes: parts.map(({ word }) => word), classes: parts.map(({ wordClass }) => wordClass) }
  const context = contextFeatures(words, matches, own, { chosen: [...parts.keys()], bits: space.bits })
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
const SEEDS = Int32Array.from({ length: FEATURES_PER_WORD }, (_, kind) => seedOf(kind))
const WORD_SEEDS = SEEDS.subarray(0, WORD_FEATURES)
const CONTEXT_SEEDS = SEEDS.subarray(WORD_FEATURES)

// The hash and the class of each word of a text.
interface OwnFeatures {
  readonly hashes: ArrayLike<number>
  readonly classes: ArrayLike<number>
}

interface ContextOptions {
  // The words whose features are returned.
  readonly chosen: ArrayLike<number>
  readonly bits: number
}

// The features of words that several words decide, CONTEXT_FEATURES each. Valid only until the next call.
export function contextFeatures(
  words: NameWords,
  matches: readonly KnownMatch[],
  own: OwnFeatures,
  { chosen, bits }: ContextOptions,
): Int32Array {
  const { keys } = words
  const size = keys.length
  if (room.size < size) room = newRoom(size)
  const { hashes, classes, shapes, known, heads, runs, features: out } = room
  readRuns(words, runs)
  readNeighbours(words, matches, own, room)
  let next = 0
  for (let index = 0; index < chosen.length; index++) {
    const at = chosen[index] as number
    const place = at + EDGE
    const word = hashes[place] as number
    const before = hashes[place - 1] as number
    const after = hashes[place + 1] as number
    const ownClass = classes[place] as number
    const classBefore = classes[place - 1] as number
    const shape = shapes[place] as number
    const shapeBefore = shapes[place - 1] as number
    const name = known[place] as number
    const head = heads[place] as number
    const headBefore = heads[place - 1] as number
    const start = at === 0 || isEnd(keys[at - 1] as string) ? 1 : 0
    out[next++] = hashPair(before, word)
    out[next++] = hashPair(word, after)
    out[next++] = hashPair(hashes[place - 2] as number, before)
    out[next++] = hashPair(hashes[place + 2] as number, after)
    out[next++] = classBefore * 1024 + ownClass
    out[next++] = ownClass * 1024 + (classes[place + 1] as number)
    out[next++] = shape * 2 + start
    out[next++] = shapeBefore * 16 + shape
    out[next++] = shape * 16 + (shapes[place + 1] as number)
    out[next++] = (shapeBefore * 16 + shape) * 16 + (shapes[place + 1] as number)
    out[next++] = ((shapes[place - 2] as number) * 16 + shapeBefore) * 16 + shape
    out[next++] = hashPair(word, shape * 2 + start)
    out[next++] = hashPair(before, shape)
    out[next++] = hashPair(after, shape)
    out[next++] = ownClass * 16 + shape
    out[next++] = name * 16 + shape
    out[next++] = name
    out[next++] = (known[place - 1] as number) * 64 + name
    out[next++] = name * 64 + (known[place + 1] as number)
    out[next++] = hashPair(before, name)
    out[next++] = Math.min((keys[at] as string).length, 12) * 16 + shape
    out[next++] = at < 2 ? at : start + 2
    const run = (runs[at] as number) + EDGE
    const inRun = Math.min(place - run, 7)
    out[next++] = (head * 4 + headBefore) * 16 + shape
    out[next++] = headBefore * 16 + shape + 1024
    out[next++] = ((heads[run] as number) * 8 + inRun) * 16 + shape
    out[next++] = hashPair(hashes[run] as number, (heads[run - 1] as number) * 8 + inRun)
  }
  const features = out.subarray(0, next)
  seedFeatures(features, CONTEXT_SEEDS, bits)
  return features
}

const NO_SHAPE = 7
const CASED = 8

interface Neighbours {
  readonly hashes: Int32Array
  readonly classes: Int32Array
  readonly shapes: Int32Array
  readonly known: Int32Array
  readonly heads: Int32Array
}

// What is written of a text before it is read as features: arrays for texts of up to `size` words.
interface Room extends Neighbours {
  readonly size: number
  readonly runs: Uint16Array
  readonly features: Int32Array
}

function newRoom(size: number): Room {
  const column = () => new Int32Array(size + 2 * EDGE)
  return {
    size,
    hashes: column(),
    classes: column(),
    shapes: column(),
    known: column(),
    heads: column(),
    runs: new Uint16Array(size),
    features: new Int32Array(size * CONTEXT_FEATURES),
  }
}

// Most texts are shorter; a longer one replaces it.
let room = newRoom(256)

function readNeighbours(
  words: NameWords,
  matches: readonly KnownMatch[],
  own: OwnFeatures,
  { hashes, classes, shapes, known, heads }: Neighbours,
): void {
  const size = words.keys.length
  const end = size + EDGE
  const casing = words.cased ? CASED : 0
  hashes.fill(BOUNDARY - 1, 0, EDGE).fill(BOUNDARY + 1, end, end + EDGE)
  classes.fill(0, end, end + EDGE)
  shapes.fill(NO_SHAPE + casing, 0, EDGE).fill(NO_SHAPE + casing, end, end + EDGE)
  heads.fill(0, end, end + EDGE)
  known.fill(0, 0, end + EDGE)
  writeKnown(matches, known)
  for (let at = 0, place = EDGE; at < size; at++, place++) {
    hashes[place] = own.hashes[at] as number
    classes[place] = own.classes[at] as number
    shapes[place] = (words.shapes[at] as number) + casing
    heads[place] = words.heads[at] as number
  }
}

// Each kind of feature has a seed, so that equal values of different kinds are different features.
function seedFeatures(features: Int32Array, seeds: Int32Array, bits: number): void {
  const mask = (1 << bits) - 1
  for (let next = 0; next < features.length; ) {
    for (let kind = 0; kind < seeds.length; kind++, next++) {
      features[next] = hashPair(seeds[kind] as number, features[next] as number) & mask
    }
  }
}

// Of each word, where the run of capitalised words begins that it is in; a word outside of one begins its own.
function readRuns({ shapes }: NameWords, starts: Uint16Array): void {
  for (let at = 0; at < shapes.length; at++) {
    const shape = shapes[at] as number
    const joins = at > 0 && shape !== LOWER && shape !== SIGN && shape !== DIGITS
    const before = shapes[at - 1]
    starts[at] = joins && before !== LOWER && before !== SIGN && before !== DIGITS ? (starts[at - 1] as number) : at
  }
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
function writeKnown(matches: readonly KnownMatch[], tags: Int32Array): void {
  for (const { start, end, known, sure } of matches) {
    const kind = known.kind === 'organisation' ? 0 : known.kind === 'person' ? 3 : known.province === null ? 1 : 2
    for (let at = start; at < end; at++)
      tags[at + EDGE] = 1 + ((kind * 2 + (sure ? 1 : 0)) * 3 + (at === start ? (end - start > 1 ? 1 : 0) : 2))
  }
}
