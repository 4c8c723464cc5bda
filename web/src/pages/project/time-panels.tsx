import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import type { Query } from '../../api/readings.ts'
import { EditMarks } from '../../charts/edit-marks.tsx'
import type { Mark } from '../../charts/marks.ts'
import { NoteMarks } from '../../charts/note-marks.tsx'
import { SentimentLines } from '../../charts/sentiment-lines.tsx'
import { type Bucket, COUNT_NAMES, type CountName, type Gap } from '../../charts/series.ts'
import { SeriesTable } from '../../charts/series-table.tsx'
import { VolumeChart, type VolumeProps } from '../../charts/volume.tsx'
import { EstimateNote } from '../../components/estimate.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { bucketFilter, type Filter, rangeOfQuery, zoomFilter } from '../../filter/filter.ts'
import { useText } from '../../text/text.tsx'
import { DAY_MS } from '../../text/zone.ts'
import { useAxisMarks } from './axis-marks.ts'
import { Expected } from './expected.tsx'
import { Panel } from './panel.tsx'
import { SentimentPng, VolumePng } from './project-png.tsx'
import { totalOf } from './tiles.tsx'
import type { Timeline } from './timeline.ts'
import type { Explained } from './use-why.ts'

interface VolumePanelProps {
  // Of what the chart shows, which may be more than what is filtered.
  readonly data: WireInsights
  readonly query: Query
  readonly timeline: Timeline
  // Whether the answer to the latest filter is still awaited: what is drawn then cannot be chosen from.
  readonly busy: boolean
  readonly count: CountName
  readonly onCount: (count: CountName) => void
  readonly onFilter: (change: Partial<Filter>) => void
  readonly marks: readonly Mark[]
  readonly explained: Explained | null
  readonly onExplain: (next: Explained) => void
}

export function VolumePanel(props: VolumePanelProps): ReactNode {
  const { data, query, timeline, busy, count, onCount, onFilter, marks, explained, onExplain } = props
  const { text } = useText()
  const [asTable, setAsTable] = useState(false)
  const { range, hourly, stepMs } = timeline
  const chosen = useMemo(() => rangeOfQuery(query), [query])
  const zoom = useCallback(
    (from: number, to: number) => onFilter(zoomFilter(from, Math.min(to, range.to) - 1, stepMs)),
    [onFilter, range, stepMs],
  )
  const explain = useCallback(
    ({ at }: Bucket) =>
      onExplain({ kind: 'range', range: { from: Math.max(at, range.from), to: Math.min(at + stepMs, range.to) } }),
    [onExplain, range, stepMs],
  )
  // The first click on a bar filters by its time; the next one, on that bar or on an hour of that day, explains.
  const pick = useCallback(
    (bucket: Bucket) => {
      onFilter(bucketFilter(bucket.at, stepMs))
      if (chosen !== null && isSecondClick(bucket.at, stepMs, chosen)) explain(bucket)
    },
    [onFilter, explain, chosen, stepMs],
  )
  const openMark = useCallback((id: string) => onExplain({ kind: 'incident', id }), [onExplain])
  // Only of mentions is it known what is usual.
  const details = useCallback(
    ({ at }: Bucket) =>
      count === 'mentions' && <Expected projectId={data.keyword_id} query={query} from={at} to={at + stepMs} />,
    [data.keyword_id, query, stepMs, count],
  )
  const axisMarks = useAxisMarks(data.keyword_id, range)
  const canZoom = range.to - range.from > stepMs
  const isNarrower = chosen !== null && chosen.from > range.from
  const picked = explained?.kind === 'range' ? explained.range : isNarrower ? chosen : null
  const hasMentions = data.total > 0
  const step = hourly ? text.chart.perHour : text.chart.perDay
  return (
    <Panel
      title={text.chart.volume}
      help={count === 'mentions' ? `${text.chart.bySentiment}, ${step}` : step}
      className="wide"
      busy={busy}
      actions={
        <VolumeActions
          png={hasMentions && !asTable && <VolumePng data={data} timeline={timeline} count={count} />}
          onWhy={
            chosen && (() => onExplain({ kind: 'range', range: { ...chosen, to: Math.min(chosen.to, range.to) } }))
          }
          asTable={asTable}
          onTable={setAsTable}
        />
      }
    >
      <CountChoice count={count} onCount={onCount} />
      {asTable ? (
        <SeriesTable buckets={timeline.buckets} count={count} hourly={hourly} onPick={explain} />
      ) : (
        <Volume
          data={data}
          timeline={timeline}
          count={count}
          onZoom={canZoom && !busy ? zoom : undefined}
          onPick={busy ? undefined : pick}
          details={details}
          picked={picked}
          marks={marks}
          axisMarks={axisMarks}
          selectedMark={explained?.kind === 'incident' ? explained.id : null}
          onMark={openMark}
        />
      )}
      <EditMarks id={data.keyword_id} range={range} />
      <NoteMarks id={data.keyword_id} range={range} picked={picked?.from ?? null} />
      <p className="small soft">
        <VolumeLimits data={data} timeline={timeline} />{' '}
        {hasMentions && (asTable ? text.why.askTable : text.projectPage.zoom)}
      </p>
    </Panel>
  )
}

