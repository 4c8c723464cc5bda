import type { PostKind } from '../domain/post.ts'
import {
  type JudgingModel,
  type ModelJudgement,
  type Probabilities,
  SENTIMENTS,
  type Sentiment,
} from '../domain/sentiment.ts'
import { type ModelFile, sectionOf } from './model-file.ts'

// Turns logits into probabilities that match how often the judgement is right, by the kind of text: logits are scaled, the less the
// more signs there are that the text is unfamiliar, and shifted.
export type Calibration = Readonly<Record<CalibratedModel, Readonly<Record<TextKind, Scaling>>>>

export const CALIBRATED_MODELS = ['hashed', 'encoder'] as const satisfies readonly JudgingModel[]
export type CalibratedModel = (typeof CALIBRATED_MODELS)[number]

// A short post or comment, the beginning of an article, and the title of a video.
export const TEXT_KINDS = ['post', 'article', 'video'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

// What speaks against a judgement, each from 0 to 1.
export interface Signs {
  // The share of unknown words.
  readonly unknown: number
  // What the hashed model leaves to the other sentiments.
  readonly doubt: number
  // How large the encoder's logits are: on unfamiliar texts, too large.
  readonly size: number
}

export const NO_SIGNS: Signs = { unknown: 0, doubt: 0, size: 0 }

export interface Scaling extends Signs {
  // The factor of the logits is exp(scale − each sign × its weight).
  readonly scale: number
  // Added to the logits of negative and positive.
  readonly negative: number
  readonly positive: number
}

export const SCALING_FIELDS = [
  'scale',
  'unknown',
  'doubt',
  'size',
  'negative',
  'positive',
] as const satisfies readonly (keyof Scaling)[]

export function readCalibration(file: ModelFile): Calibration {
  const scalingsOf = (model: CalibratedModel): Readonly<Record<TextKind, Scaling>> => {
    const size = SCALING_FIELDS.length
    const values = sectionOf(file, model, Float32Array, TEXT_KINDS.length * size)
    const scalingAt = (index: number): Scaling => toScaling([...values.subarray(index * size, (index + 1) * size)])
    return { post: scalingAt(0), article: scalingAt(1), video: scalingAt(2) }
  }
  return { hashed: scalingsOf('hashed'), encoder: scalingsOf('encoder') }
}

// In the order of `SCALING_FIELDS`.
export function toScaling(values: readonly number[]): Scaling {
  const [scale, unknown, doubt, size, negative, positive] = values as [number, number, number, number, number, number]
  return { scale, unknown, doubt, size, negative, positive }
}

export function textKindOf(kind: PostKind): TextKind {
  return kind === 'article' || kind === 'video' ? kind : 'post'
}

// The probabilities of logits (negative, neutral, positive).
export function calibrate(logits: ArrayLike<number>, signs: Signs, scaling: Scaling): Probabilities {
  const { scale, unknown, doubt, size } = scaling
  const factor = exponential(scale - unknown * signs.unknown - doubt * signs.doubt - size * signs.size)
  const negative = (logits[0] as number) * factor + scaling.negative
  const neutral = (logits[1] as number) * factor
  const positive = (logits[2] as number) * factor + scaling.positive
  const top = Math.max(negative, neutral, positive)
  const powers = [exponential(negative - top), exponential(neutral - top), exponential(positive - top)] as const
  const total = powers[0] + powers[1] + powers[2]
  return [powers[0] / total, powers[1] / total, powers[2] / total]
}

// The likeliest sentiment; of equals, the one that claims less.
export function judgementOf(probabilities: Probabilities, model: JudgingModel): ModelJudgement {
  const confidence = Math.max(...probabilities)
  const sentiment: Sentiment =
    probabilities[1] === confidence ? 0 : (SENTIMENTS[probabilities.indexOf(confidence)] as Sentiment)
  return { sentiment, confidence, probabilities, model }
}

const TERMS = 16
const POWER_MIN = -60

// Math.exp may differ in its last bit between machines. This is a product and a sum in a fixed order, up to 20.
function exponential(power: number): number {
  const bounded = Math.max(POWER_MIN, Math.min(20, power))
  const halvings = Math.round(bounded / Math.LN2)
  const rest = bounded - halvings * Math.LN2
  let sum = 1
  for (let term = TERMS; term > 0; term--) sum = 1 + (rest / term) * sum
  for (let step = halvings; step < 0; step++) sum /= 2
  for (let step = halvings; step > 0; step--) sum *= 2
  return sum
}
