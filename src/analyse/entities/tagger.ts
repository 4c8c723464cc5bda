import { type ByteRows, type ByteTable, newByteTable, openByteRows, sumGroups } from '../byte-rows.ts'
import { type ModelFile, sectionOf, sizeOf } from '../model-file.ts'
import { CLASS_SLOTS } from './classes.ts'
import {
  BEGIN,
  CONTEXT_FEATURES,
  contextFeatures,
  EDGE,
  END,
  type FeatureSpace,
  ROLES,
  readWordParts,
  roleFeatures,
  type WordParts,
} from './features.ts'
import type { EntityKind, KnownMatch } from './gazetteer.ts'
import { bestPath, LEAST, movesOf, OUTSIDE, probabilityOf, START, type Sums, sumPaths, TAGS } from './paths.ts'
import { type NameWords, SLOTS, WORDS_MAX } from './words.ts'

// In the order of their tags (paths.ts).
export const KINDS: readonly EntityKind[] = ['person', 'organisation', 'place']

// A linear-chain conditional random field over hashed features.
export interface Tagger extends FeatureSpace {
  // A row of TAGS weights for each feature.
  readonly rows: ByteTable
  // One step of a weight.
  readonly step: number
  // From tag (row START is the start of the text) to tag.
  readonly transitions: Float32Array
}

interface Weights {
  readonly rows: ByteRows
  readonly step: number
}

export interface TaggedSpan {
  readonly start: number
  readonly end: number
  readonly kind: EntityKind
  // The probability of its least certain tag.
  readonly confidence: number
}

const BITS_MAX = 20
// Nearly all words are outside of names, and most of them are so by themselves and their neighbours, by more than what several words
// say together changes. With this margin no figure of the model card is lower than when all words are read on.
const MARGIN = 5

export function readTagger(file: ModelFile): Tagger {
  const bits = sizeOf(file, 'bits', BITS_MAX)
  return {
    bits,
    classes: sectionOf(file, 'classes', Int16Array, CLASS_SLOTS),
    rows: newByteTable(sectionOf(file, 'weights', Int8Array, TAGS << bits), TAGS),
    step: sectionOf(file, 'step', Float32Array, 1)[0] as number,
    transitions: sectionOf(file, 'transitions', Float32Array, (TAGS + 1) * TAGS),
  }
}

export interface WordTagger {
  tag(words: NameWords, matches: readonly KnownMatch[]): TaggedSpan[]
}

// A larger `margin` reads more words on, `Infinity` all of them.
export function openWordTagger(tagger: Tagger, margin = MARGIN): WordTagger {
  const { transitions, bits } = tagger
  const moves = movesOf(transitions)
  const rows = openByteRows(tagger.rows, { chosenMax: WORDS_MAX * CONTEXT_FEATURES, groupsMax: WORDS_MAX })
  const weights = { rows, step: tagger.step }
  const known = openWordScores(weights, tagger)
  // Most texts are shorter; a longer one replaces it.
  let room = newRoom(256)
  return {
    tag(words, matches) {
      const size = words.keys.length
      if (size === 0) return []
      if (room.size < size) room = newRoom(size)
      const sums = known.addRoles(words, room)
      const chosen = chooseWords(sums, matches, margin, room)
      if (chosen.length === 0) return []
      addContext(weights, contextFeatures(words, matches, room, { chosen, bits }), chosen, sums)
      const spans: TaggedSpan[] = []
      for (let index = 0; index < chosen.length; ) {
        const from = chosen[index] as number
        const first = index
        while (index < chosen.length && chosen[index] === from + index - first) index++
        // With the word after them, which is outside.
        const to = Math.min(from + index - first + 1, size)
        const scores = sums.subarray(from * TAGS, to * TAGS)
        const start = from === 0 ? START : OUTSIDE
        const tags = bestPath(scores, transitions, start, room)
        if (tags.every((tag) => tag === OUTSIDE)) continue
        addSpans(spans, from, tags, sumPaths(scores, moves, start, room))
      }
      return spans
    },
  }
}

// What a word adds to the scores of itself and of its neighbours, in the order of ROLES.
const SCORES = ROLES.length * TAGS

