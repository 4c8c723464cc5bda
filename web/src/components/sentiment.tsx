import type { ReactNode } from 'react'
import { useFirstText } from '../text/text.tsx'
import { Icon } from './icon.tsx'

export const SENTIMENT_WORDS = ['negative', 'neutral', 'positive'] as const
export type SentimentWord = (typeof SENTIMENT_WORDS)[number]
type Distribution = Readonly<Record<string, number>>

// Colour, icon and word together, so that none of them is the only carrier of meaning.
export function SentimentLabel({ word }: { readonly word: SentimentWord }): ReactNode {
  const { text } = useFirstText()
  return (
    <span className={`sentiment ${word}`}>
      <Icon name={word} />
      {text.sentiment[word]}
    </span>
  )
}

export function SentimentBar({
  counts,
  legend = true,
}: {
  readonly counts: Distribution
  readonly legend?: boolean
}): ReactNode {
  const { text, format } = useFirstText()
  const total = SENTIMENT_WORDS.reduce((sum, word) => sum + (counts[word] ?? 0), 0)
  const label = SENTIMENT_WORDS.map((word) => `${text.sentiment[word]} ${format.percent(counts[word] ?? 0, total)}`)
  return (
    <div className="sentiment-split">
      <div className="sentiment-bar" role="img" aria-label={`${text.sentiment.label}: ${label.join(', ')}`}>
        {SENTIMENT_WORDS.map((word) => (
          <span key={word} className={`fill ${word}`} style={{ flexGrow: counts[word] ?? 0 }} />
        ))}
      </div>
      {legend && (
        <div className="sentiment-legend" aria-hidden="true">
          {SENTIMENT_WORDS.map((word) => (
            <span key={word} className={`sentiment ${word}`}>
              <Icon name={word} size={14} />
              {format.percent(counts[word] ?? 0, total)}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
