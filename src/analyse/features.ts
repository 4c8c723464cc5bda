import { EMOJI, type Tokens, WORD } from '../text/tokens.ts'
import { addUnit, finish, GRAM_SEED, hashPair, WORD_SEED } from './hash.ts'
import { emotionOf, isNegator, standardSpelling } from './lexicon.ts'

const GRAM_MIN = 2
const GRAM_MAX = 5
// How many words after a negation it applies to.
const NEGATION_REACH = 3
const NEGATED = 0x5151
const EMOTION = 0xabc0
const BLANK = 0x20

// A text has at most about 30,000 features; tokens.ts bounds it, and real texts have a fifth of that.
const SET_SIZE = 1 << 15
export const FEATURES_MAX = SET_SIZE >> 1
// A unit starts four n-grams, and a word has a few more features. The part of the set that a text uses stays at least half empty
// for speed, and otherwise as small as possible to fit into the CPU cache.
const SLOTS_PER_UNIT = 10
const SLOTS_MIN = 1 << 9

// The distinct features of one text: a hash set that is cleared by incrementing its epoch.
export interface Features {
  readonly list: Int32Array
  readonly slots: Int32Array
  readonly epochs: Uint32Array
  readonly words: Int32Array
  // Whether the text has a word that negates.
  negated: boolean
  mask: number
  epoch: number
  count: number
}

export function newFeatures(): Features {
  return {
    list: new Int32Array(FEATURES_MAX),
    slots: new Int32Array(SET_SIZE),
    epochs: new Uint32Array(SET_SIZE),
    words: new Int32Array(2_048),
    negated: false,
    mask: 0,
    epoch: 0,
    count: 0,
  }
}

// Words, word pairs, negated words, emotion groups of emoji, and the character 2- to 5-grams of words: each once per text.
export function extractFeatures(tokens: Tokens, features: Features): void {
  features.count = 0
  features.negated = false
  features.mask = slotsFor(tokens.length) - 1
  features.epoch = (features.epoch + 1) >>> 0
  if (features.epoch === 0) {
    features.epochs.fill(0)
    features.epoch = 1
  }
  let reach = 0
  for (let index = 0; index < tokens.count; index++) {
    const word = standardSpelling(hashToken(tokens, index))
    features.words[index] = word
    add(features, word)
    if (index > 0) add(features, hashPair(features.words[index - 1] as number, word))
    if (tokens.breaks[index] === 1) reach = 0
    if (tokens.kinds[index] === EMOJI) addEmotion(tokens, index, features)
    if (tokens.kinds[index] !== WORD) continue
    if (tokens.stretched[index] === 1) addSqueezed(tokens, index, features)
    addGrams(tokens, index, features)
    if (reach > 0) {
      add(features, finish(Math.imul(word, 31) ^ NEGATED))
      reach--
    }
    if (!isNegator(word)) continue
    features.negated = true
    reach = NEGATION_REACH
  }
}

function slotsFor(units: number): number {
  let slots = SLOTS_MIN
  while (slots < SET_SIZE && slots < units * SLOTS_PER_UNIT) slots *= 2
  return slots
}

function add(features: Features, hash: number): void {
  const { slots, epochs, epoch, mask } = features
  let slot = hash & mask
  while (epochs[slot] === epoch) {
    if (slots[slot] === hash) return
    slot = (slot + 1) & mask
  }
  if (features.count === FEATURES_MAX) return
  epochs[slot] = epoch
  slots[slot] = hash
  features.list[features.count++] = hash
}

function hashToken(tokens: Tokens, index: number): number {
  const end = tokens.ends[index] as number
  let state = WORD_SEED
  for (let at = tokens.starts[index] as number; at < end; at++) state = addUnit(state, tokens.units[at] as number)
  return finish(state)
}

// `baguuus` was cut to `baguus`; the intended word is more likely `bagus`.
function addSqueezed(tokens: Tokens, index: number, features: Features): void {
  const end = tokens.ends[index] as number
  let state = WORD_SEED
  let last = -1
  for (let at = tokens.starts[index] as number; at < end; at++) {
    const unit = tokens.units[at] as number
    if (unit !== last) state = addUnit(state, unit)
    last = unit
  }
  add(features, standardSpelling(finish(state)))
}

// All n-grams that start at the same unit share the hashing; a blank precedes and follows the word. `add` is inlined here because
// nine out of ten features take this path.
function addGrams(tokens: Tokens, index: number, features: Features): void {
  const { units } = tokens
  const { slots, epochs, epoch, mask, list } = features
  const start = tokens.starts[index] as number
  const end = tokens.ends[index] as number
  let count = features.count
  for (let from = start - 1; from < end; from++) {
    const longest = Math.min(GRAM_MAX, end + 1 - from)
    let state = addUnit(GRAM_SEED, from < start ? BLANK : (units[from] as number))
    for (let size = GRAM_MIN; size <= longest; size++) {
      const at = from + size - 1
      state = addUnit(state, at >= end ? BLANK : (units[at] as number))
      const hash = finish(state + size)
      let slot = hash & mask
      while (epochs[slot] === epoch && slots[slot] !== hash) slot = (slot + 1) & mask
      if (epochs[slot] === epoch || count === FEATURES_MAX) continue
      epochs[slot] = epoch
      slots[slot] = hash
      list[count++] = hash
    }
  }
  features.count = count
}

function addEmotion(tokens: Tokens, index: number, features: Features): void {
  const start = tokens.starts[index] as number
  const first = tokens.units[start] as number
  const wide = (tokens.ends[index] as number) - start === 2
  const emotion = emotionOf(wide ? (first << 16) | (tokens.units[start + 1] as number) : first)
  if (emotion >= 0) add(features, finish(EMOTION + emotion))
}
