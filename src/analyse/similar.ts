import { POST_TEXT_MAX } from '../domain/post.ts'
import { cutText } from '../text/plain.ts'
import { commonWords } from './common-words.ts'
import { isNegation } from './negations.ts'
import {
  EXACT_FLAG,
  FACTS_MAX,
  HEAD_AT,
  HEADER_BYTES,
  LANES_TOTAL,
  LONG_WORDS,
  NEGATED_AT,
  NEGATED_MAX,
  NEGATIONS_AT,
  NUMBERS_AT,
  RARE_AT,
  SHINGLES_AT,
  SHINGLES_MAX,
  SIGNATURE_VERSION,
  TAIL_AT,
  WORDS_AT,
} from './signature.ts'
import { BREAK, hashText, mix, NUMBER, readWords, type Words } from './similar-words.ts'

// A near-duplicate signature (its layout is in signature.ts), and the keys under which it is found: two texts that are near-duplicates share at least one with
// high probability. Measured in docs/explanation/near-duplicates.md.
export interface Fingerprint {
  readonly signature: Uint8Array
  // Signed 32-bit, without duplicates, the most specific first.
  readonly keys: readonly number[]
}

// Below this many words a single changed word makes a different statement, so only equal words count as a copy.
const EXACT_WORDS = 5
const BANDS_TOTAL = 6
const BAND_LANES = 3
const SHINGLE_WORDS = 6
const SHINGLE_KEYS = 6
// A copy is often cut at its end or preceded by a comment: the words at one of its ends stay the same.
const END_WORDS = 6
const END_FACTS = 2
// Two texts that begin with the same words: what one has more is at its end.
const HEAD_WORDS = 3

// Every feature falls into one lane of each block. A single block would be plain one-permutation hashing, which is noisy for a
// tweet; four blocks fill its lanes four times as well and cost little compared with reading the words.
const BLOCKS_TOTAL = 4
const BLOCK_LANES = LANES_TOTAL / BLOCKS_TOTAL
const BLOCK_SALTS = Uint32Array.from({ length: BLOCKS_TOTAL }, (_, block) => mix(0x9e3779b9 * (block + 1)))
const EMPTY = 0xffffffff
// All numbers are one word in the lanes, so that a text is found again with other figures.
const ANY_NUMBER = hashText('#')

// A lane without a feature takes the value of another lane of its block, in an order that is the same for all texts.
const PROBES = Uint8Array.from({ length: BLOCK_LANES * BLOCK_LANES }, (_, at) => {
  const lane = Math.floor(at / BLOCK_LANES)
  const others = [...Array(BLOCK_LANES).keys()].sort((a, b) => mix(lane * 64 + a + 1) - mix(lane * 64 + b + 1))
  return others[at % BLOCK_LANES] ?? 0
})

const minima = new Uint32Array(LANES_TOTAL)
const masked = new Uint32Array(16_384)

// The smallest values of a stream, in order, distinct in their upper bits.
class Smallest {
  readonly values: Uint32Array
  readonly #lowerBits: number
  size = 0

  constructor(max: number, lowerBits: number) {
    this.values = new Uint32Array(max)
    this.#lowerBits = lowerBits
  }

