import { SENTIMENTS, type Sentiment } from '../domain/sentiment.ts'

export interface LabelledJudgement {
  readonly label: Sentiment
  readonly predicted: Sentiment
}

// The mean of the F1 of the three sentiments, so that a rare one counts as much as a frequent one.
export function macroF1(pairs: readonly LabelledJudgement[]): number {
  const scores = SENTIMENTS.map((sentiment) => {
    const right = pairs.filter(({ label, predicted }) => label === sentiment && predicted === sentiment).length
    const named = pairs.filter(({ label }) => label === sentiment).length
    const predicted = pairs.filter((pair) => pair.predicted === sentiment).length
    return named + predicted === 0 ? 0 : (2 * right) / (named + predicted)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}
