import { FEATURES_PER_WORD, type FeatureSpace, nameFeatures } from '../src/analyse/entities/features.ts'
import type { Gazetteer } from '../src/analyse/entities/gazetteer.ts'
import {
  movesOf,
  NEVER,
  newSums,
  probabilityOf,
  START,
  type Sums,
  sumPaths,
  TAGS,
} from '../src/analyse/entities/paths.ts'
import type { NameSentence } from './entity-data.ts'
import { seededRandom, shuffle } from './random.ts'

export interface CrfShape {
  readonly bits: number
  readonly epochs: number
  readonly rate: number
  readonly dropout: number
  readonly seed: number
}

export interface LearntTagger extends FeatureSpace {
  readonly weights: Float32Array
  readonly transitions: Float32Array
}

interface State {
  readonly shape: CrfShape
  readonly weights: Float32Array
  readonly squares: Float32Array
  // The sum of the changes of each weight, each times the number of the step it was made at: what the mean over all steps lacks.
  readonly early: Float64Array
  step: number
  readonly transitions: Float32Array
  readonly transitionSquares: Float32Array
}

// Trains by AdaGrad on the likelihood of the allowed sequences, so that a label which leaves a choice is learnt as one.
export function trainCrf(
  sentences: readonly NameSentence[],
  gazetteer: Gazetteer,
  classes: Int16Array,
  shape: CrfShape,
): LearntTagger {
  const size = TAGS << shape.bits
  const state: State = {
    shape,
    weights: new Float32Array(size),
    squares: new Float32Array(size),
    early: new Float64Array(size),
    step: 0,
    transitions: firstTransitions(),
    transitionSquares: new Float32Array((TAGS + 1) * TAGS),
  }
  const space = { bits: shape.bits, classes }
  const features = sentences.map(({ words }) => nameFeatures(words, gazetteer.find(words), space))
  const random = seededRandom(shape.seed)
  const order = Int32Array.from(sentences, (_, index) => index)
  for (let epoch = 0; epoch < shape.epochs; epoch++) {
    shuffle(order, random)
    const rate = shape.rate * (1 - epoch / shape.epochs)
    for (const index of order) {
      const seed = Math.floor(random() * 2 ** 31)
      if (epoch > 0) state.step++
      learn(state, sentences[index] as NameSentence, features[index] as Int32Array, rate, seed)
    }
  }
  return { ...space, weights: meanWeights(state), transitions: state.transitions }
}

// The mean of the weights after each step from the second epoch on, which is more accurate than the last ones.
function meanWeights({ weights, early, step }: State): Float32Array {
  return weights.map((weight, slot) => weight - (early[slot] as number) / Math.max(1, step))
}

function firstTransitions(): Float32Array {
  const transitions = new Float32Array((TAGS + 1) * TAGS)
  for (let before = 0; before <= TAGS; before++)
    for (let tag = 2; tag < TAGS; tag += 2)
      if (before !== tag && before !== tag - 1) transitions[before * TAGS + tag] = NEVER
  return transitions
}

// A feature that is left out of this sentence gets a negative number.
function dropped(features: Int32Array, dropout: number, seed: number): Int32Array {
  let chance = seed | 1
  const limit = Math.floor(dropout * 65_536)
  return features.map((feature) => {
    chance = (Math.imul(chance, 1_103_515_245) + 12_345) | 0
    return ((chance >>> 12) & 0xffff) < limit ? -1 : feature
  })
}

const SETTLED = 1e-3

function learn(state: State, sentence: NameSentence, all: Int32Array, rate: number, seed: number): void {
  const { allowed, weight } = sentence
  const size = allowed.length
  const features = dropped(all, state.shape.dropout, seed)
  const scores = scoresOf(state, features, size)
  const moves = movesOf(state.transitions)
  const free = sumPaths(scores, moves, START, newSums(size))
  for (let at = 0; at < size; at++)
    for (let tag = 0; tag < TAGS; tag++)
      if ((((allowed[at] as number) >> tag) & 1) === 0) scores[at * TAGS + tag] = -1e3
  const bound = sumPaths(scores, moves, START, newSums(size))
  const predicted = probabilitiesOf(free, size)
  const target = probabilitiesOf(bound, size)
  for (let at = 0; at < size; at++) learnWord(state, features, at, predicted, target, rate, weight)
  learnTransitions(state, { free, bound, moves }, size, rate, weight)
}