  add(value: number): void {
    const { values } = this
    if (this.size === values.length && value >= (values[this.size - 1] ?? 0)) return
    let at = this.size
    while (at > 0 && (values[at - 1] ?? 0) > value) at--
    if (at > 0 && this.#areSame(values[at - 1] ?? 0, value)) return
    if (at < this.size && this.#areSame(values[at] ?? 0, value)) return
    if (this.size < values.length) this.size++
    values.copyWithin(at + 1, at, this.size - 1)
    values[at] = value
  }

  #areSame(a: number, b: number): boolean {
    return a >>> this.#lowerBits === b >>> this.#lowerBits
  }
}

// A fact is 16 bits of hash; below them a rare word has the bytes of its neighbours.
const numbers = new Smallest(FACTS_MAX, 16)
const rare = new Smallest(FACTS_MAX, 16)
const shingles = new Smallest(SHINGLES_MAX, 0)
const negated = new Uint8Array(NEGATED_MAX)
// Facts in the order of the text: the first and the last ones.
const factsInOrder: number[] = []

export function fingerprintOf(text: string): Fingerprint {
  const words = readWords(cutText(text, POST_TEXT_MAX))
  if (words.count < EXACT_WORDS) return exactFingerprint(text, words)
  const negations = readFacts(words)
  minima.fill(EMPTY)
  for (let at = 0; at < words.count; at++) {
    addFeature(masked[at] ?? 0)
    if (at > 0) addFeature(joined(masked[at - 1] ?? 0, masked[at] ?? 0))
  }
  fillEmptyLanes()
  shingles.size = 0
  if (words.count >= LONG_WORDS) readShingles(words.count)
  return { signature: encode(words, negations), keys: keysOf(words) }
}

// Fills `masked` and the sets of facts, and returns the number of negations.
function readFacts(words: Words): number {
  const { hashes, kinds, count } = words
  const common = commonWords()
  let negations = 0
  numbers.size = 0
  rare.size = 0
  factsInOrder.length = 0
  for (let at = 0; at < count; at++) {
    const hash = hashes[at] ?? 0
    const isNumber = ((kinds[at] ?? 0) & NUMBER) !== 0
    masked[at] = isNumber ? ANY_NUMBER : hash
    if (!isNumber && isNegation(hash)) {
      if (negations < NEGATED_MAX) negated[negations] = Math.min(at, 0xff)
      negations++
      continue
    }
    if (!isNumber && common.has(hash | 0)) continue
    factsInOrder.push(hash)
    if (isNumber) numbers.add((factOf(hash) << 16) >>> 0)
    else rare.add(((factOf(hash) << 16) | neighboursOf(words, at)) >>> 0)
  }
  return negations
}

// A byte for the word after and one for the word before; zero where there is none in the same sentence.
function neighboursOf({ hashes, kinds, count }: Words, at: number): number {
  const hasNext = at + 1 < count && ((kinds[at + 1] ?? 0) & BREAK) === 0
  const hasPrevious = at > 0 && ((kinds[at] ?? 0) & BREAK) === 0
  const byteOf = (hash: number) => (hash >>> 8) & 0xff || 1
  return (hasNext ? byteOf(hashes[at + 1] ?? 0) << 8 : 0) | (hasPrevious ? byteOf(hashes[at - 1] ?? 0) : 0)
}

// Facts are compared as 16 bits; zero means none.
function factOf(hash: number): number {
  return hash >>> 16 || 1
}

function addFeature(feature: number): void {
  for (let block = 0; block < BLOCKS_TOTAL; block++) {
    const hash = mix(feature ^ (BLOCK_SALTS[block] ?? 0))
    const lane = block * BLOCK_LANES + (hash & (BLOCK_LANES - 1))
    if (hash < (minima[lane] ?? 0)) minima[lane] = hash
  }
}

function fillEmptyLanes(): void {
  for (let block = 0; block < LANES_TOTAL; block += BLOCK_LANES) {
    const filled = minima.slice(block, block + BLOCK_LANES)
    for (let lane = 0; lane < BLOCK_LANES; lane++) {
      let minimum = filled[lane] ?? EMPTY
      for (let step = 0; minimum === EMPTY && step < BLOCK_LANES; step++) {
        minimum = filled[PROBES[lane * BLOCK_LANES + step] ?? 0] ?? EMPTY
      }
      // The minimum of many hashes has mostly zero leading bits: mixing again makes all bits informative.
      minima[block + lane] = mix(minimum + lane)
    }
  }
}

function readShingles(count: number): void {
  for (let at = 0; at + SHINGLE_WORDS <= count; at++) shingles.add(hashRange(at, at + SHINGLE_WORDS))
}

function joined(first: number, second: number): number {
  return mix(Math.imul(first, 0x85ebca6b) ^ second)
}

function hashRange(from: number, to: number): number {
  let hash = to - from
  for (let at = from; at < to; at++) hash = joined(hash, masked[at] ?? 0)
  return hash
}

function encode({ hashes, kinds, count }: Words, negations: number): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES + LANES_TOTAL + 2 * numbers.size + 4 * rare.size + 4 * shingles.size)
  bytes[0] = SIGNATURE_VERSION
  bytes.writeUInt16LE(Math.min(count, 0xffff), WORDS_AT)
  bytes[NEGATIONS_AT] = Math.min(negations, 0xff)
  for (let n = 0; n < Math.min(negations, NEGATED_MAX); n++) bytes[NEGATED_AT + n] = negated[n] ?? 0
  bytes[NUMBERS_AT] = numbers.size
  bytes[RARE_AT] = rare.size
  bytes[SHINGLES_AT] = shingles.size
  const endsInNumber = ((kinds[count - 1] ?? 0) & NUMBER) !== 0
  bytes.writeUInt16LE(endsInNumber ? factOf(hashes[count - 1] ?? 0) : 0, TAIL_AT)
  bytes.writeUInt16LE(hashRange(0, HEAD_WORDS) >>> 16, HEAD_AT)
  for (let lane = 0; lane < LANES_TOTAL; lane++) bytes[HEADER_BYTES + lane] = (minima[lane] ?? 0) >>> 24
  let at = HEADER_BYTES + LANES_TOTAL
  for (let n = 0; n < numbers.size; n++) at = bytes.writeUInt16LE((numbers.values[n] ?? 0) >>> 16, at)
  for (let n = 0; n < rare.size; n++) {
    at = bytes.writeUInt16LE((rare.values[n] ?? 0) >>> 16, at)
    at = bytes.writeUInt16LE((rare.values[n] ?? 0) & 0xffff, at)
  }
  for (let n = 0; n < shingles.size; n++) at = bytes.writeUInt32LE(shingles.values[n] ?? 0, at)
  return bytes
}

