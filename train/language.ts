import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LANGUAGE_MODEL } from '../src/analyse/analyser.ts'
import { LANGUAGE_FEATURES_MAX, languageFeatures } from '../src/analyse/language.ts'
import { writeModelFile } from '../src/analyse/model-file.ts'
import { corpusOf } from './corpus.ts'
import { readSamples, readUnlabelled, type Sample } from './data.ts'
import { isMixed, languageCode } from './languages.ts'
import { type Linear, trainLinear } from './linear.ts'
import { toBytes } from './pack.ts'
import { type Random, seededRandom } from './random.ts'
import { splitSamples } from './split.ts'

export const LANGUAGE_SHAPE = {
  bits: 16,
  epochs: 2,
  rate: 0.3,
  decay: true,
  dropout: 0.3,
  averaged: true,
  seed: 11,
} as const

// The other languages are far more frequent in the data than in public posts, so they must be likelier by this margin (in logits)
// to be predicted. This keeps colloquial Indonesian from being labelled Betawi.
const MAIN = ['id', 'en', 'jv', 'su']
const RARE_LANGUAGE_PENALTY = 1

// Trains on all single-language samples and on unlabelled Indonesian texts, the most frequent kind in production.
export function trainLanguages(
  samples: readonly Sample[],
  unlabelled: readonly string[],
): { model: Linear; languages: string[] } {
  const used = samples.filter((sample) => !isMixed(sample.language))
  const languages = [...new Set(used.map((sample) => languageCode(sample.language)))].sort()
  const whole = [...used.map((sample) => sample.text), ...unlabelled]
  const wholeCodes = [...used.map((sample) => languageCode(sample.language)), ...unlabelled.map(() => 'id')]
  const random = seededRandom(LANGUAGE_SHAPE.seed)
  const texts = [...whole, ...whole.map((text) => crop(text, random))]
  const codes = [...wholeCodes, ...wholeCodes]
  const totals = new Map<string, number>()
  for (const code of codes) totals.set(code, (totals.get(code) ?? 0) + 1)
  // A language is weighted by the square root of its share: rare ones are learnt, frequent ones stay likelier.
  const mean = texts.length / languages.length
  const weights = Float32Array.from(codes, (code) => Math.sqrt(mean / (totals.get(code) as number)))
  const out = new Int32Array(LANGUAGE_FEATURES_MAX)
  const corpus = corpusOf(texts, (tokens) => out.subarray(0, languageFeatures(tokens, out)))
  const labels = Uint8Array.from(codes, (code) => languages.indexOf(code))
  const allowed = new Uint32Array(texts.length).fill(2 ** languages.length - 1)
  const model = trainLinear({ corpus, labels, weights, allowed }, { ...LANGUAGE_SHAPE, classes: languages.length })
  return { model, languages }
}

// Two to six consecutive words at random: real posts are often short, and the data sets contain few short texts.
function crop(text: string, random: Random): string {
  const words = text.split(/\s+/)
  const length = 2 + Math.floor(random() * 5)
  const from = Math.floor(random() * Math.max(1, words.length - length))
  return words.slice(from, from + length).join(' ')
}

export function packLanguages(model: Linear, languages: readonly string[]): Uint8Array {
  const { values, scale } = toBytes(model.weights)
  return writeModelFile({
    kind: 'language',
    about: { bits: model.shape.bits, languages: [...languages] },
    sections: {
      weights: values,
      scale: Float32Array.of(scale),
      bias: model.bias.map((bias, at) =>
        MAIN.includes(languages[at] as string) ? bias : bias - RARE_LANGUAGE_PENALTY,
      ),
    },
  })
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, out: { type: 'string' }, 'clean-licences': { type: 'boolean' } },
  })
  if (values.data === undefined) throw new Error('Missing option: --data <folder>.')
  const cleanLicences = values['clean-licences'] === true
  const { train } = splitSamples(readSamples(values.data, { cleanLicences }))
  const { model, languages } = trainLanguages(train, cleanLicences ? [] : readUnlabelled(values.data))
  const out = values.out ?? LANGUAGE_MODEL
  writeFileSync(out, packLanguages(model, languages))
  console.log(`Wrote ${String(out)}: ${languages.join(', ')}.`)
}
