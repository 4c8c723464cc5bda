import { addUnit, finish, GRAM_SEED, hashPair, WORD_SEED } from '../src/analyse/hash.ts'
import { type Tokens, WORD } from '../src/text/tokens.ts'
import { type Corpus, corpusOf } from './corpus.ts'
import type { Sample } from './data.ts'
import { type Linear, linearLogits, trainLinear } from './linear.ts'
import { weightsOf } from './training-set.ts'

// The strongest linear model known for this data, reproduced so that it can be measured on the same texts as ours: words, word
// pairs and character 2- to 5-grams, each once per text, in 2^20 buckets; AdaGrad, half of the features dropped, four epochs, int8
// weights. It has no special handling of slang, negation and emoji.
const SHAPE = {
  bits: 20,
  classes: 3,
  epochs: 4,
  rate: 0.1,
  decay: false,
  dropout: 0.5,
  averaged: false,
  seed: 1,
} as const

const BLANK = 0x20

export function trainBaseline(samples: readonly Sample[]): Linear {
  const corpus = baselineCorpus(samples.map((sample) => sample.text))
  const labels = Uint8Array.from(samples, (sample) => sample.label + 1)
  const allowed = Uint32Array.from(samples, (sample) => (sample.set.binary ? 0b101 : 0b111))
  const model = trainLinear({ corpus, labels, weights: weightsOf(samples), allowed }, SHAPE)
  roundToBytes(model.weights)
  return model
}

export function predictBaseline(model: Linear, samples: readonly Sample[]): { sample: Sample; logits: number[] }[] {
  const corpus = baselineCorpus(samples.map((sample) => sample.text))
  const logits = new Float64Array(SHAPE.classes)
  return samples.map((sample, text) => {
    linearLogits(model, corpus, text, logits)
    return { sample, logits: [...logits] }
  })
}

function baselineCorpus(texts: readonly string[]): Corpus {
  return corpusOf(texts, (tokens) => Uint32Array.from(baselineFeatures(tokens)))
}

function baselineFeatures(tokens: Tokens): Set<number> {
  const found = new Set<number>()
  let before = 0
  for (let index = 0; index < tokens.count; index++) {
    const start = tokens.starts[index] as number
    const end = tokens.ends[index] as number
    let state = WORD_SEED
    for (let at = start; at < end; at++) state = addUnit(state, tokens.units[at] as number)
    const word = finish(state)
    found.add(word)
    if (index > 0) found.add(hashPair(before, word))
    before = word
    if (tokens.kinds[index] !== WORD) continue
    for (let from = start - 1; from < end; from++) {
      let gram = GRAM_SEED
      for (let at = from; at < Math.min(from + 5, end + 1); at++) {
        gram = addUnit(gram, at < start || at >= end ? BLANK : (tokens.units[at] as number))
        if (at > from) found.add(finish(gram + at - from + 1))
      }
    }
  }
  return found
}

function roundToBytes(weights: Float32Array): void {
  let largest = 0
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight))
  const step = largest / 127 || 1
  for (let at = 0; at < weights.length; at++) weights[at] = Math.round((weights[at] as number) / step) * step
}
