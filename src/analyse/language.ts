import { type Tokens, WORD } from '../text/tokens.ts'
import { type ByteRows, newByteRows, sumRows } from './byte-rows.ts'
import { addUnit, finish, GRAM_SEED, WORD_SEED } from './hash.ts'
import { BadModelFile, type ModelFile, sectionOf, sizeOf } from './model-file.ts'
import { languageByScript } from './scripts.ts'

const GRAM_MAX = 5
const BLANK = 0x20
// A language shows in its first words; more of them would cost time and change nothing.
const WORDS_READ = 64
const WORD_UNITS_READ = 24
const WORD_FEATURES_MAX = (WORD_UNITS_READ + 1) * GRAM_MAX + 1
// Few words make up most of any text: these many are remembered.
const SLOTS = 16_384
export const LANGUAGE_FEATURES_MAX = WORDS_READ * WORD_FEATURES_MAX

export interface LanguageModel {
  // BCP-47 codes, by class.
  readonly languages: readonly string[]
  readonly mask: number
  readonly weights: ByteRows
  readonly scale: Float32Array
  readonly bias: Float32Array
  // Room to work in.
  readonly features: Int32Array
  readonly sums: Int32Array
  readonly wordSums: Int32Array
  readonly remembered: RememberedWords
}

// What a word adds to the sums is always the same. A slot holds one word and what it adds; the next word that falls into the
// slot takes its place. Words are compared unit by unit, so what is remembered is exact.
interface RememberedWords {
  readonly units: Uint16Array
  readonly lengths: Uint8Array
  readonly sums: Int16Array
  // How many features the word has.
  readonly counts: Uint8Array
}

export function readLanguageModel(file: ModelFile): LanguageModel {
  const bits = sizeOf(file, 'bits', 20)
  const languages = file.about.languages
  if (!Array.isArray(languages) || languages.some((code) => typeof code !== 'string')) {
    throw new BadModelFile('its header names no languages')
  }
  const classes = languages.length
  const columns = Math.ceil(classes / 4) * 4
  return {
    languages,
    mask: 2 ** bits - 1,
    weights: newByteRows(sectionOf(file, 'weights', Int8Array, 2 ** bits * classes), classes),
    scale: sectionOf(file, 'scale', Float32Array, 1),
    bias: sectionOf(file, 'bias', Float32Array, classes),
    features: new Int32Array(WORD_FEATURES_MAX),
    sums: new Int32Array(columns),
    wordSums: new Int32Array(columns),
    remembered: {
      units: new Uint16Array(SLOTS * WORD_UNITS_READ),
      lengths: new Uint8Array(SLOTS),
      sums: new Int16Array(SLOTS * columns),
      counts: new Uint8Array(SLOTS),
    },
  }
}

// Hashes of the words and of the character 1- to 5-grams in them, repeated as often as they occur.
export function languageFeatures(tokens: Tokens, out: Int32Array): number {
  let count = 0
  let words = 0
  for (let index = 0; index < tokens.count && words < WORDS_READ; index++) {
    if (tokens.kinds[index] !== WORD) continue
    words++
    const start = tokens.starts[index] as number
    count = wordFeatures(tokens.units, start, endOf(tokens, index), out, count)
  }
  return count
}

function endOf(tokens: Tokens, index: number): number {
  return Math.min(tokens.ends[index] as number, (tokens.starts[index] as number) + WORD_UNITS_READ)
}

// Writes the features of one word from `first` on and answers where they end.
function wordFeatures(units: Uint16Array, start: number, end: number, out: Int32Array, first: number): number {
  let count = first
  for (let from = start - 1; from < end; from++) {
    const longest = Math.min(GRAM_MAX, end + 1 - from)
    let state = GRAM_SEED
    for (let size = 1; size <= longest; size++) {
      const at = from + size - 1
      state = addUnit(state, at < start || at >= end ? BLANK : (units[at] as number))
      if (at !== start - 1) out[count++] = finish(state + size)
    }
  }
  out[count++] = wordHash(units, start, end)
  return count
}

function wordHash(units: Uint16Array, start: number, end: number): number {
  let state = WORD_SEED
  for (let at = start; at < end; at++) state = addUnit(state, units[at] as number)
  return finish(state)
}

// The code of the likeliest language; `und` when there is no word to judge by.
export function identifyLanguage(tokens: Tokens, model: LanguageModel): string {
  const script = languageByScript(tokens)
  if (script !== null) return script
  const { sums, languages } = model
  const count = sumWords(tokens, model)
  if (count === 0) return 'und'
  const factor = (model.scale[0] as number) / Math.sqrt(count)
  let best = 0
  let bestScore = Number.NEGATIVE_INFINITY
  for (let language = 0; language < languages.length; language++) {
    const score = (sums[language] as number) * factor + (model.bias[language] as number)
    if (score > bestScore) {
      best = language
      bestScore = score
    }
  }
  return languages[best] as string
}

// Leaves in `model.sums` what the words say for each language, and answers how many features they have.
function sumWords(tokens: Tokens, model: LanguageModel): number {
  const { sums, remembered } = model
  sums.fill(0)
  let count = 0
  let words = 0
  for (let index = 0; index < tokens.count && words < WORDS_READ; index++) {
    if (tokens.kinds[index] !== WORD) continue
    words++
    const slot = slotOf(tokens, index, model)
    const from = slot * sums.length
    for (let column = 0; column < sums.length; column++) {
      sums[column] = (sums[column] as number) + (remembered.sums[from + column] as number)
    }
    count += remembered.counts[slot] as number
  }
  return count
}

// Where the word of a token is remembered, which it is from now on.
function slotOf(tokens: Tokens, index: number, model: LanguageModel): number {
  const { units } = tokens
  const { remembered, mask, features, wordSums } = model
  const start = tokens.starts[index] as number
  const end = endOf(tokens, index)
  const slot = wordHash(units, start, end) & (SLOTS - 1)
  if (isRemembered(remembered, slot, units, start, end)) return slot
  const count = wordFeatures(units, start, end, features, 0)
  for (let at = 0; at < count; at++) features[at] = (features[at] as number) & mask
  sumRows(model.weights, features, count, wordSums)
  // Loops rather than `set`, which is slow for so few.
  const to = slot * wordSums.length
  for (let column = 0; column < wordSums.length; column++) remembered.sums[to + column] = wordSums[column] as number
  const shift = slot * WORD_UNITS_READ - start
  for (let at = start; at < end; at++) remembered.units[at + shift] = units[at] as number
  remembered.counts[slot] = count
  remembered.lengths[slot] = end - start
  return slot
}

function isRemembered(words: RememberedWords, slot: number, units: Uint16Array, start: number, end: number): boolean {
  if (words.lengths[slot] !== end - start) return false
  const shift = slot * WORD_UNITS_READ - start
  for (let at = start; at < end; at++) if (words.units[at + shift] !== units[at]) return false
  return true
}
