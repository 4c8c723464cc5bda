import { type ReactNode, useCallback, useMemo, useState } from 'react'
import uPlot from 'uplot'
import { SentimentLabel } from '../components/sentiment.tsx'
import type { Format } from '../text/format.ts'
import { useText } from '../text/text.tsx'
import { drawGaps, timeAxis, tzDate, valueAxis } from './axes.ts'
import { Chart, type Colour, type Options } from './chart.tsx'
import type { Bucket, Gap } from './series.ts'

interface VolumeProps {
  readonly buckets: readonly Bucket[]
  readonly gaps: readonly Gap[]
  readonly stepMs: number
  readonly range: Gap
  readonly label: string
  readonly height?: number
  readonly onZoom?: ((fromMs: number, toMs: number) => void) | undefined
}

// Bars stacked by sentiment: negative at the bottom, where heights are easiest to compare.
export function VolumeChart({ buckets, gaps, stepMs, range, label, height = 240, onZoom }: VolumeProps): ReactNode {
  const { format } = useText()
  const [hovered, setHovered] = useState<number | null>(null)
  const data = useMemo(() => stack(buckets, stepMs), [buckets, stepMs])
  const options = useCallback(
    (colour: Colour) => volumeOptions({ colour, format, gaps, range, onHover: setHovered, onZoom }),
    [format, gaps, range, onZoom],
  )
  const bucket = hovered === null ? undefined : buckets[hovered]
  return (
    <>
      <Chart label={label} height={height} data={data} options={options} />
      <Readout bucket={bucket} hourly={stepMs < 86_400_000} />
    </>
  )
}

function stack(buckets: readonly Bucket[], stepMs: number): uPlot.AlignedData {
  const sum = (pick: (counts: NonNullable<Bucket['counts']>) => number): (number | null)[] =>
    buckets.map(({ counts }) => (counts === null ? null : pick(counts)))
  return [
    buckets.map(({ at }) => (at + stepMs / 2) / 1_000),
    sum((counts) => counts.negative + counts.neutral + counts.positive),
    sum((counts) => counts.negative + counts.neutral),
    sum((counts) => counts.negative),
  ]
}

interface VolumeOptions {
  readonly colour: Colour
  readonly format: Format
  readonly gaps: readonly Gap[]
  readonly range: Gap
  readonly onHover: (index: number | null) => void
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined
}

function volumeOptions({ colour, format, gaps, range, onHover, onZoom }: VolumeOptions): Options {
  const bars = uPlot.paths.bars?.({ size: [0.82, 48, 1] })
  const series = (name: string): uPlot.Series => ({
    fill: colour(name),
    stroke: colour(name),
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  })
  return {
    tzDate,
    legend: { show: false },
    cursor: { y: false, drag: { x: onZoom !== undefined, y: false, setScale: false }, points: { show: false } },
    scales: {
      x: { range: () => [range.from / 1_000, range.to / 1_000] },
      y: { range: (_, __, top) => [0, Math.max(4, top * 1.08)] },
    },
    axes: [timeAxis(colour, format), valueAxis(colour, format.compact)],
    series: [{}, series('positive-fill'), series('neutral-fill'), series('negative-fill')],
    hooks: {
      drawClear: [drawGaps(gaps, colour)],
      setCursor: [(plot) => onHover(plot.cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (onZoom === undefined || width < 8) return
          onZoom(plot.posToVal(left, 'x') * 1_000, plot.posToVal(left + width, 'x') * 1_000)
        },
      ],
    },
  }
}

// Legend and hovered values in one line, so that the layout does not shift when the pointer moves.
function Readout({ bucket, hourly }: { readonly bucket: Bucket | undefined; readonly hourly: boolean }): ReactNode {
  const { text, format } = useText()
  const when = bucket === undefined ? null : hourly ? format.time(bucket.at) : format.day(bucket.at)
  return (
    <p className="readout" aria-hidden="true">
      {(['negative', 'neutral', 'positive'] as const).map((word) => (
        <span key={word} className="readout-item">
          <span className={`swatch ${word}`} />
          <SentimentLabel word={word} />
          {bucket?.counts != null && <strong className="tabular">{format.number(bucket.counts[word])}</strong>}
        </span>
      ))}
      <span className="readout-item">
        <span className="swatch hatched" />
        {text.chart.gap}
      </span>
      {when !== null && (
        <span className="readout-when">
          {when}
          {bucket?.counts === null && ` · ${text.chart.gap.toLowerCase()}`}
        </span>
      )}
    </p>
  )
}
