import type { Classifier } from '../src/collect/classifier.ts'
import type { Entity } from '../src/domain/entity.ts'
import type { ModelJudgement, Sentiment } from '../src/domain/sentiment.ts'

// A judgement that is sure of the sentiment.
export function judged(sentiment: Sentiment = 0): ModelJudgement {
  const probabilities = [sentiment === -1 ? 1 : 0, sentiment === 0 ? 1 : 0, sentiment === 1 ? 1 : 0] as const
  return { sentiment, confidence: 1, probabilities, model: 'encoder' }
}

// A classifier that says the same of every text.
export function classifierOf(
  sentiment: Sentiment = 0,
  { language = 'id', entities = [] }: { readonly language?: string; readonly entities?: readonly Entity[] } = {},
): Classifier {
  return { language: () => language, entities: () => entities, judge: () => judged(sentiment) }
}