function scoresOf({ weights, shape }: State, features: Int32Array, size: number): Float64Array {
  const scores = new Float64Array(size * TAGS)
  const scale = 1 / (1 - shape.dropout)
  for (let at = 0; at < size; at++) {
    for (let index = at * FEATURES_PER_WORD; index < (at + 1) * FEATURES_PER_WORD; index++) {
      const feature = features[index] as number
      if (feature < 0) continue
      for (let tag = 0; tag < TAGS; tag++)
        (scores[at * TAGS + tag] as number) += (weights[feature * TAGS + tag] as number) * scale
    }
  }
  return scores
}

function learnWord(
  state: State,
  features: Int32Array,
  at: number,
  predicted: Float64Array,
  target: Float64Array,
  rate: number,
  weight: number,
): void {
  const { weights, squares, early, step } = state
  for (let tag = 0; tag < TAGS; tag++) {
    const gradient = ((target[at * TAGS + tag] as number) - (predicted[at * TAGS + tag] as number)) * weight
    if (Math.abs(gradient) < SETTLED) continue
    for (let index = at * FEATURES_PER_WORD; index < (at + 1) * FEATURES_PER_WORD; index++) {
      if ((features[index] as number) < 0) continue
      const slot = (features[index] as number) * TAGS + tag
      const square = (squares[slot] as number) + gradient * gradient
      squares[slot] = square
      const change = (rate * gradient) / Math.sqrt(square + 1e-2)
      weights[slot] = (weights[slot] as number) + change
      early[slot] = (early[slot] as number) + change * step
    }
  }
}

function probabilitiesOf(sums: Sums, size: number): Float64Array {
  return Float64Array.from({ length: size * TAGS }, (_, slot) =>
    probabilityOf(sums, Math.floor(slot / TAGS), slot % TAGS),
  )
}

interface Passes {
  readonly free: Sums
  readonly bound: Sums
  readonly moves: Float64Array
}

function learnTransitions(
  state: State,
  { free, bound, moves }: Passes,
  size: number,
  rate: number,
  weight: number,
): void {
  const change = new Float64Array((TAGS + 1) * TAGS)
  for (let at = 1; at < size; at++) {
    addPairs(change, bound, moves, at, 1)
    addPairs(change, free, moves, at, -1)
  }
  for (let slot = 0; slot < change.length; slot++) {
    if (state.transitions[slot] === NEVER || change[slot] === 0) continue
    const gradient = (change[slot] as number) * weight
    const square = (state.transitionSquares[slot] as number) + gradient * gradient
    state.transitionSquares[slot] = square
    state.transitions[slot] = (state.transitions[slot] as number) + (rate * gradient) / Math.sqrt(square + 1e-2)
  }
}

function addPairs(
  change: Float64Array,
  { forward, backward, odds }: Sums,
  moves: Float64Array,
  at: number,
  sign: number,
): void {
  const pairs = new Float64Array(TAGS * TAGS)
  let sum = 0
  for (let before = 0; before < TAGS; before++)
    for (let tag = 0; tag < TAGS; tag++) {
      const index = at * TAGS + tag
      const value =
        (forward[(at - 1) * TAGS + before] as number) *
        (moves[before * TAGS + tag] as number) *
        (odds[index] as number) *
        (backward[index] as number)
      pairs[before * TAGS + tag] = value
      sum += value
    }
  if (sum === 0) return
  for (let slot = 0; slot < pairs.length; slot++) (change[slot] as number) += (sign * (pairs[slot] as number)) / sum
}
