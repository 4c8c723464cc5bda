import type { ReactNode } from 'react'
import type { WireCoverage } from '../../../src/api/wire/insights.ts'
import { PlatformMark } from '../components/platform-mark.tsx'
import { type Platform, platformRow } from '../platforms.ts'
import { useText } from '../text/text.tsx'
import { HOUR_MS } from '../text/zone.ts'
import { type CoverageSpan, gapReasons, joinHours, spansAway, spansBetween } from './coverage.ts'
import type { Gap } from './series.ts'

const WIDTH = 1_000

interface CoverageStripsProps {
  readonly coverage: WireCoverage
  // Called for a click on a stretch, or on the name of a source.
  readonly onChoose?: ((source: Platform, range: Gap | null) => void) | undefined
}

// The hours in which each source was covered. In hatched stretches it was not queried, in empty ones the project did not listen.
export function CoverageStrips({ coverage, onChoose }: CoverageStripsProps): ReactNode {
  const { text } = useText()
  const from = Date.parse(coverage.from)
  // As in the charts, hours to come are not drawn.
  const to = Math.max(from + HOUR_MS, Math.min(Date.parse(coverage.to), Math.ceil(Date.now() / HOUR_MS) * HOUR_MS))
  const away = spansAway(coverage).filter((span) => span.from < to)
  return (
    <>
      <Share coverage={coverage.coverage} />
      <ul className="strips">
        {coverage.sources.map((source) => (
          <Strip key={source.source} source={source} away={away} from={from} to={to} onChoose={onChoose} />
        ))}
      </ul>
      <p className="readout" aria-hidden="true">
        {(['covered', 'silent', 'failed', 'blocked', 'unqueried', 'away'] as const).map((status) => (
          <span key={status} className="readout-item">
            <span className={`swatch ${status}`} />
            {text.chart[status]}
          </span>
        ))}
      </p>
    </>
  )
}

// What the share is of, and what is missing.
function Share({ coverage }: { readonly coverage: WireCoverage['coverage'] }): ReactNode {
  const { text, format } = useText()
  const { hours_covered: covered, hours_listened: listened, gaps } = coverage
  return (
    <p className="small soft">
      {listened === 0 ? text.chart.notListened : text.chart.share(format.percent(covered, listened), listened)}{' '}
      {gaps.length > 0 && text.chart.lowerBound(gapReasons(gaps).map((state) => text.chart.gapStates[state]))}
    </p>
  )
}

interface StripProps {
  readonly source: WireCoverage['sources'][number]
  readonly away: readonly CoverageSpan[]
  readonly from: number
  readonly to: number
  readonly onChoose: CoverageStripsProps['onChoose']
}

function Strip({ source, away, from, to, onChoose }: StripProps): ReactNode {
  const { language, text, format } = useText()
  const known = [...away, ...joinHours(source.hours)]
  const spans = [...spansBetween(known, { from, to }), ...known]
  const share = source.hours_listened === 0 ? '–' : format.percent(source.hours_covered, source.hours_listened)
  const describe = ({ from, to, status, queries }: CoverageSpan): string => {
    const stretch = `${format.range(from, to)}: ${text.chart[status]}`
    return queries === undefined ? stretch : `${stretch}. ${text.projectPage.queries(queries)}`
  }
  const xOf = (ms: number): number => ((Math.min(Math.max(ms, from), to) - from) / Math.max(1, to - from)) * WIDTH
  return (
    <li>
      {onChoose === undefined ? (
        <PlatformMark platform={source.source} />
      ) : (
        <button
          type="button"
          className="plain"
          title={text.lists.filterBy(platformRow(source.source).label[language])}
          onClick={() => onChoose(source.source, null)}
        >
          <PlatformMark platform={source.source} />
        </button>
      )}
      {!source.on && source.hours_covered === 0 ? (
        <span className="soft small">{text.chart.notConfigured}</span>
      ) : source.hours.length === 0 && source.hours_listened === 0 ? (
        <span className="soft small">{text.projectPage.notRead}</span>
      ) : (
        <svg
          className="strip"
          viewBox={`0 0 ${WIDTH} 10`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text.chart.coverageLabel(platformRow(source.source).label[language], share)}
        >
          {spans.map((span) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the name beside it and the table of the volume do the same.
            <rect
              key={`${span.status} ${span.from}`}
              className={onChoose === undefined ? span.status : `${span.status} choice`}
              x={xOf(span.from)}
              width={Math.max(1.5, xOf(span.to) - xOf(span.from))}
              y={span.status === 'failed' || span.status === 'blocked' ? 3 : 0}
              height={span.status === 'failed' || span.status === 'blocked' ? 4 : 10}
              onClick={onChoose && (() => onChoose(source.source, { from: span.from, to: span.to }))}
            >
              <title>{describe(span)}</title>
            </rect>
          ))}
        </svg>
      )}
      <span className="tabular small soft" aria-hidden="true">
        {share}
      </span>
    </li>
  )
}
