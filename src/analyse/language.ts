import { type Tokens, WORD } from '../text/tokens.ts'
import { type ByteRows, type ByteTable, newByteTable, openByteRows, sumRows } from './byte-rows.ts'
import { addUnit, finish, GRAM_SEED, WORD_SEED } from './hash.ts'
import { BadModelFile, type ModelFile, sectionOf, sizeOf } from './model-file.ts'
import { languageByScript } from './scripts.ts'

const GRAM_MAX = 5
const BLANK = 0x20
// The first words identify the language; reading more would cost time and change nothing.
const WORDS_READ = 64
const WORD_UNITS_READ = 24
const WORD_FEATURES_MAX = (WORD_UNITS_READ + 1) * GRAM_MAX + 1
// The size of the word cache. A small vocabulary makes up most of any text.
const SLOTS = 16_384
export const LANGUAGE_FEATURES_MAX = WORDS_READ * WORD_FEATURES_MAX

export interface LanguageTables {
  // BCP-47 codes, by class.
  readonly languages: readonly string[]
  readonly mask: number
  readonly weights: ByteTable
  readonly scale: Float32Array
  readonly bias: Float32Array
}

export interface LanguageModel extends Omit<LanguageTables, 'weights'> {
  readonly weights: ByteRows
  // Scratch buffers.
  readonly features: Int32Array
  readonly sums: Int32Array
  readonly wordSums: Int32Array
  readonly cache: WordCache
}

// The contribution of a word to the sums is constant. A slot holds one word and its contribution; the next word that hashes to the
// slot replaces it. Words are compared unit by unit, so the cache is exact.
interface WordCache {
  readonly units: Uint16Array
  readonly lengths: Uint8Array
  readonly sums: Int16Array
  // How many features the word has.
  readonly counts: Uint8Array
}

export function readLanguageTables(file: ModelFile): LanguageTables {
  const bits = sizeOf(file, 'bits', 20)
  const languages = file.about.languages
  if (!Array.isArray(languages) || languages.some((code) => typeof code !== 'string')) {
    throw new BadModelFile('its header lists no languages')
  }
  const classes = languages.length
  return {
    languages,
    mask: 2 ** bits - 1,
    weights: newByteTable(sectionOf(file, 'weights', Int8Array, 2 ** bits * classes), classes),
    scale: sectionOf(file, 'scale', Float32Array, 1),
    bias: sectionOf(file, 'bias', Float32Array, classes),
  }
}

export function openLanguageModel(tables: LanguageTables): LanguageModel {
  const weights = openByteRows(tables.weights, { chosenMax: WORD_FEATURES_MAX })
  const { columns } = weights
  return {
    ...tables,
    weights,
    features: new Int32Array(WORD_FEATURES_MAX),
    sums: new Int32Array(columns),
    wordSums: new Int32Array(columns),
    cache: {
      units: new Uint16Array(SLOTS * WORD_UNITS_READ),
      lengths: new Uint8Array(SLOTS),
      sums: new Int16Array(SLOTS * columns),
      counts: new Uint8Array(SLOTS),
    },
  }
}

// Hashes of the words and of their character 1- to 5-grams, repeated as often as they occur.
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

// Writes the features of one word from index `first` on and returns the index after the last one.
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

// The code of the likeliest language; `und` when there are no words.
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

// Writes the score of each language to `model.sums` and returns the number of features of the words.
function sumWords(tokens: Tokens, model: LanguageModel): number {
  const { sums, cache } = model
  sums.fill(0)
  let count = 0
  let words = 0
  for (let index = 0; index < tokens.count && words < WORDS_READ; index++) {
    if (tokens.kinds[index] !== WORD) continue
    words++
    const slot = slotOf(tokens, index, model)
    const from = slot * sums.length
    for (let column = 0; column < sums.length; column++) {
      sums[column] = (sums[column] as number) + (cache.sums[from + column] as number)
    }
    count += cache.counts[slot] as number
  }
  return count
}

// The cache slot of a token's word. Fills the slot on a miss.
function slotOf(tokens: Tokens, index: number, model: LanguageModel): number {
  const { units } = tokens
  const { cache, mask, features, wordSums } = model
  const start = tokens.starts[index] as number
  const end = endOf(tokens, index)
  const slot = wordHash(units, start, end) & (SLOTS - 1)
  if (isCached(cache, slot, units, start, end)) return slot
  const count = wordFeatures(units, start, end, features, 0)
  for (let at = 0; at < count; at++) features[at] = (features[at] as number) & mask
  sumRows(model.weights, features, count, wordSums)
  // Loops rather than `set`, which is slow for so few elements.
  const to = slot * wordSums.length
  for (let column = 0; column < wordSums.length; column++) cache.sums[to + column] = wordSums[column] as number
  const shift = slot * WORD_UNITS_READ - start
  for (let at = start; at < end; at++) cache.units[at + shift] = units[at] as number
  cache.counts[slot] = count
  cache.lengths[slot] = end - start
  return slot
}

function isCached(words: WordCache, slot: number, units: Uint16Array, start: number, end: number): boolean {
  if (words.lengths[slot] !== end - start) return false
  const shift = slot * WORD_UNITS_READ - start
  for (let at = start; at < end; at++) if (words.units[at + shift] !== units[at]) return false
  return true
}
