import { extractFeatures, newFeatures } from '../src/analyse/features.ts'
import { computeLogits, type SentimentModel } from '../src/analyse/sentiment.ts'
import { newTokens, normalise, tokenise } from '../src/text/tokens.ts'
import type { Sample } from './data.ts'
import type { Prediction } from './measure.ts'

// Predicts each sample with a packed model, through the same code as in production.
export function predict(model: SentimentModel, samples: readonly Sample[]): Prediction[] {
  const tokens = newTokens()
  const features = newFeatures()
  return samples.map((sample) => {
    tokenise(normalise(sample.text), tokens)
    extractFeatures(tokens, features)
    computeLogits(features, model)
    return { sample, logits: [...model.logits] }
  })
}
