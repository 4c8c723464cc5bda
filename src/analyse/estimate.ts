import { SENTIMENTS, type Sentiment } from '../domain/sentiment.ts'
import { betaQuantile, tQuantile } from './distributions.ts'

// A drawn mention: what the model says of it, and what people say.
export interface LabelledMention {
  readonly predicted: Sentiment
  readonly confidence: number
  // By person.
  readonly labels: ReadonlyMap<string, Sentiment>
}

// All mentions of the filter, by what the model says: how many, and the sum of its confidence.
export type Predictions = Readonly<Record<Sentiment, { readonly count: number; readonly confidence: number }>>

// Shares are 0 to 1. Each interval holds the true share in 95 of 100 audits; all three at once hold less often.
export interface Interval {
  readonly share: number
  readonly low: number
  readonly high: number
}

export interface Estimate {
  readonly negative: Interval
  readonly neutral: Interval
  readonly positive: Interval
  readonly labels: number
}

// With fewer labels the intervals are too wide to be of use and not reliable.
export const LABELS_MIN = 30
const P = 0.975
const Z = 1.959963984540054
// Below this many mentions inside or outside a class, its interval comes from the labels alone; below the second number it is
// extended to what the labels alone give, and below the third if they are also a small share. Measured: without the third, classes
// of 5 to 10 % had a coverage of 90 to 92 %.
const RARE = 5
const SCARCE = 10
const SMALL = { count: 15, share: 0.15 }
// Two people are compared when they labelled this many of the same mentions.
const COMMON_MIN = LABELS_MIN

type Triple = readonly [number, number, number]
const CLASSES = [0, 1, 2] as const

// The true shares of the three sentiments among all mentions of a filter, from a random sample of them that people labelled
// (prediction-powered inference): the labels correct the model, and the model's predictions of all other mentions narrow the
// interval. One factor for all classes weighs the model, so that the shares sum to one; where the model is useless it is 0.
export function estimateShares(sample: readonly LabelledMention[], predictions: Predictions): Estimate {
  const n = sample.length
  if (n < LABELS_MIN) throw new Error(`An estimate needs ${LABELS_MIN} labels, not ${n}.`)
  const judged = sample.map(({ labels }) => averageOf([...labels.values()]))
  const predicted = sample.map((mention) => probabilitiesOf(mention.predicted, mention.confidence))
  const [labelMean, modelMean] = [meanOf(judged), meanOf(predicted)]
  const { total, mean: allMean } = meanOfAll(predictions)
  const weight = weightOf(judged, predicted, labelMean, modelMean)
  const people = disagreementOf(sample)
  const quantile = tQuantile(P, n - 1)
  const intervals = CLASSES.map((k) => {
    const share = clip(labelMean[k] + weight * (allMean[k] - modelMean[k]))
    let squares = 0
    for (const [at, label] of judged.entries())
      squares += (label[k] - labelMean[k] - weight * ((predicted[at] as Triple)[k] - modelMean[k])) ** 2
    const smoothed = (n * share + 0.5) / (n + 1.5)
    const spread = smoothed * (1 - smoothed)
    const unseen = Math.max(0, 1 - n / total)
    const variance = Math.max(squares / ((n - 2) * n), spread / (6 * n)) * unseen + people[k]
    const own = wilson(share, variance === 0 ? Number.POSITIVE_INFINITY : spread / variance, quantile)
    return withFewLabels({ share, ...own }, { count: labelMean[k] * n, n, unseen, people: people[k] })
  })
  const [negative, neutral, positive] = intervals as [Interval, Interval, Interval]
  return { negative, neutral, positive, labels: n }
}

// The change from one audited range to another that shares no mention with it, in shares.
export function differenceOf(before: Interval, after: Interval): Interval {
  const share = after.share - before.share
  return {
    share,
    low: share - Math.hypot(after.share - after.low, before.high - before.share),
    high: share + Math.hypot(after.high - after.share, before.share - before.low),
  }
}

