import { POST_TEXT_MAX } from '../domain/post.ts'
import { cutText } from '../text/plain.ts'
import { hashText, mix, NAME, NUMBER, readWords, type Words } from './similar-words.ts'

// A near-duplicate signature: 32 lanes of 16 bits, two small sets of the numbers and names in the text, and its length. The share
// of equal lanes estimates the Jaccard similarity of two texts' words and word pairs. Measured in
// docs/explanation/near-duplicates.md.
export type Signature = Uint16Array

// Two texts are near-duplicates when they agree at least this much.
export const NEAR_MIN = 0.5

const LANES_TOTAL = 32
const BANDS_TOTAL = 8
// A set has 64 bits; each number (or name) sets the bit it hashes to.
const SET_LANES = 4
const NUMBERS_AT = LANES_TOTAL
const NAMES_AT = LANES_TOTAL + SET_LANES
const WORDS_AT = LANES_TOTAL + 2 * SET_LANES
const SIGNATURE_LANES = WORDS_AT + 1
export const SIGNATURE_BYTES = SIGNATURE_LANES * 2

// Below this many words a single changed word makes a different statement, so only equal words count as a copy.
const EXACT_WORDS = 5
// Below this many words a copy may add a word, but not replace one.
const SHORT_WORDS = 9
const SHORT_MIN = 0.72

// Every feature falls into one lane of each block. A single block would be plain one-permutation hashing, which is noisy for a
// tweet; four blocks fill its lanes four times as well and cost little compared with reading the words.
const BLOCKS_TOTAL = 4
const BLOCK_LANES = LANES_TOTAL / BLOCKS_TOTAL
const BLOCK_SALTS = Uint32Array.from({ length: BLOCKS_TOTAL }, (_, block) => mix(0x9e3779b9 * (block + 1)))
const EMPTY = 0xffffffff

// A lane without a feature takes the value of another lane of its block, in an order that is the same for all texts.
const PROBES = Uint8Array.from({ length: BLOCK_LANES * BLOCK_LANES }, (_, at) => {
  const lane = Math.floor(at / BLOCK_LANES)
  const others = [...Array(BLOCK_LANES).keys()].sort((a, b) => mix(lane * 64 + a + 1) - mix(lane * 64 + b + 1))
  return others[at % BLOCK_LANES] ?? 0
})

const minima = new Uint32Array(LANES_TOTAL)

export function signatureOf(text: string): Signature {
  const words = readWords(cutText(text, POST_TEXT_MAX))
  if (words.count < EXACT_WORDS) return exactSignature(text, words)
  minima.fill(EMPTY)
  let previous = 0
  for (let at = 0; at < words.count; at++) {
    const word = words.hashes[at] ?? 0
    addFeature(word)
    if (at > 0) addFeature(mix(Math.imul(previous, 0x85ebca6b) ^ word))
    previous = word
  }
  const signature = new Uint16Array(SIGNATURE_LANES)
  fillLanes(signature)
  fillSets(signature, words)
  signature[WORDS_AT] = Math.min(words.count, 0xffff)
  return signature
}

function addFeature(feature: number): void {
  for (let block = 0; block < BLOCKS_TOTAL; block++) {
    const hash = mix(feature ^ (BLOCK_SALTS[block] ?? 0))
    const lane = block * BLOCK_LANES + (hash & (BLOCK_LANES - 1))
    if (hash < (minima[lane] ?? 0)) minima[lane] = hash
  }
}

function fillLanes(signature: Signature): void {
  for (let lane = 0; lane < LANES_TOTAL; lane++) {
    let minimum = minima[lane] ?? EMPTY
    const block = lane - (lane % BLOCK_LANES)
    const row = (lane % BLOCK_LANES) * BLOCK_LANES
    for (let step = 0; minimum === EMPTY && step < BLOCK_LANES; step++) {
      minimum = minima[block + (PROBES[row + step] ?? 0)] ?? EMPTY
    }
    // The minimum of many hashes has mostly zero leading bits: mixing again makes all 16 bits informative.
    signature[lane] = mix(minimum + lane) >>> 16
  }
}

function fillSets(signature: Signature, { hashes, facts, count }: Words): void {
  for (let at = 0; at < count; at++) {
    const bit = (hashes[at] ?? 0) >>> 26
    const lane = bit >>> 4
    if (facts[at] === NUMBER) setBit(signature, NUMBERS_AT + lane, bit & 15)
    else if (facts[at] === NAME) setBit(signature, NAMES_AT + lane, bit & 15)
  }
}

