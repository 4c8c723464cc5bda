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
import { type NameWords, SLOTS, WORDS_MAX } from './words.ts'

// Tags of words: 0 outside, then for each kind its first word and its following words.
export const KINDS: readonly EntityKind[] = ['person', 'organisation', 'place']
export const TAGS = 1 + KINDS.length * 2
// Of a transition that no text has: a following word without a first one.
export const NEVER = -40

// A linear-chain conditional random field over hashed features.
export interface Tagger extends FeatureSpace {
  // A row of TAGS weights for each feature.
  readonly rows: ByteTable
  // One step of a weight.
  readonly step: number
  // From tag (row TAGS is the start of the text) to tag.
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

// A word, and where its scores begin: what it adds to the scores of itself and of its neighbours, in the order of ROLES.
interface ScoredWord extends Pick<WordParts, 'word' | 'wordClass'> {
  readonly at: number
}

const SCORES = ROLES.length * TAGS

export interface WordTagger {
  tag(words: NameWords, matches: readonly KnownMatch[]): TaggedSpan[]
}

export function openWordTagger(tagger: Tagger): WordTagger {
  const moves = movesOf(tagger.transitions)
  const rows = openByteRows(tagger.rows, { chosenMax: WORDS_MAX * CONTEXT_FEATURES, groupsMax: WORDS_MAX })
  const weights = { rows, step: tagger.step }
  // Most texts are shorter; a longer one replaces it.
  let room = newRoom(256)
  // Of words that were read before, by their slots; behind those, what stands before the first word and after the last.
  const kept = new Array<ScoredWord | undefined>(SLOTS).fill(undefined)
  let generation = -1
  // In one array, because arrays of their own would be far apart in memory.
  const scores = new Float32Array((SLOTS + 2) * SCORES)
  const score = (key: string, slot: number): ScoredWord => {
    const parts = readWordParts(key, tagger)
    const at = slot * SCORES
    scoreWord(weights, parts, scores.subarray(at, at + SCORES))
    return { word: parts.word, wordClass: parts.wordClass, at }
  }
  const begin = score(BEGIN, SLOTS)
  const end = score(END, SLOTS + 1)
  const scored = ({ keys, slots }: NameWords, at: number): ScoredWord => {
    const slot = slots[at] as number
    const word = kept[slot] ?? score(keys[at] as string, slot)
    kept[slot] = word
    return word
  }
  return {
    tag(words, matches) {
      const size = words.keys.length
      if (size === 0) return []
      if (room.size < size) room = newRoom(size)
      if (words.generation !== generation) kept.fill(undefined)
      generation = words.generation
      const parts = words.keys.map((_, at) => scored(words, at))
      const sums = addRoles(scores, parts, begin, end, room)
      addContext(weights, contextFeatures(words, matches, parts, tagger.bits), sums)
      const tags = bestPath(sums, size, tagger.transitions, room)
      const first = tags.findIndex((tag) => tag !== 0)
      if (first < 0) return []
      const last = tags.findLastIndex((tag) => tag !== 0)
      return spansOf(tags, sumPaths(sums, size, moves, { sums: room, first, last }))
    },
  }
}

// Arrays for texts of up to `size` words, used by one after the other.
interface Room extends Sums {
  readonly size: number
  readonly rows: Int32Array
  readonly scores: Float64Array
  readonly best: Float64Array
  readonly tags: Uint8Array
}

function newRoom(size: number): Room {
  return {
    size,
    ...newSums(size),
    rows: new Int32Array(size + 2 * EDGE),
    scores: new Float64Array(size * TAGS),
    best: new Float64Array(size * TAGS),
    tags: new Uint8Array(size),
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

// Each word's own scores and those that its neighbours give it, in the order of ROLES.
function addRoles(
  scores: Float32Array,
  parts: readonly ScoredWord[],
  begin: ScoredWord,
  end: ScoredWord,
  { rows, scores: all }: Room,
): Float64Array {
  const size = parts.length
  rows.fill(begin.at, 0, EDGE).fill(end.at, size + EDGE, size + 2 * EDGE)
  for (let at = 0; at < size; at++) rows[at + EDGE] = (parts[at] as ScoredWord).at
  const sums = all.subarray(0, size * TAGS)
  for (let at = 0; at < size; at++) {
    const own = rows[at + EDGE] as number
    const before = (rows[at + EDGE - 1] as number) + TAGS
    const after = (rows[at + EDGE + 1] as number) + 2 * TAGS
    const earlier = (rows[at + EDGE - 2] as number) + 3 * TAGS
    const later = (rows[at + EDGE + 2] as number) + 4 * TAGS
    for (let tag = 0; tag < TAGS; tag++) {
      const near = (scores[own + tag] as number) + (scores[before + tag] as number) + (scores[after + tag] as number)
      sums[at * TAGS + tag] = near + (scores[earlier + tag] as number) + (scores[later + tag] as number)
    }
  }
  return sums
}

function addContext({ rows, step }: Weights, features: Int32Array, sums: Float64Array): void {
  const added = sumGroups(rows, features, CONTEXT_FEATURES)
  for (let row = 0, from = 0; row < sums.length; row += TAGS, from += rows.columns)
    for (let tag = 0; tag < TAGS; tag++) (sums[row + tag] as number) += (added[from + tag] as number) * step
}

// The most probable sequence of tags. What each best score comes from is looked up only on the best path.
function bestPath(scores: Float64Array, size: number, transitions: Float32Array, { best, tags }: Room): Uint8Array {
  for (let tag = 0; tag < TAGS; tag++) best[tag] = (scores[tag] as number) + (transitions[TAGS * TAGS + tag] as number)
  for (let row = TAGS; row < size * TAGS; row += TAGS) {
    for (let tag = 0; tag < TAGS; tag++) {
      let top = (best[row - TAGS] as number) + (transitions[tag] as number)
      for (let before = 1; before < TAGS; before++) {
        const score = (best[row - TAGS + before] as number) + (transitions[before * TAGS + tag] as number)
        if (score > top) top = score
      }
      best[row + tag] = top + (scores[row + tag] as number)
    }
  }
  const end = (size - 1) * TAGS
  let last = 0
  for (let tag = 1; tag < TAGS; tag++) if ((best[end + tag] as number) > (best[end + last] as number)) last = tag
  tags[size - 1] = last
  for (let at = size - 1; at > 0; at--) tags[at - 1] = originOf(best, at, tags[at] as number, transitions)
  return tags.subarray(0, size)
}

// The tag before the one at a word from which its best score comes; of equals, the first.
function originOf(best: Float64Array, at: number, tag: number, transitions: Float32Array): number {
  let top = -Infinity
  let origin = 0
  for (let before = 0; before < TAGS; before++) {
    const score = (best[(at - 1) * TAGS + before] as number) + (transitions[before * TAGS + tag] as number)
    if (score <= top) continue
    top = score
    origin = before
  }
  return origin
}

// Forward and backward sums of all sequences, each word scaled to sum to 1.
export interface Sums {
  readonly forward: Float64Array
  readonly backward: Float64Array
  readonly odds: Float64Array
}

// The odds of all transitions.
export function movesOf(transitions: Float32Array): Float64Array {
  return Float64Array.from(transitions, Math.exp)
}

function newSums(size: number): Sums {
  const column = () => new Float64Array(size * TAGS)
  return { forward: column(), backward: column(), odds: column() }
}

export interface SumOptions {
  // Written to and returned.
  readonly sums: Sums
  // The words whose sums are needed: forward ones are written up to the last of them, backward ones from the first on.
  readonly first: number
  readonly last: number
}

export function sumPaths(
  scores: Float64Array,
  size: number,
  moves: Float64Array,
  { sums, first, last }: SumOptions = { sums: newSums(size), first: 0, last: size - 1 },
): Sums {
  const { forward, backward, odds } = sums
  writeOdds(scores, size, odds)
  for (let tag = 0; tag < TAGS; tag++) forward[tag] = (moves[TAGS * TAGS + tag] as number) * (odds[tag] as number)
  normalise(forward, 0)
  for (let row = TAGS; row <= last * TAGS; row += TAGS) {
    for (let tag = 0; tag < TAGS; tag++) near[tag] = forward[row - TAGS + tag] as number
    for (let tag = 0; tag < TAGS; tag++)
      forward[row + tag] = sumOf(near, moves, tag, TAGS) * (odds[row + tag] as number)
    normalise(forward, row)
  }
  backward.fill(1, (size - 1) * TAGS, size * TAGS)
  for (let row = (size - 2) * TAGS; row >= first * TAGS; row -= TAGS) {
    for (let tag = 0; tag < TAGS; tag++)
      near[tag] = (odds[row + TAGS + tag] as number) * (backward[row + TAGS + tag] as number)
    for (let tag = 0; tag < TAGS; tag++) backward[row + tag] = sumOf(near, moves, tag * TAGS, 1)
    normalise(backward, row)
  }
  return sums
}

const near = new Float64Array(TAGS)

// The sum of the tags of one word, each times its move. Written out: a loop takes twice the time.
function sumOf(tags: Float64Array, moves: Float64Array, from: number, step: number): number {
  return (
    (tags[0] as number) * (moves[from] as number) +
    (tags[1] as number) * (moves[from + step] as number) +
    (tags[2] as number) * (moves[from + 2 * step] as number) +
    (tags[3] as number) * (moves[from + 3 * step] as number) +
    (tags[4] as number) * (moves[from + 4 * step] as number) +
    (tags[5] as number) * (moves[from + 5 * step] as number) +
    (tags[6] as number) * (moves[from + 6 * step] as number)
  )
}

// The probability of a tag at a word.
export function probabilityOf({ forward, backward }: Sums, at: number, tag: number): number {
  let sum = 0
  for (let slot = at * TAGS; slot < (at + 1) * TAGS; slot++)
    sum += (forward[slot] as number) * (backward[slot] as number)
  return ((forward[at * TAGS + tag] as number) * (backward[at * TAGS + tag] as number)) / sum
}

// Keeps sums above zero where a model is very sure.
const LEAST = -60

function writeOdds(scores: Float64Array, size: number, odds: Float64Array): void {
  for (let at = 0; at < size; at++) {
    let top = -Infinity
    for (let tag = 0; tag < TAGS; tag++) top = Math.max(top, scores[at * TAGS + tag] as number)
    for (let tag = 0; tag < TAGS; tag++)
      odds[at * TAGS + tag] = Math.exp(Math.max((scores[at * TAGS + tag] as number) - top, LEAST))
  }
}

function normalise(values: Float64Array, row: number): void {
  let sum = 0
  for (let slot = row; slot < row + TAGS; slot++) sum += values[slot] as number
  for (let slot = row; slot < row + TAGS; slot++) (values[slot] as number) /= sum
}

function spansOf(tags: Uint8Array, sums: Sums): TaggedSpan[] {
  const spans: TaggedSpan[] = []
  for (let start = 0; start < tags.length; ) {
    const tag = tags[start] as number
    if (tag === 0) {
      start++
      continue
    }
    const following = tag % 2 === 1 ? tag + 1 : tag
    let end = start + 1
    while (end < tags.length && tags[end] === following) end++
    let confidence = 1
    for (let at = start; at < end; at++) confidence = Math.min(confidence, probabilityOf(sums, at, tags[at] as number))
    spans.push({ start, end, kind: KINDS[(tag - 1) >> 1] as EntityKind, confidence })
    start = end
  }
  return spans
}