function withFewLabels(
  own: Interval,
  { count, n, unseen, people }: { count: number; n: number; unseen: number; people: number },
): Interval {
  const seen = Math.min(count, n - count)
  // When every mention is labelled, there is nothing left to estimate.
  const isScarce = seen < SCARCE || (seen < SMALL.count && seen / n < SMALL.share)
  if (!isScarce || unseen === 0) return own
  const plain = seen < RARE ? clopperPearson(count, n) : wilson(count / n, n, Z)
  const labels = widen({ share: count / n, ...plain }, people)
  if (seen < RARE)
    return { share: Math.min(Math.max(own.share, labels.low), labels.high), low: labels.low, high: labels.high }
  return { share: own.share, low: Math.min(own.low, labels.low), high: Math.max(own.high, labels.high) }
}

function widen({ share, low, high }: Interval, people: number): { low: number; high: number } {
  const more = Z * Math.sqrt(people)
  return { low: clip(share - Math.hypot(share - low, more)), high: clip(share + Math.hypot(high - share, more)) }
}

// Wilson's score interval for a share observed in `size` mentions.
export function wilson(share: number, size: number, quantile: number): { low: number; high: number } {
  const step = quantile ** 2 / size
  const centre = (share + step / 2) / (1 + step)
  const half = (quantile / (1 + step)) * Math.sqrt((share * (1 - share)) / size + step / (4 * size))
  // Rounding must not leave the observed share outside.
  return { low: Math.min(share, clip(centre - half)), high: Math.max(share, clip(centre + half)) }
}

export function clopperPearson(count: number, n: number): { low: number; high: number } {
  return {
    low: count <= 0 ? 0 : betaQuantile(1 - P, count, n - count + 1),
    high: count >= n ? 1 : betaQuantile(P, count + 1, n - count),
  }
}

function weightOf(
  judged: readonly Triple[],
  predicted: readonly Triple[],
  labelMean: Triple,
  modelMean: Triple,
): number {
  let [products, squares] = [0, 0]
  for (const [at, label] of judged.entries()) {
    const model = predicted[at] as Triple
    for (const k of CLASSES) {
      products += (model[k] - modelMean[k]) * (label[k] - labelMean[k])
      squares += (model[k] - modelMean[k]) ** 2
    }
  }
  return squares === 0 ? 0 : clip(products / squares)
}

// The variance that comes from who judges: between people who labelled the same mentions, by their weights in the average.
function disagreementOf(sample: readonly LabelledMention[]): Triple {
  const people = [...new Set(sample.flatMap(({ labels }) => [...labels.keys()]))]
  const common = sample.filter(({ labels }) => labels.size === people.length)
  if (people.length < 2 || common.length < COMMON_MIN) return [0, 0, 0]
  const weights = people.map((person) => {
    const parts = sample.map(({ labels }) => (labels.has(person) ? 1 / labels.size : 0))
    return parts.reduce((sum, part) => sum + part, 0) / sample.length
  })
  const concentration = weights.reduce((sum, weight) => sum + weight ** 2, 0)
  const shares = people.map((person) => meanOf(common.map(({ labels }) => averageOf([labels.get(person) ?? 0]))))
  const centre = meanOf(shares)
  return triple((k) => {
    const squares = shares.reduce((sum, share) => sum + (share[k] - centre[k]) ** 2, 0)
    return (squares / (people.length - 1)) * concentration
  })
}

function averageOf(labels: readonly Sentiment[]): Triple {
  return triple((k) => labels.filter((label) => label === SENTIMENTS[k]).length / labels.length)
}

// The model's confidence, and the rest in equal parts for the other two classes.
function probabilitiesOf(predicted: Sentiment, confidence: number): Triple {
  return triple((k) => (SENTIMENTS[k] === predicted ? confidence : (1 - confidence) / 2))
}

function meanOfAll(predictions: Predictions): { total: number; mean: Triple } {
  const total = SENTIMENTS.reduce<number>((sum, sentiment) => sum + predictions[sentiment].count, 0)
  const mean = triple((k) => {
    let sum = 0
    for (const sentiment of SENTIMENTS) {
      const { count, confidence } = predictions[sentiment]
      sum += sentiment === SENTIMENTS[k] ? confidence : (count - confidence) / 2
    }
    return sum / total
  })
  return { total, mean }
}

function meanOf(rows: readonly Triple[]): Triple {
  return triple((k) => rows.reduce((sum, row) => sum + row[k], 0) / rows.length)
}

function triple(of: (k: 0 | 1 | 2) => number): Triple {
  return [of(0), of(1), of(2)]
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value))
}
