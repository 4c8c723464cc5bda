import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownWords } from '../../train/known-words.ts'
import { seededRandom } from '../../train/random.ts'
import { fitScaling } from '../../train/scaling.ts'
import type { Sentiment } from '../domain/sentiment.ts'
import { newTokens, normalise, tokenise } from '../text/tokens.ts'
import { calibrate, judgementOf } from './calibration.ts'
import { unknownShare } from './familiar.ts'
import { extractFeatures, newFeatures } from './features.ts'

const PLAIN = { scale: 0, unknown: 0, negative: 0, positive: 0 }

test('probabilities are the softmax of the scaled and shifted logits', () => {
  const scaling = { scale: 0.4, unknown: 2, negative: 0.3, positive: -0.2 }
  const factor = Math.exp(0.4 - 2 * 0.25)
  const powers = [Math.exp(-1 * factor + 0.3), Math.exp(0.5 * factor), Math.exp(2 * factor - 0.2)]
  const total = powers.reduce((a, b) => a + b)
  calibrate([-1, 0.5, 2], 0.25, scaling).forEach((share, at) => {
    assert.ok(Math.abs(share - (powers[at] as number) / total) < 1e-12)
  })
  assert.deepEqual(calibrate([-1000, 0, 1000], 0, PLAIN).map(Math.round), [0, 0, 1])
})

test('of equal probabilities neutral is chosen', () => {
  assert.equal(judgementOf(calibrate([1, 1, 1], 0, PLAIN), 'encoder').sentiment, 0)
  assert.equal(judgementOf(calibrate([2, 1, 1], 0, PLAIN), 'encoder').sentiment, -1)
})

test('a word is known when it was in three training texts, however often in one', () => {
  const known = knownWords(['bagus sekali', 'bagus 12', 'bagus buruk buruk buruk', 'sekali'])
  const tokens = newTokens()
  const features = newFeatures()
  const shareOf = (text: string) => {
    tokenise(normalise(text), tokens)
    extractFeatures(tokens, features)
    return unknownShare(tokens, features, known)
  }
  assert.deepEqual(['bagus', 'bagus sekali', 'buruk', 'bagus 12 !!!', ''].map(shareOf), [0, 0.5, 1, 0, 0])
})

test('confidence is fitted to accuracy, and drops where unknown words make the model worse', () => {
  const random = seededRandom(3)
  const rows = Array.from({ length: 3_000 }, (_, at) => {
    const unknown = at % 2
    const right = random() < (unknown === 1 ? 0.5 : 0.9)
    return { logits: [-3, -3, 3], unknown, label: (right ? 1 : random() < 0.5 ? 0 : -1) as Sentiment, group: 'a' }
  })
  const scaling = fitScaling(rows)
  for (const [unknown, accuracy] of [
    [0, 0.9],
    [1, 0.5],
  ] as const) {
    const { confidence } = judgementOf(calibrate([-3, -3, 3], unknown, scaling), 'encoder')
    assert.ok(Math.abs(confidence - accuracy) < 0.05, `${confidence} instead of ${accuracy}`)
  }
})
