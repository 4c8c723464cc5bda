import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import { CoverageStrips } from '../../charts/coverage-strip.tsx'
import { EditMarks } from '../../charts/edit-marks.tsx'
import type { Mark } from '../../charts/marks.ts'
import { NoteMarks } from '../../charts/note-marks.tsx'
import { SentimentLines } from '../../charts/sentiment-lines.tsx'
import { type Bucket, COUNT_NAMES, type CountName } from '../../charts/series.ts'
import { SeriesTable } from '../../charts/series-table.tsx'
import { VolumeChart, type VolumeProps } from '../../charts/volume.tsx'
import { EstimateNote } from '../../components/estimate.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Skeleton } from '../../components/states.tsx'
import type { Filter } from '../../filter/filter.ts'
import { saveCanvasAsPng } from '../../report/save-png.ts'
import { useText } from '../../text/text.tsx'
import { DAY_MS, dayOf } from '../../text/zone.ts'
import { Panel } from './panel.tsx'
import { totalOf } from './tiles.tsx'
import type { Timeline } from './timeline.ts'
import type { Explained } from './use-why.ts'

interface VolumePanelProps {
  readonly data: WireInsights
  readonly timeline: Timeline
  readonly count: CountName
  readonly onCount: (count: CountName) => void
  readonly onFilter: (change: Partial<Filter>) => void
  readonly marks: readonly Mark[]
  readonly explained: Explained | null
  readonly onExplain: (next: Explained) => void
}

export function VolumePanel(props: VolumePanelProps): ReactNode {
  const { data, timeline, count, onCount, onFilter, marks, explained, onExplain } = props
  const { text } = useText()
  const [asTable, setAsTable] = useState(false)
  const zoom = useCallback(
    (from: number, to: number) => onFilter({ period: 'custom', from: dayOf(from), to: dayOf(to) }),
    [onFilter],
  )
  const { range, hourly, stepMs } = timeline
  const pick = useCallback(
    ({ at }: Bucket) =>
      onExplain({ kind: 'range', range: { from: Math.max(at, range.from), to: Math.min(at + stepMs, range.to) } }),
    [onExplain, range, stepMs],
  )
  const openMark = useCallback((id: string) => onExplain({ kind: 'incident', id }), [onExplain])
  // The filter works in whole days, so one day cannot be zoomed further.
  const canZoom = range.to - range.from > DAY_MS
  const step = hourly ? text.chart.perHour : text.chart.perDay
  return (
    <Panel
      title={text.chart.volume}
      help={count === 'mentions' ? `${text.chart.bySentiment}, ${step}` : step}
      className="wide"
      actions={
        <span className="row tight">
          {!asTable && <PngButton name="volume" />}
          <button
            type="button"
            className="button quiet small"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name="table" />
            {asTable ? text.common.asChart : text.common.asTable}
          </button>
        </span>
      }
    >
      <div className="count-choice">
        <Segments
          label={text.counts.label}
          value={count}
          choices={COUNT_NAMES.map((name) => [name, text.counts.names[name]] as const)}
          onChoose={onCount}
        />
        <p className="small soft" aria-live="polite">
          {text.counts.help[count]}
        </p>
      </div>
      {asTable ? (
        <SeriesTable buckets={timeline.buckets} count={count} hourly={hourly} onPick={pick} />
      ) : (
        <Volume
          data={data}
          timeline={timeline}
          count={count}
          onZoom={canZoom ? zoom : undefined}
          onPick={pick}
          picked={explained?.kind === 'range' ? explained.range : null}
          marks={marks}
          selectedMark={explained?.kind === 'incident' ? explained.id : null}
          onMark={openMark}
        />
      )}
      <EditMarks id={data.keyword_id} range={range} />
      <NoteMarks
        id={data.keyword_id}
        range={range}
        picked={explained?.kind === 'range' ? explained.range.from : null}
      />
      <p className="small soft">
        <VolumeLimits data={data} timeline={timeline} /> {canZoom && !asTable && text.chart.zoom}{' '}
        {asTable ? text.why.askTable : text.why.ask}
      </p>
    </Panel>
  )
}

// Saves the chart of the panel in which it is.
function PngButton({ name }: { readonly name: string }): ReactNode {
  const { text } = useText()
  const save = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const canvas = currentTarget.closest('.panel')?.querySelector('canvas')
    if (canvas != null) saveCanvasAsPng(canvas, `pantau-${name}-${dayOf(Date.now())}`)
  }
  return (
    <button type="button" className="button quiet small" onClick={save}>
      <Icon name="download" />
      {text.share.png}
    </button>
  )
}

type Picking = Pick<VolumeProps, 'onZoom' | 'onPick' | 'picked' | 'marks' | 'selectedMark' | 'onMark'>

interface VolumeOfProps extends Picking {
  readonly data: WireInsights
  readonly timeline: Timeline
  readonly count: CountName
  readonly height?: number
}

export function Volume({ data, timeline, count, height, ...picking }: VolumeOfProps): ReactNode {
  const { text, format } = useText()
  const { buckets, gaps, stepMs, range } = timeline
  const total = text.counts.total[count](totalOf(data, count))
  return (
    <VolumeChart
      buckets={buckets}
      count={count}
      gaps={gaps}
      stepMs={stepMs}
      range={range}
      label={text.chart.volumeLabel(total, format.day(range.from), format.day(range.to - 1))}
      {...picking}
      {...(height === undefined ? {} : { height })}
    />
  )
}

// What the counts of the range leave out.
function VolumeLimits({ data, timeline }: Pick<VolumeOfProps, 'data' | 'timeline'>): ReactNode {
  const { text } = useText()
  const limits = [
    ...(data.coverage.lower_bound ? [text.chart.lowerBoundHelp] : []),
    ...(timeline.gaps.length > 0 ? [text.chart.gapHelp] : []),
  ]
  return limits.join(' ')
}

export function SentimentPanel({ data, timeline }: Pick<VolumeOfProps, 'data' | 'timeline'>): ReactNode {
  const { text } = useText()
  return (
    <Panel title={text.chart.sentiment} help={text.chart.sentimentHelp} actions={<PngButton name="sentiment" />}>
      <SentimentLines buckets={timeline.buckets} gaps={timeline.gaps} stepMs={timeline.stepMs} range={timeline.range} />
      <EstimateNote data={data} />
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
