import type { Classification } from '../src/collect/deps.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'

// What a classifier returns that is sure of the sentiment.
export function classified(sentiment: Sentiment = 0, language = 'id'): Classification {
  const probabilities = [sentiment === -1 ? 1 : 0, sentiment === 0 ? 1 : 0, sentiment === 1 ? 1 : 0] as const
  return { sentiment, confidence: 1, probabilities, model: 'encoder', language }
}
