import { SENTIMENTS, type Sentiment } from '../src/domain/sentiment.ts'
import type { Sample } from './data.ts'

export interface Answer {
  readonly sample: Sample
  // The logits of negative, neutral and positive.
  readonly logits: readonly number[]
}

export interface Figures {
  readonly total: number
  readonly accuracy: number
  readonly macroF1: number
  // Lines: what people said; columns: what the model said; negative, neutral, positive.
  readonly confusion: readonly (readonly number[])[]
}

// What a model would say; for a two-class set the better of the two, unless `plain`.
export function answerOf({ sample, logits }: Answer, plain = false): Sentiment {
  const allowed = sample.set.binary && !plain ? ([-1, 1] as const) : SENTIMENTS
  let best: Sentiment = allowed[0]
  for (const sentiment of allowed) {
    if ((logits[sentiment + 1] as number) > (logits[best + 1] as number)) best = sentiment
  }
  return best
}

export function measure(answers: readonly Answer[], plain = false): Figures {
  const confusion = SENTIMENTS.map(() => [0, 0, 0])
  for (const answer of answers) {
    const line = confusion[answer.sample.label + 1] as number[]
    const column = answerOf(answer, plain) + 1
    line[column] = (line[column] as number) + 1
  }
  const scores = SENTIMENTS.map((_, cls) => f1(confusion, cls)).filter((score) => score !== null)
  const right = SENTIMENTS.reduce<number>((sum, _, cls) => sum + ((confusion[cls] as number[])[cls] as number), 0)
  return {
    total: answers.length,
    accuracy: answers.length === 0 ? 0 : right / answers.length,
    macroF1: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length),
    confusion,
  }
}

// Null for a class that neither people nor the model used.
function f1(confusion: readonly (readonly number[])[], cls: number): number | null {
  const right = (confusion[cls] as number[])[cls] as number
  const said = confusion.reduce((sum, line) => sum + (line[cls] as number), 0)
  const meant = (confusion[cls] as number[]).reduce((sum, count) => sum + count, 0)
  return said + meant === 0 ? null : (2 * right) / (said + meant)
}

// The sets that figures are given for: NusaX by its four large languages and the rest, all others whole.
export function setOf(sample: Sample): string {
  if (sample.set.name !== 'nusax') return sample.set.name
  return ['ind', 'eng', 'jav', 'sun'].includes(sample.language) ? `nusax ${sample.language}` : 'nusax, other eight'
}

export function groupBy(answers: readonly Answer[], keyOf: (sample: Sample) => string): [string, Answer[]][] {
  const groups = new Map<string, Answer[]>()
  for (const answer of answers) {
    const key = keyOf(answer.sample)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [answer])
    else group.push(answer)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

export interface Bin {
  readonly from: number
  readonly total: number
  readonly confidence: number
  readonly accuracy: number
}

// How often the model is right when it says how sure it is, in steps of a tenth, on sets with three classes.
export function calibration(answers: readonly Answer[]): Bin[] {
  const bins = Array.from({ length: 10 }, () => ({ total: 0, confidence: 0, right: 0 }))
  for (const answer of answers.filter(({ sample }) => !sample.set.binary)) {
    const confidence = confidenceOf(answer.logits)
    const bin = bins[Math.min(9, Math.floor(confidence * 10))] as (typeof bins)[number]
    bin.total++
    bin.confidence += confidence
    if (answerOf(answer) === answer.sample.label) bin.right++
  }
  return bins.flatMap(({ total, confidence, right }, at) =>
    total === 0 ? [] : [{ from: at / 10, total, confidence: confidence / total, accuracy: right / total }],
  )
}

export function confidenceOf(logits: readonly number[]): number {
  const top = Math.max(...logits)
  return 1 / logits.reduce((sum, logit) => sum + Math.exp(logit - top), 0)
}
