import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { sentimentCorpus } from './corpus.ts'
import type { Sample } from './data.ts'
import { type LinearShape, trainLinear } from './linear.ts'
import { confidenceOf, type Prediction } from './measure.ts'
import { type Shape, trainNetwork } from './network.ts'
import { packSentiment } from './pack.ts'
import { predict } from './predict.ts'
import { heldOut, trainingSetOf } from './training-set.ts'

export interface Recipe {
  readonly network: Shape
  // Null for a network alone.
  readonly linear: LinearShape | null
}

export const RECIPE: Recipe = {
  network: { bits: 18, width: 24, epochs: 6, rate: 0.05, dropout: 0.5, seed: 1 },
  linear: { bits: 20, classes: 3, epochs: 6, rate: 0.3, decay: true, dropout: 0.5, averaged: true, seed: 2 },
}

// One in HELD_PARTS texts is held out of training to fit the temperature.
const HELD_PARTS = 25
const HELD_PART = 12

// The same samples and recipe give the same bytes.
export function trainSentiment(samples: readonly Sample[], recipe: Recipe): Uint8Array {
  const held = heldOut(samples, HELD_PARTS, HELD_PART)
  const training = samples.filter((_, at) => held[at] === 0)
  const calibration = samples.filter((_, at) => held[at] === 1)
  const set = trainingSetOf(training, sentimentCorpus(training.map((sample) => sample.text)))
  const network = trainNetwork(set, recipe.network)
  const labels = Uint8Array.from(training, (sample) => sample.label + 1)
  const allowed = Uint32Array.from(training, (sample) => (sample.set.binary ? 0b101 : 0b111))
  const linear = recipe.linear === null ? null : trainLinear({ ...set, labels, allowed }, recipe.linear)
  const about = { sets: [...new Set(samples.map((sample) => sample.set.name))].sort(), recipe }
  const first = readModelFile(packSentiment(network, linear, 1, about), 'sentiment')
  return packSentiment(network, linear, bestTemperature(predict(readSentimentModel(first), calibration)), about)
}

// The divisor of the logits that makes confidence match accuracy: the value with the least log-loss, in steps of 0.05, where each
// three-class set has the same weight.
export function bestTemperature(predictions: readonly Prediction[]): number {
  const known = predictions.filter(({ sample }) => !sample.set.binary)
  const totals = new Map<string, number>()
  for (const { sample } of known) totals.set(sample.set.name, (totals.get(sample.set.name) ?? 0) + 1)
  let best = 1
  let bestLoss = Number.POSITIVE_INFINITY
  for (let step = 10; step <= 80; step++) {
    const temperature = step / 20
    let loss = 0
    for (const { sample, logits } of known) {
      const scaled = logits.map((logit) => logit / temperature)
      const own = scaled[sample.label + 1] as number
      loss -= (Math.log(confidenceOf(scaled)) + own - Math.max(...scaled)) / (totals.get(sample.set.name) as number)
    }
    if (loss < bestLoss) {
      best = temperature
      bestLoss = loss
    }
  }
  return best
}
