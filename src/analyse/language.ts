import { type ByteRows, newByteRows, sumRows } from './byte-rows.ts'
import { addUnit, finish, GRAM_SEED, WORD_SEED } from './hash.ts'
import { BadModelFile, type ModelFile, sectionOf, sizeOf } from './model-file.ts'
import { languageByScript } from './scripts.ts'
import { type Tokens, WORD } from './tokens.ts'

const GRAM_MAX = 5
const BLANK = 0x20
// A language shows in its first words; more of them would cost time and change nothing.
const WORDS_READ = 64
const WORD_UNITS_READ = 24
export const LANGUAGE_FEATURES_MAX = WORDS_READ * ((WORD_UNITS_READ + 1) * GRAM_MAX + 1)

export interface LanguageModel {
  // BCP-47 codes, by class.
  readonly languages: readonly string[]
  readonly mask: number
  readonly weights: ByteRows
  readonly scale: Float32Array
  readonly bias: Float32Array
  readonly features: Int32Array
  readonly sums: Int32Array
}

export function readLanguageModel(file: ModelFile): LanguageModel {
  const bits = sizeOf(file, 'bits', 20)
  const languages = file.about.languages
  if (!Array.isArray(languages) || languages.some((code) => typeof code !== 'string')) {
    throw new BadModelFile('its header names no languages')
  }
  const classes = languages.length
  return {
    languages,
    mask: 2 ** bits - 1,
    weights: newByteRows(sectionOf(file, 'weights', Int8Array, 2 ** bits * classes), classes),
    scale: sectionOf(file, 'scale', Float32Array, 1),
    bias: sectionOf(file, 'bias', Float32Array, classes),
    features: new Int32Array(LANGUAGE_FEATURES_MAX),
    sums: new Int32Array(Math.ceil(classes / 4) * 4),
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
    const end = Math.min(tokens.ends[index] as number, start + WORD_UNITS_READ)
    let whole = WORD_SEED
    for (let from = start - 1; from < end; from++) {
      if (from >= start) whole = addUnit(whole, tokens.units[from] as number)
      const longest = Math.min(GRAM_MAX, end + 1 - from)
      let state = GRAM_SEED
      for (let size = 1; size <= longest; size++) {
        const at = from + size - 1
        state = addUnit(state, at < start || at >= end ? BLANK : (tokens.units[at] as number))
        if (at !== start - 1) out[count++] = finish(state + size)
      }
    }
    out[count++] = finish(whole)
  }
  return count
}

// The code of the likeliest language; `und` when there is no word to judge by.
export function identifyLanguage(tokens: Tokens, model: LanguageModel): string {
  const script = languageByScript(tokens)
  if (script !== null) return script
  const { features, sums, mask, languages } = model
  const count = languageFeatures(tokens, features)
  if (count === 0) return 'und'
  for (let index = 0; index < count; index++) features[index] = (features[index] as number) & mask
  sumRows(model.weights, features, count, sums)
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
