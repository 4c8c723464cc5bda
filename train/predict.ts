import { openAnalyser } from '../src/analyse/analyser.ts'
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

// Predicts each sample as the service does, by both models together: the logits are the logarithms of the probabilities.
export function predictTogether(samples: readonly Sample[]): Prediction[] {
  const analyser = openAnalyser()
  return samples.map((sample) => {
    const { probabilities } = analyser.sentiment(sample.text)
    return { sample, logits: probabilities.map((share) => Math.log(Math.max(share, Number.MIN_VALUE))) }
  })
}