interface VolumeActionsProps {
  readonly png: ReactNode
  // Null where no range is chosen to explain.
  readonly onWhy: (() => void) | null
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

function VolumeActions({ png, onWhy, asTable, onTable }: VolumeActionsProps): ReactNode {
  const { text } = useText()
  return (
    <span className="row tight">
      {onWhy !== null && (
        <button type="button" className="button small" onClick={onWhy}>
          {text.projectPage.why}
        </button>
      )}
      {png}
      <button type="button" className="button quiet small" aria-pressed={asTable} onClick={() => onTable(!asTable)}>
        <Icon name="table" />
        {asTable ? text.common.asChart : text.common.asTable}
      </button>
    </span>
  )
}

function CountChoice({ count, onCount }: Pick<VolumePanelProps, 'count' | 'onCount'>): ReactNode {
  const { text } = useText()
  return (
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
  )
}

// Whether the bar is, or is part of, the day or hour that is filtered by.
function isSecondClick(at: number, stepMs: number, chosen: Gap): boolean {
  return chosen.to - chosen.from <= DAY_MS && at >= chosen.from && at + stepMs <= chosen.to
}

type Picking = Pick<
  VolumeProps,
  'details' | 'onZoom' | 'onPick' | 'picked' | 'marks' | 'axisMarks' | 'selectedMark' | 'onMark'
>

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
  if (totalOf(data, count) === 0) return <NoChart buckets={buckets} />
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

// Nothing to draw: none were found, or it is not known whether there were any.
function NoChart({ buckets }: { readonly buckets: readonly Bucket[] }): ReactNode {
  const { text } = useText()
  const isUnknown = buckets.every(({ counts }) => counts === null)
  return <p className="no-chart soft">{isUnknown ? text.projectPage.unknownPeriod : text.projectPage.noneInPeriod}</p>
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

interface SentimentPanelProps extends Pick<VolumeOfProps, 'data' | 'timeline'> {
  readonly onFilter: (change: Partial<Filter>) => void
}

export function SentimentPanel({ data, timeline, onFilter }: SentimentPanelProps): ReactNode {
  const { text } = useText()
  const { buckets, gaps, stepMs, range } = timeline
  const pick = useCallback(({ at }: Bucket) => onFilter(bucketFilter(at, stepMs)), [onFilter, stepMs])
  const hasMentions = buckets.some(({ counts }) => counts !== null && counts.mentions > 0)
  return (
    <Panel
      title={text.chart.sentiment}
      help={text.chart.sentimentHelp}
      actions={hasMentions && <SentimentPng data={data} timeline={timeline} />}
    >
      {hasMentions ? (
        <SentimentLines buckets={buckets} gaps={gaps} stepMs={stepMs} range={range} onPick={pick} />
      ) : (
        <NoChart buckets={buckets} />
      )}
      {hasMentions && <EstimateNote data={data} />}
    </Panel>
  )
}
