import { readModelFile } from '../src/analyse/model-file.ts'
import { CLASSES, readSentimentModel } from '../src/analyse/sentiment.ts'
import { answersOf } from './answers.ts'
import { type Corpus, sentimentCorpus } from './corpus.ts'
import type { Sample } from './data.ts'
import { heldOut, lessonOf } from './lessons.ts'
import { type Answer, confidenceOf } from './measure.ts'
import { type Lesson, type Network, networkLogits, type Shape, trainNetwork } from './network.ts'
import { packNetwork } from './pack.ts'

export const SHAPE: Shape = { bits: 18, width: 32, epochs: 6, rate: 0.05, dropout: 0.5, seed: 1 }
// One text in so many is kept from training, to fit the temperature on.
const HELD_PARTS = 25
const HELD_PART = 12
const UNLABELLED_WEIGHT = 0.4

// Two rounds: a network learns from the labelled texts and says what it thinks of the unlabelled ones; a second one
// learns from both. The same input makes the same bytes.
export function trainSentiment(samples: readonly Sample[], unlabelled: readonly string[], shape: Shape): Uint8Array {
  const held = heldOut(samples, HELD_PARTS, HELD_PART)
  const learnt = samples.filter((_, at) => held[at] === 0)
  const kept = samples.filter((_, at) => held[at] === 1)
  const lesson = lessonOf(learnt, sentimentCorpus(learnt.map((sample) => sample.text)))
  let network = trainNetwork(lesson, shape)
  if (unlabelled.length > 0) {
    const more = selfLesson(network, sentimentCorpus(unlabelled))
    network = trainNetwork(joinLessons(lesson, more), { ...shape, seed: shape.seed + 1 })
  }
  const about = { sets: [...new Set(samples.map((sample) => sample.set.name))].sort(), shape: { ...shape } }
  const answers = answersOf(readSentimentModel(readModelFile(packNetwork(network, 1, about), 'sentiment')), kept)
  return packNetwork(network, bestTemperature(answers), about)
}

function selfLesson(network: Network, corpus: Corpus): Lesson {
  const total = corpus.offsets.length - 1
  const targets = new Float32Array(total * CLASSES)
  for (let text = 0; text < total; text++) {
    const logits = networkLogits(network, corpus, text)
    const top = Math.max(...logits)
    const shares = logits.map((logit) => Math.exp(logit - top))
    const sum = shares.reduce((one, other) => one + other, 0)
    targets.set(
      shares.map((share) => share / sum),
      text * CLASSES,
    )
  }
  return {
    corpus,
    targets,
    weights: new Float32Array(total).fill(UNLABELLED_WEIGHT),
    masked: new Uint8Array(total),
  }
}

function joinLessons(one: Lesson, other: Lesson): Lesson {
  const shift = one.corpus.hashes.length
  const hashes = new Uint32Array(shift + other.corpus.hashes.length)
  hashes.set(one.corpus.hashes)
  hashes.set(other.corpus.hashes, shift)
  const offsets = Uint32Array.from([...one.corpus.offsets, ...other.corpus.offsets.subarray(1).map((at) => at + shift)])
  return {
    corpus: { hashes, offsets },
    targets: Float32Array.from([...one.targets, ...other.targets]),
    weights: Float32Array.from([...one.weights, ...other.weights]),
    masked: Uint8Array.from([...one.masked, ...other.masked]),
  }
}

// By what the logits are divided so that confidence means accuracy: the value with the least log-loss, in steps of 0.05,
// where each three-class set counts the same.
export function bestTemperature(answers: readonly Answer[]): number {
  const known = answers.filter(({ sample }) => !sample.set.binary)
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
