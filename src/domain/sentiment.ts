export const SENTIMENTS = [-1, 0, 1] as const
export type Sentiment = (typeof SENTIMENTS)[number]

export const SENTIMENT_LABELS = { '-1': 'negative', '0': 'neutral', '1': 'positive' } as const
