import type { Corpus } from './corpus.ts'
import { seededRandom, shuffle } from './random.ts'

// A linear model over hashed features, trained with AdaGrad: the language model, part of the sentiment model, and its baseline.
export interface LinearTrainingSet {
  readonly corpus: Corpus
  // The class of each text.
  readonly labels: Uint8Array
  readonly weights: Float32Array
  // A bit for each class that is part of a text's softmax.
  readonly allowed: Uint32Array
}

export interface LinearShape {
  readonly bits: number
  readonly classes: number
  readonly epochs: number
  readonly rate: number
  // Whether the rate decays linearly to a tenth.
  readonly decay: boolean
  readonly dropout: number
  // Whether the sum is divided by the square root of the number of features, so that longer texts do not get higher confidence.
  readonly averaged: boolean
  readonly seed: number
}

export interface Linear {
  readonly shape: LinearShape
  readonly weights: Float32Array
  readonly bias: Float32Array
}

// Errors below this change nothing that int8 can represent; skipping them makes many classes affordable.
const NEGLIGIBLE = 1e-3
const TINY = 1e-8

export function trainLinear(set: LinearTrainingSet, shape: LinearShape): Linear {
  const { classes } = shape
  const random = seededRandom(shape.seed)
  const mask = 2 ** shape.bits - 1
  const weights = new Float32Array(2 ** shape.bits * classes)
  const squares = new Float32Array(weights.length)
  const model: Linear = { shape, weights, bias: new Float32Array(classes) }
  const order = Int32Array.from(set.labels.keys())
  const active = new Uint32Array(1 << 15)
  const errors = new Float64Array(classes)
  const steps = order.length * shape.epochs
  let step = 0
  for (let epoch = 0; epoch < shape.epochs; epoch++) {
    shuffle(order, random)
    for (const text of order) {
      const rate = shape.rate * (shape.decay ? 1 - (0.9 * step++) / steps : 1)
      const from = set.corpus.offsets[text] as number
      const to = set.corpus.offsets[text + 1] as number
      let count = 0
      for (let at = from; at < to; at++) {
        if (random() >= shape.dropout) active[count++] = ((set.corpus.hashes[at] as number) & mask) * classes
      }
      const value = featureValue(shape, to - from) / (1 - shape.dropout)
      score(model, active, count, value, errors)
      toErrors(errors, set, text)
      for (let cls = 0; cls < classes; cls++) {
        const error = errors[cls] as number
        model.bias[cls] = (model.bias[cls] as number) - 0.01 * rate * error
        const gradient = error * (shape.averaged ? value : 1)
        if (Math.abs(error) < NEGLIGIBLE) continue
        for (let index = 0; index < count; index++) {
          const at = (active[index] as number) + cls
          const sum = (squares[at] as number) + gradient * gradient
          squares[at] = sum
          weights[at] = (weights[at] as number) - (rate * gradient) / Math.sqrt(sum + TINY)
        }
      }
    }
  }
  return model
}

export function featureValue(shape: LinearShape, count: number): number {
  return shape.averaged && count > 0 ? 1 / Math.sqrt(count) : 1
}

// The logits of one text, for evaluation.
export function linearLogits(model: Linear, corpus: Corpus, text: number, logits: Float64Array): void {
  const { classes, bits } = model.shape
  const rows = corpus.hashes.slice(corpus.offsets[text], corpus.offsets[text + 1])
  for (let at = 0; at < rows.length; at++) rows[at] = ((rows[at] as number) & (2 ** bits - 1)) * classes
  score(model, rows, rows.length, featureValue(model.shape, rows.length), logits)
}

function score(model: Linear, active: Uint32Array, count: number, value: number, logits: Float64Array): void {
  const { weights, bias } = model
  logits.fill(0)
  for (let index = 0; index < count; index++) {
    const row = active[index] as number
    for (let cls = 0; cls < logits.length; cls++) logits[cls] = (logits[cls] as number) + (weights[row + cls] as number)
  }
  for (let cls = 0; cls < logits.length; cls++) {
    logits[cls] = (logits[cls] as number) * value + (bias[cls] as number)
  }
}

// Turns logits into errors: probability minus target, times the text's weight.
function toErrors(logits: Float64Array, set: LinearTrainingSet, text: number): void {
  const allowed = set.allowed[text] as number
  let top = Number.NEGATIVE_INFINITY
  for (let cls = 0; cls < logits.length; cls++) {
    if ((allowed >>> cls) & 1) top = Math.max(top, logits[cls] as number)
  }
  let total = 0
  for (let cls = 0; cls < logits.length; cls++) {
    logits[cls] = (allowed >>> cls) & 1 ? Math.exp((logits[cls] as number) - top) : 0
    total += logits[cls] as number
  }
  const weight = set.weights[text] as number
  for (let cls = 0; cls < logits.length; cls++) {
    const target = cls === set.labels[text] ? 1 : 0
    logits[cls] = ((logits[cls] as number) / total - target) * weight
  }
}