// Keeps the scores of words that were read before, by their slots; behind those, what stands before the first word and after the last.
function openWordScores(weights: Weights, space: FeatureSpace) {
  // In one array, because arrays of their own would be far apart in memory.
  const scores = new Float32Array((SLOTS + 2) * SCORES)
  const hashes = new Int32Array(SLOTS + 2)
  const classes = new Int16Array(SLOTS + 2)
  const isKept = new Uint8Array(SLOTS)
  let generation = -1
  const keep = (key: string, slot: number) => {
    const parts = readWordParts(key, space)
    hashes[slot] = parts.word
    classes[slot] = parts.wordClass
    scoreWord(weights, parts, scores.subarray(slot * SCORES, (slot + 1) * SCORES))
  }
  keep(BEGIN, SLOTS)
  keep(END, SLOTS + 1)
  return {
    // Each word's own scores and those that its neighbours give it.
    addRoles(words: NameWords, room: Room): Float64Array {
      if (words.generation !== generation) isKept.fill(0)
      generation = words.generation
      const { keys, slots } = words
      const size = keys.length
      const { rows, sums } = room
      rows.fill(SLOTS * SCORES, 0, EDGE).fill((SLOTS + 1) * SCORES, size + EDGE, size + 2 * EDGE)
      for (let at = 0; at < size; at++) {
        const slot = slots[at] as number
        if (isKept[slot] === 0) {
          keep(keys[at] as string, slot)
          isKept[slot] = 1
        }
        rows[at + EDGE] = slot * SCORES
        room.hashes[at] = hashes[slot] as number
        room.classes[at] = classes[slot] as number
      }
      sumRoles(scores, rows, sums.subarray(0, size * TAGS))
      return sums.subarray(0, size * TAGS)
    },
  }
}

// Arrays for texts of up to `size` words, used by one after the other.
interface Room extends Sums {
  readonly size: number
  // Where the scores of each word begin.
  readonly rows: Int32Array
  readonly hashes: Int32Array
  readonly classes: Int16Array
  readonly sums: Float64Array
  readonly isKnown: Uint8Array
  readonly chosen: Int32Array
  readonly best: Float64Array
  readonly tags: Uint8Array
}

function newRoom(size: number): Room {
  const column = () => new Float64Array(size * TAGS)
  return {
    size,
    rows: new Int32Array(size + 2 * EDGE),
    hashes: new Int32Array(size),
    classes: new Int16Array(size),
    isKnown: new Uint8Array(size),
    chosen: new Int32Array(size),
    tags: new Uint8Array(size),
    sums: column(),
    best: column(),
    forward: column(),
    backward: column(),
    odds: column(),
  }
}

function scoreWord({ rows, step }: Weights, parts: WordParts, scores: Float32Array): void {
  scores.fill(0)
  for (let role = 0; role < ROLES.length; role++)
    for (const feature of roleFeatures(parts, role)) {
      const first = feature * rows.columns
      for (let tag = 0; tag < TAGS; tag++)
        (scores[role * TAGS + tag] as number) += (rows.values[first + tag] as number) * step
    }
}

function sumRoles(scores: Float32Array, rows: Int32Array, sums: Float64Array): void {
  for (let to = 0, place = EDGE; to < sums.length; to += TAGS, place++) {
    const own = rows[place] as number
    const before = (rows[place - 1] as number) + TAGS
    const after = (rows[place + 1] as number) + 2 * TAGS
    const earlier = (rows[place - 2] as number) + 3 * TAGS
    const later = (rows[place + 2] as number) + 4 * TAGS
    for (let tag = 0; tag < TAGS; tag++) {
      const near = (scores[own + tag] as number) + (scores[before + tag] as number) + (scores[after + tag] as number)
      sums[to + tag] = near + (scores[earlier + tag] as number) + (scores[later + tag] as number)
    }
  }
}

// The words that may be part of a name, in ascending order; the others are marked as outside.
function chooseWords(
  sums: Float64Array,
  matches: readonly KnownMatch[],
  margin: number,
  { isKnown, chosen }: Room,
): Int32Array {
  const size = sums.length / TAGS
  isKnown.fill(0, 0, size)
  for (const { start, end } of matches) isKnown.fill(1, start, end)
  let count = 0
  for (let at = 0; at < size; at++) {
    const row = at * TAGS
    let top = -Infinity
    for (let tag = 1; tag < TAGS; tag++) top = Math.max(top, sums[row + tag] as number)
    if (isKnown[at] === 1 || top > (sums[row] as number) - margin) chosen[count++] = at
    else sums.fill(LEAST, row + 1, row + TAGS).fill(0, row, row + 1)
  }
  return chosen.subarray(0, count)
}

function addContext({ rows, step }: Weights, features: Int32Array, chosen: Int32Array, sums: Float64Array): void {
  const added = sumGroups(rows, features, CONTEXT_FEATURES)
  for (let index = 0, from = 0; index < chosen.length; index++, from += rows.columns) {
    const row = (chosen[index] as number) * TAGS
    for (let tag = 0; tag < TAGS; tag++) (sums[row + tag] as number) += (added[from + tag] as number) * step
  }
}

// Of a run of words that begins at `from`.
function addSpans(spans: TaggedSpan[], from: number, tags: Uint8Array, sums: Sums): void {
  for (let start = 0; start < tags.length; ) {
    const tag = tags[start] as number
    if (tag === OUTSIDE) {
      start++
      continue
    }
    const following = tag % 2 === 1 ? tag + 1 : tag
    let end = start + 1
    while (end < tags.length && tags[end] === following) end++
    let confidence = 1
    for (let at = start; at < end; at++) confidence = Math.min(confidence, probabilityOf(sums, at, tags[at] as number))
    spans.push({ start: from + start, end: from + end, kind: KINDS[(tag - 1) >> 1] as EntityKind, confidence })
    start = end
  }
}
