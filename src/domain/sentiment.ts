export const SENTIMENTS = [-1, 0, 1] as const
export type Sentiment = (typeof SENTIMENTS)[number]

export const SENTIMENT_LABELS = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const

// Of negative, neutral and positive, in this order; they sum to one.
export type Probabilities = readonly [number, number, number]

// What judges the sentiment of a text: the hashed model alone, which is much faster; the encoder, for posts together with it; or a
// model that the operator brought. Their positions are stored.
export const JUDGING_MODELS = ['hashed', 'encoder', 'operator'] as const
export type JudgingModel = (typeof JUDGING_MODELS)[number]

export interface Judgement {
  readonly sentiment: Sentiment
  // The probability of this sentiment.
  readonly confidence: number
  // Null for a mention that an earlier version judged.
  readonly probabilities: Probabilities | null
  readonly model: JudgingModel
}

export interface ModelJudgement extends Judgement {
  readonly probabilities: Probabilities
}
