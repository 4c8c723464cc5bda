import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import { COUNT_NAMES, type CountName } from '../../charts/series.ts'
import { EstimateRange } from '../../components/estimate.tsx'
import { Icon } from '../../components/icon.tsx'
import { SENTIMENT_WORDS, type SentimentWord } from '../../components/sentiment.tsx'
import { useText } from '../../text/text.tsx'

// Items of a list with the class `tiles`: the three counts, each with its change against the period before.
export function CountTiles({ data }: { readonly data: WireInsights }): ReactNode {
  const { text, format } = useText()
  return (
    <>
      {COUNT_NAMES.map((name) => (
        <div key={name} className="tile">
          <dt>{text.counts.names[name]}</dt>
          <dd>{format.number(totalOf(data, name))}</dd>
          <dd className="tile-note tabular" title={text.counts.beforeHelp}>
            <Change now={totalOf(data, name)} before={totalOf(data.previous, name)} />
          </dd>
        </div>
      ))}
    </>
  )
}

// Nothing before is not a zero to compare with: the project may not have listened then.
function Change({ now, before }: { readonly now: number; readonly before: number }): ReactNode {
  const { text, format } = useText()
  if (before === 0) return text.counts.nothingBefore
  return (
    <>
      <strong>{format.change(now, before)}</strong> {text.counts.before(before)}
    </>
  )
}

export function totalOf(counts: Pick<WireInsights, 'total' | 'unique' | 'independent'>, name: CountName): number {
  return name === 'mentions' ? counts.total : counts[name]
}

// Items of the same list.
export function SentimentTiles({ data }: { readonly data: WireInsights }): ReactNode {
  const { text, format } = useText()
  return (
    <>
      {SENTIMENT_WORDS.toReversed().map((word) => (
        <div key={word} className={`tile ${word}`}>
          <dt>
            <Icon name={word} />
            {text.sentiment[word]}
          </dt>
          <dd>
            {format.percent(data.sentiment_distribution[word] ?? 0, data.total)}
            <span className="soft small tabular">{format.number(data.sentiment_distribution[word] ?? 0)}</span>
          </dd>
          <dd className="tile-note">
            <Estimate data={data} word={word} />
          </dd>
        </div>
      ))}
    </>
  )
}

// The interval of an audit, or that the share is the model's word alone; leads to the audit page with the same filter.
function Estimate({ data, word }: { readonly data: WireInsights; readonly word: SentimentWord }): ReactNode {
  const { text } = useText()
  const search = useSearch()
  const { sentiment_estimate: estimate, sentiment_estimate_reason: reason } = data
  return (
    <Link
      href={`/projects/${data.keyword_id}/audit${search === '' ? '' : `?${search}`}`}
      className="tabular"
      title={estimate === null ? undefined : text.audit.judgedBy(estimate.labels, estimate.as_judged_by.join(', '))}
    >
      {estimate === null && (reason === 'too_few' ? text.audit.tooFewShort : text.audit.notAuditedShort)}
      {estimate !== null && (
        <>
          {text.audit.open} <EstimateRange estimate={estimate} word={word} />
        </>
      )}
    </Link>
  )
}
