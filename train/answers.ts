import { extractFeatures, newFeatures } from '../src/analyse/features.ts'
import { type SentimentModel, weigh } from '../src/analyse/sentiment.ts'
import { newTokens, normalise, tokenise } from '../src/text/tokens.ts'
import type { Sample } from './data.ts'
import type { Answer } from './measure.ts'

// What a packed model says of each sample, through the very code that the product runs.
export function answersOf(model: SentimentModel, samples: readonly Sample[]): Answer[] {
  const tokens = newTokens()
  const features = newFeatures()
  return samples.map((sample) => {
    tokenise(normalise(sample.text), tokens)
    extractFeatures(tokens, features)
    weigh(features, model)
    return { sample, logits: [...model.logits] }
  })
}
