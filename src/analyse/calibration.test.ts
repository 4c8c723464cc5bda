import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownWords, wordsOf } from '../../train/known-words.ts'
import { seededRandom } from '../../train/random.ts'
import { fitScaling } from '../../train/scaling.ts'
import type { Sentiment } from '../domain/sentiment.ts'
import { newTokens, normalise, tokenise } from '../text/tokens.ts'
import { calibrate, judgementOf, NO_SIGNS } from './calibration.ts'
import { unknownShare } from './familiar.ts'
import { extractFeatures, newFeatures } from './features.ts'
import { joinLogits } from './judging.ts'

const PLAIN = { ...NO_SIGNS, scale: 0, negative: 0, positive: 0 }

test('probabilities are the softmax of the scaled and shifted logits', () => {
  const scaling = { scale: 0.4, unknown: 2, doubt: 0.5, size: 0.7, negative: 0.3, positive: -0.2 }
  const factor = Math.exp(0.4 - 2 * 0.25 - 0.5 * 0.1 - 0.7 * 0.6)
  const powers = [Math.exp(-1 * factor + 0.3), Math.exp(0.5 * factor), Math.exp(2 * factor - 0.2)]
  const total = powers.reduce((a, b) => a + b)
  calibrate([-1, 0.5, 2], { unknown: 0.25, doubt: 0.1, size: 0.6 }, scaling).forEach((share, at) => {
    assert.ok(Math.abs(share - (powers[at] as number) / total) < 1e-12)
  })
  assert.deepEqual(calibrate([-1000, 0, 1000], NO_SIGNS, PLAIN).map(Math.round), [0, 0, 1])
})

test('of equal probabilities neutral is chosen', () => {
  assert.equal(judgementOf(calibrate([1, 1, 1], NO_SIGNS, PLAIN), 'encoder').sentiment, 0)
  assert.equal(judgementOf(calibrate([2, 1, 1], NO_SIGNS, PLAIN), 'encoder').sentiment, -1)
})

test('a word is known when it was in three training texts, however often in one', () => {
  const known = knownWords(wordsOf(['bagus sekali', 'bagus 12', 'bagus buruk buruk buruk', 'sekali']))
  const tokens = newTokens()
  const features = newFeatures()
  const shareOf = (text: string) => {
    tokenise(normalise(text), tokens)
    extractFeatures(tokens, features)
    return unknownShare(tokens, features, known)
  }
  assert.deepEqual(['bagus', 'bagus sekali', 'buruk', 'bagus 12 !!!', ''].map(shareOf), [0, 0.5, 1, 0, 0])
})

test('the doubt of the hashed model and the size of the logits are those of the judgement', () => {
  const { logits, doubt, size } = joinLogits([0, 0, 6], [1, 0, 0], 0.5)
  assert.deepEqual([logits, size], [[0.5, 0, 6], 0.5])
  assert.ok(Math.abs(doubt - (1 - 1 / (Math.E + 2))) < 1e-12)
  assert.equal(joinLogits([0, 0, 60], [0, 0, 0], 1).size, 1)
})

for (const sign of ['unknown', 'doubt', 'size'] as const)
  test(`confidence is fitted to accuracy, and drops where the sign "${sign}" says that the model is worse`, () => {
    const random = seededRandom(3)
    const rows = Array.from({ length: 3_000 }, (_, at) => {
      const right = random() < (at % 2 === 1 ? 0.5 : 0.9)
      const label = (right ? 1 : random() < 0.5 ? 0 : -1) as Sentiment
      return { logits: [-3, -3, 3], signs: { ...NO_SIGNS, [sign]: at % 2 }, label, group: 'a', weight: 1 }
    })
    const scaling = fitScaling(rows)
    for (const [value, accuracy] of [
      [0, 0.9],
      [1, 0.5],
    ] as const) {
      const { confidence } = judgementOf(calibrate([-3, -3, 3], { ...NO_SIGNS, [sign]: value }, scaling), 'encoder')
      assert.ok(Math.abs(confidence - accuracy) < 0.05, `${confidence} instead of ${accuracy}`)
    }
  })
