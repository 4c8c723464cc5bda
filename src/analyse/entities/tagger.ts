import { type ModelFile, sectionOf, sizeOf } from '../model-file.ts'
import { CLASS_SLOTS } from './classes.ts'
import {
  BEGIN,
  CONTEXT_FEATURES,
  contextFeatures,
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
// Of a transition that no text has: a following word without a first one.
export const NEVER = -40

// A linear-chain conditional random field over hashed features.
export interface Tagger extends FeatureSpace {
  readonly weights: Int8Array | Float32Array
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
    weights: sectionOf(file, 'weights', Int8Array, TAGS << bits),
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
      return spansOf(tags, marginals(sumPaths(sums, size, tagger.transitions), size))
    },
  }
}

function scoreWord({ weights, step }: Tagger, parts: WordParts, scores: Float32Array): void {
  scores.fill(0)
  for (let role = 0; role < ROLES.length; role++)
    for (const feature of roleFeatures(parts, role))
      for (let tag = 0; tag < TAGS; tag++)
        (scores[role * TAGS + tag] as number) += (weights[feature * TAGS + tag] as number) * step
}

function addRoles(
  scores: Float32Array,
  parts: readonly ScoredWord[],
  begin: ScoredWord,
  end: ScoredWord,
): Float64Array {
  const size = parts.length
  const sums = new Float64Array(size * TAGS)
  for (let role = 0; role < ROLES.length; role++) {
    const offset = ROLES[role] as number
    for (let at = 0; at < size; at++) {
      const from = (parts[at + offset] ?? (offset < 0 ? begin : end)).at + role * TAGS
      for (let tag = 0; tag < TAGS; tag++) (sums[at * TAGS + tag] as number) += scores[from + tag] as number
    }
  }
  return sums
}

// The sum of each tag is a variable of its own: sums in an array take twice the time.
function addContext({ weights, step }: Tagger, features: Int32Array, sums: Float64Array): void {
  for (let row = 0, index = 0; row < sums.length; row += TAGS) {
    let [outside, person, persons, organisation, organisations, place, places] = [0, 0, 0, 0, 0, 0, 0]
    for (const end = index + CONTEXT_FEATURES; index < end; index++) {
      const first = (features[index] as number) * TAGS
      outside += weights[first] as number
      person += weights[first + 1] as number
      persons += weights[first + 2] as number
      organisation += weights[first + 3] as number
      organisations += weights[first + 4] as number
      place += weights[first + 5] as number
      places += weights[first + 6] as number
    }
    ;(sums[row] as number) += outside * step
    ;(sums[row + 1] as number) += person * step
    ;(sums[row + 2] as number) += persons * step
    ;(sums[row + 3] as number) += organisation * step
    ;(sums[row + 4] as number) += organisations * step
    ;(sums[row + 5] as number) += place * step
    ;(sums[row + 6] as number) += places * step
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
  readonly moves: Float64Array
}

// The probability of each tag at each word.
export function marginals(sums: Sums, size: number): Float64Array {
  const probabilities = sums.forward.map((value, index) => value * (sums.backward[index] as number))
  for (let at = 0; at < size; at++) normalise(probabilities, at)
  return probabilities
}

export function sumPaths(scores: Float64Array, size: number, transitions: Float32Array): Sums {
  const forward = new Float64Array(size * TAGS)
  const backward = new Float64Array(size * TAGS)
  const moves = Float64Array.from(transitions, Math.exp)
  const odds = wordOdds(scores, size)
  for (let tag = 0; tag < TAGS; tag++) forward[tag] = (moves[TAGS * TAGS + tag] as number) * (odds[tag] as number)
  normalise(forward, 0)
  for (let at = 1; at < size; at++) {
    for (let tag = 0; tag < TAGS; tag++) {
      let sum = 0
      for (let before = 0; before < TAGS; before++)
        sum += (forward[(at - 1) * TAGS + before] as number) * (moves[before * TAGS + tag] as number)
      forward[at * TAGS + tag] = sum * (odds[at * TAGS + tag] as number)
    }
    normalise(forward, at)
  }
  backward.fill(1, (size - 1) * TAGS)
  for (let at = size - 2; at >= 0; at--) {
    for (let tag = 0; tag < TAGS; tag++) {
      let sum = 0
      for (let after = 0; after < TAGS; after++) {
        const index = (at + 1) * TAGS + after
        sum += (moves[tag * TAGS + after] as number) * (odds[index] as number) * (backward[index] as number)
      }
      backward[at * TAGS + tag] = sum
    }
    normalise(backward, at)
  }
  return { forward, backward, odds, moves }
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

function normalise(values: Float64Array, at: number): void {
  let sum = 0
  for (let tag = 0; tag < TAGS; tag++) sum += values[at * TAGS + tag] as number
  for (let tag = 0; tag < TAGS; tag++) (values[at * TAGS + tag] as number) /= sum
}

export function spansOf(tags: Uint8Array, probabilities: Float64Array): TaggedSpan[] {
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
    for (let at = start; at < end; at++)
      confidence = Math.min(confidence, probabilities[at * TAGS + (tags[at] as number)] as number)
    spans.push({ start, end, kind: KINDS[(tag - 1) >> 1] as EntityKind, confidence })
    start = end
  }
  return spans
}
