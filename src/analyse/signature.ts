// The stored form of a near-duplicate signature, little-endian: a header, 64 lanes of one byte, the hashes of the numbers (2 bytes
// each), the rare words (2 bytes of hash and one each for the words before and after it), and the smallest shingles (4 bytes each). The share of equal lanes estimates the Jaccard similarity of two
// texts' words and word pairs. A set that is full holds its smallest hashes only.
export const SIGNATURE_VERSION = 2
// In the second byte: the text is so short that only an equal one is a copy.
export const EXACT_FLAG = 1
export const WORDS_AT = 2
export const NEGATIONS_AT = 4
export const NUMBERS_AT = 5
export const RARE_AT = 6
export const SHINGLES_AT = 7
// The number that is the last word; 0 when the last word is none.
export const TAIL_AT = 8
// Where the first negations are, counted in words; 255 for one further on.
export const NEGATED_AT = 10
export const NEGATED_MAX = 4
export const HEADER_BYTES = NEGATED_AT + NEGATED_MAX
export const LANES_TOTAL = 64
export const FACTS_MAX = 24
export const SHINGLES_MAX = 24
// From this many words on a text has shingles.
export const LONG_WORDS = 60

export function wordsOf(signature: Uint8Array): number {
  return readPair(signature, WORDS_AT)
}

export function isExact(signature: Uint8Array): boolean {
  return signature[1] === EXACT_FLAG
}

export function readPair(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

// The share of equal lanes, corrected for lanes of eight bits that are equal by chance.
export function lanesShared(a: Uint8Array, b: Uint8Array): number {
  let equal = 0
  for (let lane = HEADER_BYTES; lane < HEADER_BYTES + LANES_TOTAL; lane++) if (a[lane] === b[lane]) equal++
  return Math.max(0, (equal / LANES_TOTAL - 1 / 256) / (1 - 1 / 256))
}

export interface SetDifference {
  onlyA: number
  onlyB: number
  both: number
  // The last hash that only one of them has.
  lastA: number
  lastB: number
}

interface StoredSet {
  readonly size: number
  at(n: number): number
}

// Compares two sorted sets of hashes as far as both are complete.
function compareSets(
  a: StoredSet,
  b: StoredSet,
  sizeMax: number,
  onDifference: (side: 'a' | 'b', n: number) => void = () => {},
): SetDifference {
  const found = { onlyA: 0, onlyB: 0, both: 0, lastA: 0, lastB: 0 }
  const endOf = (set: typeof a) => (set.size < sizeMax ? Number.POSITIVE_INFINITY : set.at(set.size - 1))
  const end = Math.min(endOf(a), endOf(b))
  let [i, j] = [0, 0]
  while (i < a.size || j < b.size) {
    const left = i < a.size ? a.at(i) : Number.POSITIVE_INFINITY
    const right = j < b.size ? b.at(j) : Number.POSITIVE_INFINITY
    if (Math.min(left, right) > end) break
    if (left === right) {
      found.both++
      i++
      j++
    } else if (left < right) {
      found.onlyA++
      found.lastA = left
      onDifference('a', i)
      i++
    } else {
      found.onlyB++
      found.lastB = right
      onDifference('b', j)
      j++
    }
  }
  return found
}

export function compareNumbers(a: Uint8Array, b: Uint8Array): SetDifference {
  return compareSets(numbersOf(a), numbersOf(b), FACTS_MAX)
}

export interface RareDifference extends SetDifference {
  // Whether a word of one text stands where the other has another one: between the same words, or beside one of them.
  readonly replaced: boolean
}

export function compareRare(a: Uint8Array, b: Uint8Array): RareDifference {
  const onlyA: number[] = []
  const onlyB: number[] = []
  const difference = compareSets(rareOf(a), rareOf(b), FACTS_MAX, (side, n) => (side === 'a' ? onlyA : onlyB).push(n))
  const isBeside = (at: number, other: number) =>
    [2, 3].some((neighbour) => {
      const [own, its] = [a[rareStart(a) + 4 * at + neighbour], b[rareStart(b) + 4 * other + neighbour]]
      return own === its && own !== 0
    })
  return { ...difference, replaced: onlyA.some((at) => onlyB.some((other) => isBeside(at, other))) }
}

function rareStart(signature: Uint8Array): number {
  return HEADER_BYTES + LANES_TOTAL + 2 * (signature[NUMBERS_AT] ?? 0)
}

// The estimated share of common shingles; 0 unless both texts have some.
export function shinglesShared(a: Uint8Array, b: Uint8Array): number {
  const [first, second] = [shinglesOf(a), shinglesOf(b)]
  if (first.size === 0 || second.size === 0) return 0
  const { onlyA, onlyB, both } = compareSets(first, second, SHINGLES_MAX)
  return both / (onlyA + onlyB + both)
}

function numbersOf(signature: Uint8Array) {
  const start = HEADER_BYTES + LANES_TOTAL
  return { size: signature[NUMBERS_AT] ?? 0, at: (n: number) => readPair(signature, start + 2 * n) }
}

function rareOf(signature: Uint8Array) {
  const start = rareStart(signature)
  return { size: signature[RARE_AT] ?? 0, at: (n: number) => readPair(signature, start + 4 * n) }
}

function shinglesOf(signature: Uint8Array) {
  const start = rareStart(signature) + 4 * (signature[RARE_AT] ?? 0)
  const at = (n: number) => readPair(signature, start + 4 * n) + readPair(signature, start + 4 * n + 2) * 65_536
  return { size: signature[SHINGLES_AT] ?? 0, at }
}
