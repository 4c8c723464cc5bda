import type { ReactNode } from 'react'
import { platformRow } from '../platforms.ts'
import type { BlockOf } from './blocks.ts'
import { type ReportLocalisation, useReportText } from './localisation.ts'

type Counts = BlockOf<'figures'>['now']
type Estimate = BlockOf<'figures'>['estimate']
const SENTIMENTS = ['negative', 'neutral', 'positive'] as const
const COUNTS = ['total', 'unique', 'independent'] as const

export function FiguresBlock({ block }: { readonly block: BlockOf<'figures'> }): ReactNode {
  const localisation = useReportText()
  const { text, format } = localisation
  const { now, before, estimate } = block
  return (
    <dl className="report-figures">
      {COUNTS.map((name) => (
        <div key={name}>
          <dt>{text.figures[name]}</dt>
          <dd className="report-figure">{format.number(now[name])}</dd>
          <dd className="report-small">
            {before[name] === 0 ? (
              text.noneBefore
            ) : (
              <>
                <strong>{format.change(now[name], before[name])}</strong> · {text.before(format.number(before[name]))}
              </>
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>{text.figures.negative}</dt>
        <dd className="report-figure">{format.percent(now.negative, now.total)}</dd>
        <dd className="report-small">
          {before.total > 0 && now.total > 0 && (
            <>
              <strong>{pointsOf(now, before, 'negative', localisation)}</strong> ·{' '}
            </>
          )}
          <Interval estimate={estimate} name="negative" />
        </dd>
      </div>
    </dl>
  )
}

// How certain a share is: the interval of an audit, or that there is none.
function Interval({
  estimate,
  name,
}: {
  readonly estimate: Estimate
  readonly name: keyof Counts & string
}): ReactNode {
  const { text, format } = useReportText()
  if (estimate === null) return text.notAudited
  const { low, high } = estimate[name as (typeof SENTIMENTS)[number]]
  return text.interval(format.percent(low, 1), format.percent(high, 1), estimate.labels)
}

function pointsOf(
  now: Counts,
  before: Counts,
  name: (typeof SENTIMENTS)[number],
  { text, format }: ReportLocalisation,
): string {
  return text.points(format.points(now[name] / now.total, before[name] / before.total))
}

export function SentimentBlock({ block }: { readonly block: BlockOf<'sentiment'> }): ReactNode {
  const localisation = useReportText()
  const { text, format } = localisation
  const { now, before, estimate } = block
  return (
    <>
      <div className="report-split" aria-hidden="true">
        {SENTIMENTS.map((name) => (
          <span key={name} className={name} style={{ flexGrow: now[name] }} />
        ))}
      </div>
      <dl className="report-shares">
        {SENTIMENTS.map((name) => (
          <div key={name}>
            <dt>
              <span className={`report-swatch ${name}`} /> {text.sentiment[name]}
            </dt>
            <dd>
              <strong>{format.percent(now[name], now.total)}</strong> ({format.number(now[name])})
              {before.total > 0 && now.total > 0 && <> · {pointsOf(now, before, name, localisation)}</>}
            </dd>
            <dd className="report-small">
              <Interval estimate={estimate} name={name} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export function ComparisonBlock({ block }: { readonly block: BlockOf<'comparison'> }): ReactNode {
  const localisation = useReportText()
  const { text, format, language } = localisation
  const { now, before } = block
  if (before.counts.total === 0) return <p className="report-small">{text.noneBefore}</p>
  const days = ({ from, to }: { readonly from: string; readonly to: string }): string =>
    `${format.shortDay(Date.parse(from))} – ${format.shortDay(Date.parse(to) - 1)}`
  const sources = [...new Set([...now.sources, ...before.sources].map(({ source }) => source))]
  const countOf = (side: typeof now, source: string): number =>
    side.sources.find((one) => one.source === source)?.count ?? 0
  const rows = [
    ...COUNTS.map((name) => ({ label: text.figures[name], a: now.counts[name], b: before.counts[name] })),
    ...sources.map((source) => ({
      label: platformRow(source).label[language],
      a: countOf(now, source),
      b: countOf(before, source),
    })),
  ]
  return (
    <table className="report-table">
      <thead>
        <tr>
          <td />
          <th scope="col">
            {text.now} <span className="report-small">{days(now)}</span>
          </th>
          <th scope="col">
            {text.earlier} <span className="report-small">{days(before)}</span>
          </th>
          <th scope="col">{text.difference}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, a, b }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format.number(a)}</td>
            <td>{format.number(b)}</td>
            <td>{b === 0 ? '–' : format.change(a, b)}</td>
          </tr>
        ))}
        {SENTIMENTS.map((name) => (
          <tr key={name}>
            <th scope="row">{text.sentiment[name]}</th>
            <td>{format.percent(now.counts[name], now.counts.total)}</td>
            <td>{format.percent(before.counts[name], before.counts.total)}</td>
            <td>
              {now.counts.total === 0 || before.counts.total === 0
                ? '–'
                : pointsOf(now.counts, before.counts, name, localisation)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const GAPS_SHOWN = 3

export function CoverageBlock({ block }: { readonly block: BlockOf<'coverage'> }): ReactNode {
  const { text, format, language } = useReportText()
  const { share, hours_covered, hours_listened, gaps, gaps_left_out, lower_bound } = block.coverage
  const longest = gaps.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, GAPS_SHOWN)
  const shown = longest.map(({ from, to, source }) => {
    const name = source === null ? text.coverage.all : platformRow(source).label[language]
    return `${name} ${format.range(Date.parse(from), Date.parse(to))}`
  })
  const left = gaps.length - longest.length + gaps_left_out
  const list = left === 0 ? shown : [...shown, text.coverage.more(left)]
  return (
    <p className="report-small">
      {share === null
        ? text.coverage.nothing
        : text.coverage.share(format.percent(share, 1), hours_covered, hours_listened)}{' '}
      {share !== null && (gaps.length === 0 ? text.coverage.complete : text.coverage.gaps(list.join('; ')))}{' '}
      {lower_bound && text.coverage.lower}
    </p>
  )
}

function lengthOf({ from, to }: { readonly from: string; readonly to: string }): number {
  return Date.parse(to) - Date.parse(from)
}

export function MethodBlock({ block }: { readonly block: BlockOf<'method'> }): ReactNode {
  const { text } = useReportText()
  return (
    <p className="report-small">
      <span className="foreign">{text.method.keyword(block.keyword)}</span>{' '}
      {block.exclude !== '' && <span className="foreign">{text.method.exclude(block.exclude)} </span>}
      {text.method.counts} {block.labels === 0 ? text.method.model : text.method.audited(block.labels)}
    </p>
  )
}
