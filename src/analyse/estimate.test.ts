import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sentiment } from '../domain/sentiment.ts'
import {
  clopperPearson,
  differenceOf,
  type Estimate,
  estimateShares,
  type LabelledMention,
  type Predictions,
  wilson,
} from './estimate.ts'

type Row = readonly [predicted: Sentiment, confidence: number, label: Sentiment]

function repeat(count: number, row: Row): Row[] {
  return Array.from({ length: count }, () => row)
}

function sampleOf(rows: readonly Row[], more: Record<string, readonly Sentiment[]> = {}): LabelledMention[] {
  return rows.map(([predicted, confidence, label], at) => {
    const others = Object.entries(more).flatMap(([person, labels]) => {
      const other = labels[at]
      return other === undefined ? [] : [[person, other] as const]
    })
    return { predicted, confidence, labels: new Map([['ani', label], ...others]) }
  })
}

function predictionsOf(negative: number, neutral: number, positive: number, confidence: number): Predictions {
  const of = (count: number) => ({ count, confidence: count * confidence })
  return { [-1]: of(negative), 0: of(neutral), 1: of(positive) }
}

function assertNear(actual: number, expected: number, tolerance = 1e-9): void {
  assert.ok(Math.abs(actual - expected) < tolerance, `${actual} is not ${expected}`)
}

// The interval of the negative share in a project of 1,000, as the formula is written. `all` is the sum of the model's
// probabilities for it, `t` the quantile for this number of labels.
function byHand(
  rows: readonly Row[],
  y: readonly (readonly number[])[],
  { all, people, t }: { all: number; people: number; t: number },
) {
  const n = rows.length
  const f = rows.map(([p, c]) => [-1, 0, 1].map((k) => (k === p ? c : (1 - c) / 2)))
  const mean = (list: readonly (readonly number[])[], k: number) =>
    list.reduce((sum, row) => sum + (row[k] ?? 0), 0) / list.length
  let [products, squares] = [0, 0]
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      const df = (f[i]?.[k] ?? 0) - mean(f, k)
      products += df * ((y[i]?.[k] ?? 0) - mean(y, k))
      squares += df * df
    }
  }
  const lambda = Math.min(1, products / squares)
  const theta = mean(y, 0) + lambda * (all / 1_000 - mean(f, 0))
  let residuals = 0
  for (let i = 0; i < n; i++)
    residuals += ((y[i]?.[0] ?? 0) - mean(y, 0) - lambda * ((f[i]?.[0] ?? 0) - mean(f, 0))) ** 2
  const p = (n * theta + 0.5) / (n + 1.5)
  const variance = Math.max(residuals / ((n - 2) * n), (p * (1 - p)) / (6 * n)) * (1 - n / 1_000) + people
  return { theta, ...wilson(theta, (p * (1 - p)) / variance, t) }
}

const widthOf = ({ low, high }: { low: number; high: number }) => high - low
const totalOf = (estimate: Estimate) => estimate.negative.share + estimate.neutral.share + estimate.positive.share

describe('intervals from labels alone', () => {
  test('of none among 50, the share is 0 to 7.1 %', () => {
    const { low, high } = clopperPearson(0, 50)
    assert.equal(low, 0)
    assertNear(high, 1 - 0.025 ** (1 / 50))
    assert.equal(high.toFixed(3), '0.071')
    assertNear(clopperPearson(50, 50).low, 0.025 ** (1 / 50))
  })

  test('Wilson’s bounds are the shares that the observed one is just compatible with', () => {
    // Each bound p solves |observed - p| = z sqrt(p (1 - p) / n).
    const { low, high } = wilson(0.3, 80, 1.96)
    for (const bound of [low, high]) assertNear(Math.abs(0.3 - bound), 1.96 * Math.sqrt((bound * (1 - bound)) / 80))
  })
})

