import { type ByteRows, LANES, newByteRows, OFFSET } from '../byte-rows.ts'
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
import { type NameWords, WORDS_MAX } from './words.ts'

// Tags of words: 0 outside, then for each kind its first word and its following words.
export const KINDS: readonly EntityKind[] = ['person', 'organisation', 'place']
export const TAGS = 1 + KINDS.length * 2
const ROW_BYTES = 8
// Of a transition that no text has: a following word without a first one.
export const NEVER = -40

// A linear-chain conditional random field over hashed features.
export interface Tagger extends FeatureSpace {
  // A row of TAGS weights for each feature.
  readonly rows: ByteRows
  // One step of a weight.
  readonly step: number
  // From tag (row TAGS is the start of the text) to tag.
  readonly transitions: Float32Array
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
    rows: newByteRows(sectionOf(file, 'weights', Int8Array, TAGS << bits), TAGS),
    step: sectionOf(file, 'step', Float32Array, 1)[0] as number,
    transitions: sectionOf(file, 'transitions', Float32Array, (TAGS + 1) * TAGS),
  }
}

// A word, and where its scores begin: what it adds to the scores of itself and of its neighbours, in the order of ROLES.
interface ScoredWord extends Pick<WordParts, 'word' | 'wordClass'> {
  readonly at: number
}

// Most words of a text are common ones, whose scores are kept.
const KEPT_MAX = 20_000
const SCORES = ROLES.length * TAGS

export interface WordTagger {
  tag(words: NameWords, matches: readonly KnownMatch[]): TaggedSpan[]
}

export function openWordTagger(tagger: Tagger): WordTagger {
  const moves = movesOf(tagger.transitions)
  const kept = new Map<string, ScoredWord>()
  // In one array, because arrays of their own would be far apart in memory. A text that begins below KEPT_MAX may go beyond it.
  const scores = new Float32Array((KEPT_MAX + WORDS_MAX + 2) * SCORES)
  const scored = (key: string): ScoredWord => {
    const found = kept.get(key)
    if (found !== undefined) return found
    const parts = readWordParts(key, tagger)
    const word = { word: parts.word, wordClass: parts.wordClass, at: kept.size * SCORES }
    scoreWord(tagger, parts, scores.subarray(word.at, word.at + SCORES))
    kept.set(key, word)
    return word
  }
  return {
    tag(words, matches) {
      const size = words.keys.length
      if (size === 0) return []
      if (kept.size >= KEPT_MAX) kept.clear()
      const parts = words.keys.map(scored)
      const sums = addRoles(scores, parts, scored(BEGIN), scored(END))
      addContext(tagger, contextFeatures(words, matches, parts, tagger.bits), sums)
      const tags = bestPath(sums, size, tagger.transitions)
      if (tags.every((tag) => tag === 0)) return []
      return spansOf(tags, sumPaths(sums, size, moves))
    },
  }
}

function scoreWord({ rows, step }: Tagger, parts: WordParts, scores: Float32Array): void {
  const weights = new Uint8Array(rows.words.buffer)
  scores.fill(0)
  for (let role = 0; role < ROLES.length; role++)
    for (const feature of roleFeatures(parts, role)) {
      const first = feature * ROW_BYTES
      for (let tag = 0; tag < TAGS; tag++)
        (scores[role * TAGS + tag] as number) += ((weights[first + tag] as number) - OFFSET) * step
    }
}