function keysOf({ hashes, count }: Words): number[] {
  const keys = new Set<number>()
  const add = (kind: number, hash: number) => keys.add(joined(kind, hash) | 0)
  let whole = count
  for (let at = 0; at < count; at++) whole = joined(whole, hashes[at] ?? 0)
  add(1, whole)
  if (numbers.size + rare.size >= END_FACTS) {
    let facts = 0
    for (const set of [numbers, rare])
      for (let n = 0; n < set.size; n++) facts = joined(facts + 1, (set.values[n] ?? 0) >>> 16)
    add(2, facts)
    add(3, factsInOrder.slice(0, END_FACTS).reduce(joined))
    add(4, factsInOrder.slice(-END_FACTS).reduce(joined))
  }
  if (count > END_WORDS) {
    add(5, hashRange(0, END_WORDS))
    add(6, hashRange(count - END_WORDS, count))
  }
  if (shingles.size > 0) {
    for (let n = 0; n < Math.min(SHINGLE_KEYS, shingles.size); n++) add(7, shingles.values[n] ?? 0)
  } else {
    for (let band = 0; band < BANDS_TOTAL; band++) add(10 + band, bandOf(band))
  }
  return [...keys]
}

// Lanes of different blocks, because those of one block are filled by the same features.
function bandOf(band: number): number {
  let hash = 0
  for (let n = 0; n < BAND_LANES; n++) {
    const lane = ((band + n) % BLOCKS_TOTAL) * BLOCK_LANES + band * 2 + (n % 2)
    hash = joined(hash, minima[lane] ?? 0)
  }
  return hash
}

// All lanes depend on the whole text, so that two of them are equal or have nothing in common. For a text without words (an emoji, a
// bare link) its characters are hashed instead.
function exactFingerprint(text: string, { hashes, count }: Words): Fingerprint {
  let whole = count === 0 ? hashText(text.trim()) : count
  for (let at = 0; at < count; at++) whole = joined(whole, hashes[at] ?? 0)
  const bytes = Buffer.alloc(HEADER_BYTES + LANES_TOTAL)
  bytes[0] = SIGNATURE_VERSION
  bytes[1] = EXACT_FLAG
  bytes.writeUInt16LE(count, WORDS_AT)
  for (let lane = 0; lane < LANES_TOTAL; lane++)
    bytes[HEADER_BYTES + lane] = mix(whole + Math.imul(lane + 1, 0x9e3779b9))
  return { signature: bytes, keys: [joined(8, whole) | 0] }
}