describe('the estimate of an audit', () => {
  test('removes the bias of a model that calls half of the neutral mentions negative', () => {
    // Among 100 drawn: 20 negative, 60 neutral, 20 positive; the model says negative for 30 of the neutral ones.
    const rows = [
      ...repeat(20, [-1, 0.9, -1]),
      ...repeat(30, [-1, 0.9, 0]),
      ...repeat(30, [0, 0.9, 0]),
      ...repeat(20, [1, 0.9, 1]),
    ]
    const estimate = estimateShares(sampleOf(rows), predictionsOf(5_000, 3_000, 2_000, 0.9))
    assertNear(estimate.negative.share, 0.2)
    assertNear(estimate.neutral.share, 0.6)
    assertNear(estimate.positive.share, 0.2)
    assertNear(totalOf(estimate), 1)
    assert.equal(estimate.labels, 100)
  })

  test('follows the formula step by step', () => {
    // 40 drawn of 1,000; two kinds of mentions for the model, and the labels of each are known.
    const rows = [
      ...repeat(12, [-1, 0.8, -1]),
      ...repeat(4, [-1, 0.8, 0]),
      ...repeat(10, [1, 0.7, 1]),
      ...repeat(14, [1, 0.7, 0]),
    ]
    const all: Predictions = {
      [-1]: { count: 600, confidence: 480 },
      0: { count: 0, confidence: 0 },
      1: { count: 400, confidence: 280 },
    }
    const judged = rows.map(([, , label]) => [-1, 0, 1].map((k) => (k === label ? 1 : 0)))
    const { theta, low, high } = byHand(rows, judged, { all: 600 * 0.8 + 400 * 0.15, people: 0, t: 2.02269092 })
    const expected = { low, high }
    const { negative } = estimateShares(sampleOf(rows), all)
    assertNear(negative.share, theta)
    assertNear(negative.low, expected.low, 1e-8)
    assertNear(negative.high, expected.high, 1e-8)
  })

  test('is narrower than the labels alone with a good model, and hardly wider with a useless one', () => {
    const good = [...repeat(20, [-1, 0.95, -1]), ...repeat(60, [0, 0.95, 0]), ...repeat(20, [1, 0.95, 1])]
    const labels = wilson(0.2, 100, 1.96)
    const all = predictionsOf(2_000, 6_000, 2_000, 0.95)
    assert.ok(widthOf(estimateShares(sampleOf(good), all).negative) < 0.5 * widthOf(labels))
    // The prediction says nothing about the label: the same mixture in each predicted class.
    const useless = ([-1, 0, 1] as const).flatMap((predicted) => [
      ...repeat(10, [predicted, 0.6, -1]),
      ...repeat(30, [predicted, 0.6, 0]),
      ...repeat(10, [predicted, 0.6, 1]),
    ])
    const estimate = estimateShares(sampleOf(useless), predictionsOf(4_000, 3_000, 3_000, 0.6))
    assertNear(estimate.negative.share, 0.2)
    assert.ok(widthOf(estimate.negative) < 1.03 * widthOf(wilson(0.2, 150, 1.96)))
  })

  test('is exact once every mention is labelled', () => {
    const rows = [...repeat(10, [1, 0.9, -1]), ...repeat(25, [0, 0.9, 0])]
    const { negative, positive } = estimateShares(sampleOf(rows), predictionsOf(0, 25, 10, 0.9))
    assertNear(negative.share, 10 / 35)
    assertNear(widthOf(negative), 0)
    assertNear(positive.high, 0)
  })

  test('takes a class that was hardly seen from the labels alone', () => {
    const rows = [...repeat(48, [0, 0.9, 0]), ...repeat(2, [1, 0.6, 1])]
    const { negative, positive, neutral } = estimateShares(sampleOf(rows), predictionsOf(500, 9_000, 500, 0.8))
    assert.deepEqual([negative.low, negative.high.toFixed(3)], [0, '0.071'])
    const rare = clopperPearson(2, 50)
    assertNear(positive.low, rare.low)
    assertNear(positive.high, rare.high)
    assertNear(neutral.low, clopperPearson(48, 50).low)
  })

  test('a class seen five to nine times is at least as wide as the labels alone', () => {
    const rows = [...repeat(43, [0, 0.99, 0]), ...repeat(7, [1, 0.99, 1])]
    const { positive } = estimateShares(sampleOf(rows), predictionsOf(0, 8_600, 1_400, 0.99))
    const labels = wilson(7 / 50, 50, 1.959964)
    assert.ok(positive.low <= labels.low + 1e-6 && positive.high >= labels.high - 1e-6)
  })

  test('needs 30 labels', () => {
    assert.throws(() => estimateShares(sampleOf(repeat(29, [0, 0.9, 0])), predictionsOf(0, 100, 0, 0.9)), /30 labels/)
  })
})

describe('second opinions', () => {
  const rows = [...repeat(40, [-1, 0.8, -1]), ...repeat(60, [0, 0.8, 0])]
  const all = predictionsOf(400, 600, 0, 0.8)
  const own = rows.map(([, , label]) => label)

  test('that agree change nothing', () => {
    assert.deepEqual(estimateShares(sampleOf(rows, { budi: own }), all), estimateShares(sampleOf(rows), all))
  })

  test('that differ are averaged, and widen the interval by a quarter of the squared difference', () => {
    // Budi calls 20 of the 60 neutral ones negative: 60 % against 40 %.
    const budi = own.map((label, at): Sentiment => (at < 60 ? -1 : label))
    const { negative } = estimateShares(sampleOf(rows, { budi }), all)
    assertNear(negative.share, 0.5)
    const judged = own.map((label, at) => (label === -1 ? [1, 0, 0] : at < 60 ? [0.5, 0.5, 0] : [0, 1, 0]))
    const { low, high } = byHand(rows, judged, { all: 400 * 0.8 + 600 * 0.1, people: 0.2 ** 2 / 4, t: 1.98421695 })
    assertNear(negative.low, low, 1e-7)
    assertNear(negative.high, high, 1e-7)
  })

  test('of three people widen it by a third of their variance', () => {
    const shift = (from: number) => own.map((label, at) => (at < from ? (-1 as const) : label))
    const { negative } = estimateShares(sampleOf(rows, { budi: shift(60), cici: shift(50) }), all)
    assertNear(negative.share, 0.5)
    const judged = own.map((label, at) => {
      const calls = label === -1 ? 3 : at < 50 ? 2 : at < 60 ? 1 : 0
      return [calls / 3, 1 - calls / 3, 0]
    })
    // Shares 0.4, 0.6, 0.5: their variance is 0.01.
    const { low, high } = byHand(rows, judged, { all: 400 * 0.8 + 600 * 0.1, people: 0.01 / 3, t: 1.98421695 })
    assertNear(negative.low, low, 1e-7)
    assertNear(negative.high, high, 1e-7)
  })
})

describe('the difference of two ranges', () => {
  test('combines the half-widths that face each other', () => {
    const before = { share: 0.2, low: 0.16, high: 0.26 }
    const after = { share: 0.35, low: 0.27, high: 0.44 }
    const { share, low, high } = differenceOf(before, after)
    assertNear(share, 0.15)
    assertNear(low, 0.15 - Math.sqrt(0.08 ** 2 + 0.06 ** 2))
    assertNear(high, 0.15 + Math.sqrt(0.09 ** 2 + 0.04 ** 2))
  })
})