function setBit(signature: Signature, lane: number, bit: number): void {
  signature[lane] = (signature[lane] ?? 0) | (1 << bit)
}

// All lanes depend on the whole text, so that agreement is 1 or close to 0. For a text without words (an emoji, a bare link) its
// characters are hashed instead.
function exactSignature(text: string, { hashes, count }: Words): Signature {
  let whole = count === 0 ? hashText(text.trim()) : count
  for (let at = 0; at < count; at++) whole = mix(Math.imul(whole, 0x85ebca6b) ^ (hashes[at] ?? 0))
  const signature = new Uint16Array(SIGNATURE_LANES)
  for (let lane = 0; lane < LANES_TOTAL; lane++) signature[lane] = mix(whole + Math.imul(lane + 1, 0x9e3779b9)) >>> 16
  return signature
}

// Two near-duplicates share at least one band with high probability; other texts almost never do. Values are signed 64-bit, for
// PostgreSQL's bigint. A band's index is part of its value, so that one column can hold all bands.
export function bandsOf(signature: Signature): bigint[] {
  const bands: bigint[] = []
  for (let band = 0; band < BANDS_TOTAL; band++) {
    let high = mix(band + 1)
    let low = mix(band + 101)
    for (let lane = band; lane < LANES_TOTAL; lane += BANDS_TOTAL) {
      high = mix(Math.imul(high, 0x85ebca6b) ^ (signature[lane] ?? 0))
      low = mix(Math.imul(low, 0xc2b2ae35) ^ (signature[lane] ?? 0))
    }
    halves[0] = low
    halves[1] = high
    bands.push(whole[0] ?? 0n)
  }
  return bands
}

const halves = new Uint32Array(2)
const whole = new BigInt64Array(halves.buffer)

// The share of equal lanes, 0 to 1, or 0 when the texts state different facts: a daily bulletin repeats its sentence with other
// figures, a news agency with another location. More than half of the numbers, and at least half of the names, of the text that has
// fewer of them must be in the other text too. Short texts must share more to reach the same agreement.
export function agreement(a: Signature, b: Signature): number {
  let equal = 0
  for (let lane = 0; lane < LANES_TOTAL; lane++) if (a[lane] === b[lane]) equal++
  if (equal === LANES_TOTAL) return 1
  const numbers = shareOfSmaller(a, b, NUMBERS_AT)
  const names = shareOfSmaller(a, b, NAMES_AT)
  if (numbers <= 0.5 || names < 0.5) return 0
  const words = Math.min(a[WORDS_AT] ?? 0, b[WORDS_AT] ?? 0)
  return (equal / LANES_TOTAL) * (words < SHORT_WORDS ? NEAR_MIN / SHORT_MIN : 1)
}

function shareOfSmaller(a: Signature, b: Signature, from: number): number {
  let [inA, inB, inBoth] = [0, 0, 0]
  for (let lane = from; lane < from + SET_LANES; lane++) {
    inA += bitsOf(a[lane] ?? 0)
    inB += bitsOf(b[lane] ?? 0)
    inBoth += bitsOf((a[lane] ?? 0) & (b[lane] ?? 0))
  }
  const smaller = Math.min(inA, inB)
  return smaller === 0 ? 1 : inBoth / smaller
}

function bitsOf(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}

// Little-endian on every machine, for a bytea column.
export function encodeSignature(signature: Signature): Buffer {
  const bytes = Buffer.allocUnsafe(SIGNATURE_BYTES)
  for (let lane = 0; lane < SIGNATURE_LANES; lane++) bytes.writeUInt16LE(signature[lane] ?? 0, lane * 2)
  return bytes
}

export function decodeSignature(bytes: Uint8Array): Signature {
  if (bytes.length !== SIGNATURE_BYTES) {
    throw new RangeError(`A signature has ${SIGNATURE_BYTES} bytes, not ${bytes.length}.`)
  }
  const signature = new Uint16Array(SIGNATURE_LANES)
  for (let lane = 0; lane < SIGNATURE_LANES; lane++) {
    signature[lane] = (bytes[lane * 2] ?? 0) | ((bytes[lane * 2 + 1] ?? 0) << 8)
  }
  return signature
}
