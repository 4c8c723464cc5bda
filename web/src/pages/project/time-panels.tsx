import { type ReactNode, useCallback, useState } from 'react'
import { CoverageStrips } from '../../charts/coverage-strip.tsx'
import { SentimentLines } from '../../charts/sentiment-lines.tsx'
import { SeriesTable } from '../../charts/series-table.tsx'
import { VolumeChart } from '../../charts/volume.tsx'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/states.tsx'
import type { Filter } from '../../filter/filter.ts'
import { useText } from '../../text/text.tsx'
import { DAY_MS, dayOf } from '../../text/zone.ts'
import { Panel } from './panel.tsx'
import type { Timeline } from './timeline.ts'

interface VolumePanelProps {
  readonly timeline: Timeline
  readonly total: number
  readonly onFilter: (change: Partial<Filter>) => void
}

export function VolumePanel({ timeline, total, onFilter }: VolumePanelProps): ReactNode {
  const { text, format } = useText()
  const [asTable, setAsTable] = useState(false)
  const zoom = useCallback(
    (from: number, to: number) => onFilter({ period: 'custom', from: dayOf(from), to: dayOf(to) }),
    [onFilter],
  )
  const { range, hourly } = timeline
  // The filter works in whole days, so one day cannot be zoomed further.
  const canZoom = range.to - range.from > DAY_MS
  return (
    <Panel
      title={text.chart.volume}
      help={`${text.chart.volumeHelp}, ${hourly ? text.chart.perHour : text.chart.perDay}`}
      className="wide"
      actions={
        <button
          type="button"
          className="button quiet small"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name="table" />
          {asTable ? text.common.asChart : text.common.asTable}
        </button>
      }
    >
      {asTable ? (
        <SeriesTable buckets={timeline.buckets} hourly={hourly} />
      ) : (
        <VolumeChart
          buckets={timeline.buckets}
          gaps={timeline.gaps}
          stepMs={timeline.stepMs}
          range={range}
          label={text.chart.volumeLabel(total, format.day(range.from), format.day(range.to - 1))}
          onZoom={canZoom ? zoom : undefined}
        />
      )}
      <p className="small soft">
        {timeline.gaps.length > 0 && `${text.chart.gapHelp} `}
        {canZoom && !asTable && text.chart.zoom}
      </p>
    </Panel>
  )
}

export function SentimentPanel({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { text } = useText()
  return (
    <Panel title={text.chart.sentiment} help={text.chart.sentimentHelp}>
      <SentimentLines buckets={timeline.buckets} gaps={timeline.gaps} stepMs={timeline.stepMs} range={timeline.range} />
    </Panel>
  )
}

export function CoveragePanel({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { text } = useText()
  return (
    <Panel title={text.chart.coverage} help={text.chart.coverageHelp}>
      {timeline.coverage === undefined ? <Skeleton lines={4} /> : <CoverageStrips coverage={timeline.coverage} />}
    </Panel>
  )
}