// Each word's own scores and those that its neighbours give it, in the order of ROLES.
function addRoles(
  scores: Float32Array,
  parts: readonly ScoredWord[],
  begin: ScoredWord,
  end: ScoredWord,
): Float64Array {
  const size = parts.length
  const rows = new Int32Array(size + 2 * EDGE).fill(begin.at, 0, EDGE).fill(end.at, size + EDGE)
  for (let at = 0; at < size; at++) rows[at + EDGE] = (parts[at] as ScoredWord).at
  const sums = new Float64Array(size * TAGS)
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

// A row is two words of four bytes, which are summed as two lanes of 16 bits each.
function addContext({ rows, step }: Tagger, features: Int32Array, sums: Float64Array): void {
  const { words } = rows
  const bias = OFFSET * CONTEXT_FEATURES
  for (let row = 0, index = 0; row < sums.length; row += TAGS) {
    let even = 0
    let odd = 0
    let evenAfter = 0
    let oddAfter = 0
    for (const end = index + CONTEXT_FEATURES; index < end; index++) {
      const first = (features[index] as number) << 1
      const word = words[first] as number
      const after = words[first + 1] as number
      even = (even + (word & LANES)) | 0
      odd = (odd + ((word >>> 8) & LANES)) | 0
      evenAfter = (evenAfter + (after & LANES)) | 0
      oddAfter = (oddAfter + ((after >>> 8) & LANES)) | 0
    }
    ;(sums[row] as number) += ((even & 0xffff) - bias) * step
    ;(sums[row + 1] as number) += ((odd & 0xffff) - bias) * step
    ;(sums[row + 2] as number) += ((even >>> 16) - bias) * step
    ;(sums[row + 3] as number) += ((odd >>> 16) - bias) * step
    ;(sums[row + 4] as number) += ((evenAfter & 0xffff) - bias) * step
    ;(sums[row + 5] as number) += ((oddAfter & 0xffff) - bias) * step
    ;(sums[row + 6] as number) += ((evenAfter >>> 16) - bias) * step
  }
}

// The most probable sequence of tags.
function bestPath(scores: Float64Array, size: number, transitions: Float32Array): Uint8Array {
  const best = new Float64Array(TAGS)
  const next = new Float64Array(TAGS)
  const from = new Uint8Array(size * TAGS)
  for (let tag = 0; tag < TAGS; tag++) best[tag] = (scores[tag] as number) + (transitions[TAGS * TAGS + tag] as number)
  for (let at = 1; at < size; at++) {
    for (let tag = 0; tag < TAGS; tag++) {
      let top = -Infinity
      let origin = 0
      for (let before = 0; before < TAGS; before++) {
        const score = (best[before] as number) + (transitions[before * TAGS + tag] as number)
        if (score <= top) continue
        top = score
        origin = before
      }
      next[tag] = top + (scores[at * TAGS + tag] as number)
      from[at * TAGS + tag] = origin
    }
    best.set(next)
  }
  const tags = new Uint8Array(size)
  tags[size - 1] = best.indexOf(Math.max(...best))
  for (let at = size - 1; at > 0; at--) tags[at - 1] = from[at * TAGS + (tags[at] as number)] as number
  return tags
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

export function sumPaths(scores: Float64Array, size: number, moves: Float64Array): Sums {
  const forward = new Float64Array(size * TAGS)
  const backward = new Float64Array(size * TAGS)
  const odds = wordOdds(scores, size)
  for (let tag = 0; tag < TAGS; tag++) forward[tag] = (moves[TAGS * TAGS + tag] as number) * (odds[tag] as number)
  normalise(forward, 0)
  const near = new Float64Array(TAGS)
  for (let row = TAGS; row < forward.length; row += TAGS) {
    near.set(forward.subarray(row - TAGS, row))
    for (let tag = 0; tag < TAGS; tag++)
      forward[row + tag] = sumOf(near, moves, tag, TAGS) * (odds[row + tag] as number)
    normalise(forward, row)
  }
  backward.fill(1, (size - 1) * TAGS)
  for (let row = (size - 2) * TAGS; row >= 0; row -= TAGS) {
    for (let tag = 0; tag < TAGS; tag++)
      near[tag] = (odds[row + TAGS + tag] as number) * (backward[row + TAGS + tag] as number)
    for (let tag = 0; tag < TAGS; tag++) backward[row + tag] = sumOf(near, moves, tag * TAGS, 1)
    normalise(backward, row)
  }
  return { forward, backward, odds }
}

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

function wordOdds(scores: Float64Array, size: number): Float64Array {
  const odds = new Float64Array(size * TAGS)
  for (let at = 0; at < size; at++) {
    let top = -Infinity
    for (let tag = 0; tag < TAGS; tag++) top = Math.max(top, scores[at * TAGS + tag] as number)
    for (let tag = 0; tag < TAGS; tag++)
      odds[at * TAGS + tag] = Math.exp(Math.max((scores[at * TAGS + tag] as number) - top, LEAST))
  }
  return odds
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
