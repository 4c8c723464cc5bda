import type { Sentiment } from '../domain/sentiment.ts'
import { type ByteRows, newByteRows, sumRows } from './byte-rows.ts'
import { FEATURES_MAX, type Features } from './features.ts'
import { type ModelFile, sectionOf, sizeOf } from './model-file.ts'

export const CLASSES = 3

// A row of `width` small numbers for each feature; their sum goes through one hidden layer to three logits:
// negative, neutral, positive.
export interface SentimentModel {
  readonly mask: number
  readonly width: number
  readonly rows: ByteRows
  // What one step of a row's column is worth.
  readonly scale: Float32Array
  readonly hiddenBias: Float32Array
  // `CLASSES` lines of `width` weights.
  readonly output: Float32Array
  readonly outputBias: Float32Array
  // Room to work in.
  readonly chosen: Uint32Array
  readonly sums: Int32Array
  readonly logits: Float64Array
}

export interface Judgement {
  readonly sentiment: Sentiment
  // The model's probability of what it says, calibrated on texts it was not trained on.
  readonly confidence: number
}

export function readSentimentModel(file: ModelFile): SentimentModel {
  const bits = sizeOf(file, 'bits', 22)
  const width = sizeOf(file, 'width', 128)
  return {
    mask: 2 ** bits - 1,
    width,
    rows: newByteRows(sectionOf(file, 'rows', Int8Array, 2 ** bits * width), width),
    scale: sectionOf(file, 'scale', Float32Array, width),
    hiddenBias: sectionOf(file, 'hiddenBias', Float32Array, width),
    output: sectionOf(file, 'output', Float32Array, CLASSES * width),
    outputBias: sectionOf(file, 'outputBias', Float32Array, CLASSES),
    chosen: new Uint32Array(FEATURES_MAX),
    sums: new Int32Array(Math.ceil(width / 4) * 4),
    logits: new Float64Array(CLASSES),
  }
}

// Which row of the model a hashed feature has. The high bits, because the set in features.ts uses the low ones.
export function rowOf(hash: number, mask: number): number {
  return (hash >>> 7) & mask
}

export function judge(features: Features, model: SentimentModel): Judgement {
  const { logits } = model
  weigh(features, model)
  const negative = logits[0] as number
  const neutral = logits[1] as number
  const positive = logits[2] as number
  const top = Math.max(negative, neutral, positive)
  const total = Math.exp(negative - top) + Math.exp(neutral - top) + Math.exp(positive - top)
  const sentiment = neutral === top ? 0 : negative === top ? -1 : 1
  return { sentiment, confidence: 1 / total }
}

// Leaves in `model.logits` what speaks for each class.
export function weigh(features: Features, model: SentimentModel): void {
  const { sums, width, chosen, mask, output, logits } = model
  for (let index = 0; index < features.count; index++) chosen[index] = rowOf(features.list[index] as number, mask)
  sumRows(model.rows, chosen, features.count, sums)
  const share = 1 / Math.sqrt(features.count + 1)
  logits.set(model.outputBias)
  for (let column = 0; column < width; column++) {
    const sum = (sums[column] as number) * (model.scale[column] as number)
    const value = sum * share + (model.hiddenBias[column] as number)
    if (value <= 0) continue
    for (let cls = 0; cls < CLASSES; cls++) {
      logits[cls] = (logits[cls] as number) + value * (output[cls * width + column] as number)
    }
  }
}
