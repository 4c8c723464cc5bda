import type { ReactNode } from 'react'
import type { WireSentimentEstimate } from '../../../src/api/wire/audit.ts'
import type { WireInsights } from '../../../src/api/wire/insights.ts'
import { useText } from '../text/text.tsx'
import { SENTIMENT_WORDS, SentimentLabel, type SentimentWord } from './sentiment.tsx'
import '../style/audit.css'

// One line for each sentiment: the interval as a band that narrows with every label, the share as a mark in it.
export function EstimateBars({ estimate }: { readonly estimate: WireSentimentEstimate }): ReactNode {
  const { text, format } = useText()
  return (
    <div className="estimate">
      {SENTIMENT_WORDS.toReversed().map((word) => (
        <div key={word} className={`estimate-row ${word}`}>
          <SentimentLabel word={word} />
          <span className="estimate-track" aria-hidden="true">
            <span
              className="estimate-band"
              style={{
                left: `${estimate[word].low * 100}%`,
                width: `${(estimate[word].high - estimate[word].low) * 100}%`,
              }}
            />
            <span className="estimate-share" style={{ left: `${estimate[word].share * 100}%` }} />
          </span>
          <span className="tabular">
            <strong>{format.percent(estimate[word].share, 1)}</strong> <EstimateRange estimate={estimate} word={word} />
          </span>
        </div>
      ))}
      <p className="small soft">{text.audit.judgedBy(estimate.labels, estimate.as_judged_by.join(', '))}</p>
    </div>
  )
}

export function EstimateRange({
  estimate,
  word,
}: {
  readonly estimate: WireSentimentEstimate
  readonly word: SentimentWord
}): ReactNode {
  const { text, format } = useText()
  const { low, high } = estimate[word]
  return text.audit.range(format.percent(low, 1), format.percent(high, 1))
}

// What stands below shares: the estimate of an audit, or that there is none.
export function EstimateNote({ data }: { readonly data: WireInsights }): ReactNode {
  const { text } = useText()
  if (data.sentiment_estimate !== null) return <EstimateBars estimate={data.sentiment_estimate} />
  return (
    <p className="small soft">
      {data.sentiment_estimate_reason === 'too_few' ? text.audit.tooFew : text.audit.notAudited}
    </p>
  )
}
