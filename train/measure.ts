import { SENTIMENTS, type Sentiment } from '../src/domain/sentiment.ts'
import type { Sample } from './data.ts'

export interface Prediction {
  readonly sample: Sample
  // The logits of negative, neutral and positive.
  readonly logits: readonly number[]
}

export interface Figures {
  readonly total: number
  readonly accuracy: number
  readonly macroF1: number
  // Rows: annotated; columns: predicted; each negative, neutral, positive.
  readonly confusion: readonly (readonly number[])[]
}

// The predicted sentiment. For a two-class set it is the likelier of the two classes, unless `threeClasses`.
export function sentimentOf({ sample, logits }: Prediction, threeClasses = false): Sentiment {
  const allowed = sample.set.binary && !threeClasses ? ([-1, 1] as const) : SENTIMENTS
  let best: Sentiment = allowed[0]
  for (const sentiment of allowed) {
    if ((logits[sentiment + 1] as number) > (logits[best + 1] as number)) best = sentiment
  }
  return best
}

export function measure(predictions: readonly Prediction[], threeClasses = false): Figures {
  const confusion = SENTIMENTS.map(() => [0, 0, 0])
  for (const prediction of predictions) {
    const row = confusion[prediction.sample.label + 1] as number[]
    const column = sentimentOf(prediction, threeClasses) + 1
    row[column] = (row[column] as number) + 1
  }
  const scores = SENTIMENTS.map((_, cls) => f1(confusion, cls)).filter((score) => score !== null)
  const right = SENTIMENTS.reduce<number>((sum, _, cls) => sum + ((confusion[cls] as number[])[cls] as number), 0)
  return {
    total: predictions.length,
    accuracy: predictions.length === 0 ? 0 : right / predictions.length,
    macroF1: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length),
    confusion,
  }
}

// Null for a class that was neither annotated nor predicted.
function f1(confusion: readonly (readonly number[])[], cls: number): number | null {
  const right = (confusion[cls] as number[])[cls] as number
  const predicted = confusion.reduce((sum, row) => sum + (row[cls] as number), 0)
  const annotated = (confusion[cls] as number[]).reduce((sum, count) => sum + count, 0)
  return predicted + annotated === 0 ? null : (2 * right) / (predicted + annotated)
}

// The name of the group that figures are reported for: NusaX is split into its four main languages and the rest.
export function setOf(sample: Sample): string {
  if (sample.set.name !== 'nusax') return sample.set.name
  return ['ind', 'eng', 'jav', 'sun'].includes(sample.language) ? `nusax ${sample.language}` : 'nusax, other eight'
}

export function groupBy(
  predictions: readonly Prediction[],
  keyOf: (sample: Sample) => string,
): [string, Prediction[]][] {
  const groups = new Map<string, Prediction[]>()
  for (const prediction of predictions) {
    const key = keyOf(prediction.sample)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [prediction])
    else group.push(prediction)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

export interface Bin {
  readonly from: number
  readonly total: number
  readonly confidence: number
  readonly accuracy: number
}

// Accuracy by confidence, in steps of a tenth, on sets with three classes.
export function calibration(predictions: readonly Prediction[]): Bin[] {
  const bins = Array.from({ length: 10 }, () => ({ total: 0, confidence: 0, right: 0 }))
  for (const prediction of predictions.filter(({ sample }) => !sample.set.binary)) {
    const confidence = confidenceOf(prediction.logits)
    const bin = bins[Math.min(9, Math.floor(confidence * 10))] as (typeof bins)[number]
    bin.total++
    bin.confidence += confidence
    if (sentimentOf(prediction) === prediction.sample.label) bin.right++
  }
  return bins.flatMap(({ total, confidence, right }, at) =>
    total === 0 ? [] : [{ from: at / 10, total, confidence: confidence / total, accuracy: right / total }],
  )
}

export function confidenceOf(logits: readonly number[]): number {
  const top = Math.max(...logits)
  return 1 / logits.reduce((sum, logit) => sum + Math.exp(logit - top), 0)
}
