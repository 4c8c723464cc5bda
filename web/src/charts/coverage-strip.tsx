import type { ReactNode } from 'react'
import type { WireCoverage } from '../../../src/api/wire/insights.ts'
import { PlatformMark } from '../components/platform-mark.tsx'
import { platformRow } from '../platforms.ts'
import { useText } from '../text/text.tsx'
import { coveredShare, joinHours } from './coverage.ts'

const WIDTH = 1_000

// The hours in which each source was covered. In empty stretches it was not queried.
export function CoverageStrips({ coverage }: { readonly coverage: WireCoverage }): ReactNode {
  const { text } = useText()
  const from = Date.parse(coverage.from)
  const to = Date.parse(coverage.to)
  return (
    <>
      <ul className="strips">
        {coverage.sources.map((source) => (
          <Strip key={source.source} source={source} from={from} to={to} />
        ))}
      </ul>
      <p className="readout" aria-hidden="true">
        {(['covered', 'failed', 'unqueried'] as const).map((status) => (
          <span key={status} className="readout-item">
            <span className={`swatch ${status}`} />
            {text.chart[status]}
          </span>
        ))}
      </p>
    </>
  )
}

interface StripProps {
  readonly source: WireCoverage['sources'][number]
  readonly from: number
  readonly to: number
}

function Strip({ source, from, to }: StripProps): ReactNode {
  const { language, text, format } = useText()
  const spans = joinHours(source.hours)
  const share = format.percent(coveredShare(spans, from, to), 1)
  const xOf = (ms: number): number => ((Math.min(Math.max(ms, from), to) - from) / Math.max(1, to - from)) * WIDTH
  const unconfigured = spans.length > 0 && spans.every((span) => span.status === 'unconfigured')
  return (
    <li>
      <PlatformMark platform={source.source} />
      {unconfigured ? (
        <span className="soft small">{text.chart.notConfigured}</span>
      ) : (
        <svg
          className="strip"
          viewBox={`0 0 ${WIDTH} 10`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text.chart.coverageLabel(platformRow(source.source).label[language], share)}
        >
          {spans.map((span) => (
            <rect
              key={span.from}
              className={span.status}
              x={xOf(span.from)}
              width={Math.max(1.5, xOf(span.to) - xOf(span.from))}
              y={span.status === 'failed' ? 3 : 0}
              height={span.status === 'failed' ? 4 : 10}
            />
          ))}
        </svg>
      )}
      <span className="tabular small soft" aria-hidden="true">
        {unconfigured ? '–' : share}
      </span>
    </li>
  )
}
