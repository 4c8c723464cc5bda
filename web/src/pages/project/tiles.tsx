import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import type { WireFigures, WireInsights } from '../../../../src/api/wire/insights.ts'
import { COUNT_NAMES, type CountName } from '../../charts/series.ts'
import { EstimateRange } from '../../components/estimate.tsx'
import { Icon } from '../../components/icon.tsx'
import { SENTIMENT_WORDS, type SentimentWord } from '../../components/sentiment.tsx'
import type { Format } from '../../text/format.ts'
import { useText } from '../../text/text.tsx'
import { DAY_MS } from '../../text/zone.ts'

interface CountTilesProps {
  readonly data: WireFigures
  // Absent in a report.
  readonly onChoose?: (count: CountName) => void
}

// Items of a list with the class `tiles`: the three counts, each with its change against the period before.
export function CountTiles({ data, onChoose }: CountTilesProps): ReactNode {
  const { text, format } = useText()
  return (
    <>
      {COUNT_NAMES.map((name) => (
        <div key={name} className="tile">
          <dt>{text.counts.names[name]}</dt>
          <dd>
            <Value title={text.counts.show(text.counts.names[name])} onChoose={onChoose && (() => onChoose(name))}>
              {format.number(totalOf(data, name))}
            </Value>
          </dd>
          <dd className="tile-note tabular">
            <Change data={data} name={name} />
          </dd>
        </div>
      ))}
    </>
  )
}

interface ValueProps {
  readonly title: string
  readonly onChoose: (() => void) | undefined
  readonly children: ReactNode
}

function Value({ title, onChoose, children }: ValueProps): ReactNode {
  if (onChoose === undefined) return children
  return (
    <button type="button" className="plain tile-value" title={title} onClick={onChoose}>
      {children}
    </button>
  )
}

// Nothing before is not a zero to compare with, and neither is what was found while less was covered.
function Change({ data, name }: { readonly data: WireFigures; readonly name: CountName }): ReactNode {
  const { text, format } = useText()
  const { previous } = data
  const before = totalOf(previous, name)
  const range = daysOf(previous, format)
  if (before === 0 || !previous.comparable) {
    const title = previous.comparable ? text.counts.against(range) : text.counts.notComparable(before, range)
    return <span title={title}>{text.counts.nothingBefore}</span>
  }
  return (
    <span title={text.counts.against(range)}>
      <strong>{format.change(totalOf(data, name), before)}</strong> {text.counts.before(before)}
    </span>
  )
}

function daysOf({ from, to }: WireInsights['previous'], format: Format): string {
  const [first, end] = [Date.parse(from), Date.parse(to)]
  if (end - first <= DAY_MS) return format.range(first, end)
  return `${format.day(first)} – ${format.day(end - 1)}`
}

export function totalOf(counts: Pick<WireInsights, 'total' | 'unique' | 'independent'>, name: CountName): number {
  return name === 'mentions' ? counts.total : counts[name]
}

interface SentimentTilesProps {
  // Without an estimate where it is still being read.
  readonly data: WireFigures | WireInsights
  readonly onChoose: (word: SentimentWord) => void
}

// Items of the same list.
export function SentimentTiles({ data, onChoose }: SentimentTilesProps): ReactNode {
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
            <Value title={text.lists.filterBy(text.sentiment[word])} onChoose={() => onChoose(word)}>
              {format.percent(data.sentiment_distribution[word] ?? 0, data.total)}
              <span className="soft small tabular">{format.number(data.sentiment_distribution[word] ?? 0)}</span>
            </Value>
          </dd>
          <dd className="tile-note">
            <ShareChange data={data} word={word} />
            {'sentiment_estimate' in data && <Estimate data={data} word={word} />}
          </dd>
        </div>
      ))}
    </>
  )
}

// Nothing without mentions in two comparable periods: a share of nothing has no change.
function ShareChange({ data, word }: { readonly data: WireFigures; readonly word: SentimentWord }): ReactNode {
  const { text, format } = useText()
  const { previous } = data
  if (data.total === 0 || previous.total === 0 || !previous.comparable) return null
  const now = (data.sentiment_distribution[word] ?? 0) / data.total
  const before = (previous.sentiment_distribution[word] ?? 0) / previous.total
  return (
    <>
      <strong className="tabular" title={text.projectPage.pointsHelp}>
        {text.projectPage.points(format.points(now, before))}
      </strong>{' '}
      ·{' '}
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
