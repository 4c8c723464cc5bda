import {
  compareNumbers,
  compareRare,
  isExact,
  LONG_WORDS,
  lanesShared,
  NEGATED_AT,
  NEGATED_MAX,
  NEGATIONS_AT,
  readPair,
  type SetDifference,
  SIGNATURE_VERSION,
  shinglesShared,
  TAIL_AT,
  wordsOf,
} from './signature.ts'

// How two texts relate: a copy states the same; a template uses the same words and states another fact or the opposite.
export interface Comparison {
  readonly relation: 'copy' | 'template' | 'other'
  // 0 to 1; of several copies the closest is chosen.
  readonly closeness: number
  // Where a template differs when it differs in a single number: at its end, or elsewhere.
  readonly slot: 'tail' | 'number' | null
}

const LANES_MIN = 0.55
// Below this many words a copy may add a word, but not replace one.
const SHORT_WORDS = 9
const SHORT_LANES_MIN = 0.72
// A part of a text shares fewer lanes with the whole, but nearly all of its own.
const PART_WORDS = 12
const PART_LANES_MIN = 0.34
const PART_SHARE_MIN = 0.8
const SHINGLES_MIN = 0.34
// A text this much longer than another contains facts of its own: then it is enough that they share more than half of the facts.
const LENGTH_DIFFERENCE = 6
const FACTS_SHARE = 0.5
// Two long texts that differ in hardly more than a negation.
const EQUAL_SHINGLES = 0.6
const EQUAL_WORDS = 3

const OTHER: Comparison = { relation: 'other', closeness: 0, slot: null }
const EQUAL: Comparison = { relation: 'copy', closeness: 1, slot: null }

export function compareSignatures(a: Uint8Array, b: Uint8Array): Comparison {
  if (a[0] !== SIGNATURE_VERSION || b[0] !== SIGNATURE_VERSION) return OTHER
  const lanes = lanesShared(a, b)
  if (isExact(a) || isExact(b)) return isExact(a) && isExact(b) && lanes === 1 ? EQUAL : OTHER
  const closeness = Math.max(lanes, shinglesShared(a, b))
  if (!areNear(a, b, lanes)) return OTHER
  const numbers = compareNumbers(a, b)
  const rare = compareRare(a, b)
  const sameSense = haveSameSense(a, b)
  if (sameSense && !conflict(a, b, numbers, true) && !conflict(a, b, rare, rare.replaced))
    return { relation: 'copy', closeness, slot: null }
  return { relation: 'template', closeness, slot: sameSense ? slotOf(a, b, numbers, rare) : null }
}

function areNear(a: Uint8Array, b: Uint8Array, lanes: number): boolean {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)]
  const fewer = Math.min(wordsA, wordsB)
  if (lanes >= (fewer < SHORT_WORDS ? SHORT_LANES_MIN : LANES_MIN)) return true
  if (fewer >= PART_WORDS && lanes >= PART_LANES_MIN) {
    const common = (lanes / (1 + lanes)) * (wordsA + wordsB)
    if (common / fewer >= PART_SHARE_MIN) return true
  }
  return shinglesShared(a, b) >= SHINGLES_MIN
}

// Each text has a fact that the other lacks, and states it in place of the other's: not one in a comment before it and the other in a
// source after it. Long texts, and texts of different length, have details of their own.
function conflict(a: Uint8Array, b: Uint8Array, { onlyA, onlyB, both }: SetDifference, replaced: boolean): boolean {
  if (onlyA === 0 || onlyB === 0 || !replaced) return false
  if (!areLong(a, b) && Math.abs(wordsOf(a) - wordsOf(b)) <= LENGTH_DIFFERENCE) return true
  return both / (both + Math.min(onlyA, onlyB)) <= FACTS_SHARE
}

function areLong(a: Uint8Array, b: Uint8Array): boolean {
  return Math.min(wordsOf(a), wordsOf(b)) >= LONG_WORDS
}

// A part of a text, or an article with another introduction, has fewer or more negations and still says the same: a longer text may
// have more of them in what it adds before or after the other.
function haveSameSense(a: Uint8Array, b: Uint8Array): boolean {
  const [negationsA, negationsB] = [a[NEGATIONS_AT] ?? 0, b[NEGATIONS_AT] ?? 0]
  if (negationsA === negationsB) return true
  if (areLong(a, b)) {
    return Math.abs(wordsOf(a) - wordsOf(b)) > EQUAL_WORDS || shinglesShared(a, b) < EQUAL_SHINGLES
  }
  return negationsA > negationsB ? isAdded(a, b) : isAdded(b, a)
}

function isAdded(more: Uint8Array, fewer: Uint8Array): boolean {
  const words = wordsOf(more)
  const added = words - wordsOf(fewer)
  const total = more[NEGATIONS_AT] ?? 0
  let inside = Math.max(0, total - NEGATED_MAX)
  for (let n = 0; n < Math.min(total, NEGATED_MAX); n++) {
    const at = more[NEGATED_AT + n] ?? 0
    if (at >= added && at < words - added) inside++
  }
  return added > 0 && inside <= (fewer[NEGATIONS_AT] ?? 0)
}

function slotOf(a: Uint8Array, b: Uint8Array, numbers: SetDifference, rare: SetDifference): Comparison['slot'] {
  if (rare.onlyA + rare.onlyB > 0 || numbers.onlyA > 1 || numbers.onlyB > 1) return null
  const atEnd = numbers.lastA === readPair(a, TAIL_AT) && numbers.lastB === readPair(b, TAIL_AT)
  return atEnd ? 'tail' : 'number'
}
