import type { ModelJudgement } from '../domain/sentiment.ts'
import type { Tokens } from '../text/tokens.ts'
import {
  type Calibration,
  calibrate,
  judgementOf,
  NO_SIGNS,
  type Scaling,
  type Signs,
  type TextKind,
} from './calibration.ts'
import type { Encoder } from './encoder/encoder.ts'
import { type KnownWords, unknownShare } from './familiar.ts'
import type { Features } from './features.ts'
import { type ModelFile, sectionOf } from './model-file.ts'
import { CLASSES, computeLogits, type SentimentModel } from './sentiment.ts'

export interface JudgeOptions {
  readonly kind: TextKind
  // By the hashed model alone, which takes a twentieth of the time.
  readonly quick: boolean
  // An article as the encoder reads it (`Focus.marked`); without one, its text.
  readonly marked?: string
}

export interface Judging {
  readonly hashed: SentimentModel
  readonly encoder: Encoder
  readonly heads: Heads
  readonly calibration: Calibration
  readonly knownWords: KnownWords
}

// Three rows of weights of the encoder's pooled vectors, and their biases.
interface Head {
  readonly weights: Float32Array
  readonly bias: Float32Array
}

export type Heads = Readonly<Record<'post' | 'article', Head>>

// A text as the hashed model reads it.
export interface ReadText {
  readonly text: string
  readonly tokens: Tokens
  readonly features: Features
}

export type Models = Pick<Judging, 'hashed' | 'encoder' | 'heads'>

// How much the logits of the hashed model count beside the encoder's, chosen on texts that neither was trained on. Only the encoder
// knows what a negation refers to.
const HASHED_SHARE = { plain: 2.5, negated: 0.5 }

export function hashedShare({ negated }: Features): number {
  return negated ? HASHED_SHARE.negated : HASHED_SHARE.plain
}

export function readHeads(file: ModelFile, encoder: Encoder): Heads {
  const head = (name: string): Head => ({
    weights: sectionOf(file, `${name}.weights`, Float32Array, CLASSES * encoder.pooled.length),
    bias: sectionOf(file, `${name}.bias`, Float32Array, CLASSES),
  })
  return { post: head('sentiment'), article: head('article') }
}

export function judgeText(
  judging: Judging,
  { text, tokens, features }: ReadText,
  { kind, quick, marked = text }: JudgeOptions,
): ModelJudgement {
  const { hashed, calibration } = judging
  computeLogits(features, hashed)
  const unknown = unknownShare(tokens, features, judging.knownWords)
  const model = quick ? 'hashed' : 'encoder'
  const { logits, doubt, size } = quick
    ? { ...NO_SIGNS, logits: hashed.logits }
    : kind === 'article'
      ? joinLogits(articleLogits(judging, marked), hashed.logits, 0)
      : joinLogits(postLogits(judging, text), hashed.logits, hashedShare(features))
  return judgementOf(calibrate(logits, { unknown, doubt, size }, calibration[model][kind]), model)
}

export function postLogits({ encoder, heads }: Omit<Models, 'hashed'>, text: string): number[] {
  encoder.read(text)
  return logitsOf(encoder.pooled, heads.post)
}

// An article is judged by the vectors of its marks.
export function articleLogits({ encoder, heads }: Omit<Models, 'hashed'>, marked: string): number[] {
  encoder.readMarked(marked)
  return logitsOf(encoder.pooled, heads.article)
}

function logitsOf(pooled: Float64Array, head: Head): number[] {
  return Array.from({ length: CLASSES }, (_, cls) => {
    let sum = head.bias[cls] as number
    for (let at = 0; at < pooled.length; at++) {
      sum += (pooled[at] as number) * (head.weights[cls * pooled.length + at] as number)
    }
    return sum
  })
}

export interface JoinedLogits extends Omit<Signs, 'unknown'> {
  readonly logits: readonly number[]
}

// Larger logits of the encoder are no larger sign.
const SIZE_MAX = 8
const PLAIN: Scaling = { ...NO_SIGNS, scale: 0, negative: 0, positive: 0 }

export function joinLogits(encoder: readonly number[], hashed: ArrayLike<number>, share: number): JoinedLogits {
  const logits = encoder.map((logit, at) => logit + share * (hashed[at] as number))
  const chosen = logits.indexOf(Math.max(...logits))
  const mean = encoder.reduce((sum, logit) => sum + logit, 0) / CLASSES
  const spread = Math.max(...encoder.map((logit) => Math.abs(logit - mean)))
  return {
    logits,
    doubt: 1 - (calibrate(hashed, NO_SIGNS, PLAIN)[chosen] as number),
    size: Math.min(spread, SIZE_MAX) / SIZE_MAX,
  }
}
