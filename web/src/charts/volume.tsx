import { type ReactNode, useCallback, useMemo, useState } from 'react'
import uPlot from 'uplot'
import { SENTIMENT_WORDS, SentimentLabel } from '../components/sentiment.tsx'
import type { Format } from '../text/format.ts'
import { useText } from '../text/text.tsx'
import { drawGaps, drawSelection, timeAxis, tzDate, valueAxis } from './axes.ts'
import { type AxisMark, AxisMarks } from './axis-marks.tsx'
import { Chart, type Colour, type Options } from './chart.tsx'
import { ChartMarks, type PlotArea } from './chart-marks.tsx'
import { ChartTip } from './chart-tip.tsx'
import type { Mark } from './marks.ts'
import { DRAG_PX, type Hover, hoverOf, reportPicks } from './pointer.ts'
import { type Bucket, barHeights, type CountName, type Gap } from './series.ts'

export interface VolumeProps {
  readonly buckets: readonly Bucket[]
  readonly count: CountName
  readonly gaps: readonly Gap[]
  readonly stepMs: number
  readonly range: Gap
  readonly label: string
  readonly height?: number
  readonly onZoom?: ((fromMs: number, toMs: number) => void) | undefined
  // Called for a click on a bar, or above it.
  readonly onPick?: ((bucket: Bucket) => void) | undefined
  // Added to what is shown at the cursor.
  readonly details?: ((bucket: Bucket) => ReactNode) | undefined
  // The range that is chosen or explained, drawn behind the bars.
  readonly picked?: Gap | null | undefined
  readonly marks?: readonly Mark[] | undefined
  readonly axisMarks?: readonly AxisMark[] | undefined
  readonly selectedMark?: string | null | undefined
  readonly onMark?: ((id: string) => void) | undefined
}

const NO_MARKS: readonly Mark[] = []
const NO_AXIS_MARKS: readonly AxisMark[] = []
// Room above the bars for the marks of incidents.
const MARKS_PX = 30

// Mentions as bars stacked by sentiment; stories and authors as plain bars.
export function VolumeChart(props: VolumeProps): ReactNode {
  const { buckets, count, gaps, stepMs, range, label, height = 240, onZoom, onPick, picked = null } = props
  const { marks = NO_MARKS, axisMarks = NO_AXIS_MARKS } = props
  const { format } = useText()
  const [hover, setHover] = useState<Hover | null>(null)
  const [area, setArea] = useState<PlotArea | null>(null)
  const data = useMemo<uPlot.AlignedData>(
    () => [buckets.map(({ at }) => (at + stepMs / 2) / 1_000), ...barHeights(buckets, count)],
    [buckets, count, stepMs],
  )
  const hasMarks = marks.length > 0
  const options = useCallback(
    (colour: Colour): Options => {
      const pick = onPick && ((index: number) => buckets[index] !== undefined && onPick(buckets[index]))
      const draw = { colour, count, format, gaps, range, picked, hasMarks }
      return volumeOptions({ ...draw, onHover: setHover, onZoom, onPick: pick, onArea: setArea })
    },
    [buckets, count, format, gaps, range, picked, hasMarks, onZoom, onPick],
  )
  const bucket = hover === null ? undefined : buckets[hover.index]
  return (
    <>
      <div className={onPick === undefined ? 'chart-box' : 'chart-box pickable'}>
        <Chart label={label} height={height} data={data} options={options} />
        {area !== null && (
          <ChartMarks marks={marks} range={range} area={area} selected={props.selectedMark} onOpen={props.onMark} />
        )}
        {hover !== null && bucket !== undefined && (
          <ChartTip hover={hover} title={format.range(bucket.at, bucket.at + stepMs)}>
            <Values bucket={bucket} count={count} />
            {props.details?.(bucket)}
          </ChartTip>
        )}
      </div>
      {area !== null && <AxisMarks marks={axisMarks} range={range} area={area} />}
      <Legend count={count} />
    </>
  )
}

interface VolumeOptions {
  readonly colour: Colour
  readonly count: CountName
  readonly format: Format
  readonly gaps: readonly Gap[]
  readonly range: Gap
  readonly picked: Gap | null
  readonly hasMarks: boolean
  readonly onHover: (hover: Hover | null) => void
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined
  readonly onPick: ((index: number) => void) | undefined
  readonly onArea: (area: PlotArea) => void
}

function volumeOptions({ colour, count, format, gaps, range, picked, hasMarks, ...on }: VolumeOptions): Options {
  const bars = uPlot.paths.bars?.({ size: [0.82, 48, 1] })
  const series = (name: string): uPlot.Series => ({
    fill: colour(name),
    stroke: colour(name),
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  })
  const fills = count === 'mentions' ? ['positive-fill', 'neutral-fill', 'negative-fill'] : ['accent-fill']
  return {
    tzDate,
    legend: { show: false },
    cursor: {
      y: false,
      // A click at the end of a drag is recognised by its distance, in `reportPicks`.
      drag: { x: on.onZoom !== undefined, y: false, setScale: false, click: () => {} },
      points: { show: false },
    },
    ...(hasMarks ? { padding: [MARKS_PX, null, null, null] } : {}),
    scales: {
      x: { range: () => [range.from / 1_000, range.to / 1_000] },
      y: { range: (_, __, top) => [0, Math.max(4, top * 1.08)] },
    },
    axes: [timeAxis(colour, format), valueAxis(colour, format.compact)],
    series: [{}, ...fills.map(series)],
    hooks: {
      ready: [(plot) => reportPicks(plot, on.onPick)],
      draw: [(plot) => on.onArea(areaOf(plot))],
      drawClear: [drawGaps(gaps, colour), drawSelection(picked, colour)],
      setCursor: [(plot) => on.onHover(hoverOf(plot))],
      setSelect: [(plot) => reportZoom(plot, on.onZoom)],
    },
  }
}

function reportZoom(plot: uPlot, onZoom: VolumeOptions['onZoom']): void {
  const { left, width } = plot.select
  if (onZoom !== undefined && width >= DRAG_PX)
    onZoom(plot.posToVal(left, 'x') * 1_000, plot.posToVal(left + width, 'x') * 1_000)
  else plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
}

function areaOf({ bbox }: uPlot): PlotArea {
  const { left, top, width, height } = bbox
  const ratio = uPlot.pxRatio
  return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio }
}

interface ValuesProps {
  readonly bucket: Bucket
  readonly count: CountName
}

function Values({ bucket: { counts }, count }: ValuesProps): ReactNode {
  const { text, format } = useText()
  if (counts === null) return <span>{text.chart.gap}</span>
  return (
    <>
      <span>{text.counts.total[count](counts[count])}</span>
      {count === 'mentions' && (
        <span className="chart-tip-parts">
          {SENTIMENT_WORDS.map((word) => (
            <span key={word} className="readout-item">
              <span className={`swatch ${word}`} />
              <span className="tabular">{format.number(counts[word])}</span>
            </span>
          ))}
        </span>
      )}
    </>
  )
}

function Legend({ count }: { readonly count: CountName }): ReactNode {
  const { text } = useText()
  return (
    <p className="readout" aria-hidden="true">
      {count === 'mentions' ? (
        SENTIMENT_WORDS.map((word) => (
          <span key={word} className="readout-item">
            <span className={`swatch ${word}`} />
            <SentimentLabel word={word} />
          </span>
        ))
      ) : (
        <span className="readout-item">
          <span className="swatch accent" />
          {text.counts.names[count]}
        </span>
      )}
      <span className="readout-item">
        <span className="swatch hatched" />
        {text.chart.gap}
      </span>
    </p>
  )
}
