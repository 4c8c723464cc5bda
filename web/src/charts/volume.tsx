import { type ReactNode, useCallback, useMemo, useState } from 'react'
import uPlot from 'uplot'
import { SENTIMENT_WORDS, SentimentLabel } from '../components/sentiment.tsx'
import type { Format } from '../text/format.ts'
import { useText } from '../text/text.tsx'
import { drawGaps, timeAxis, tzDate, valueAxis } from './axes.ts'
import { Chart, type Colour, type Options } from './chart.tsx'
import { type Bucket, barHeights, type CountName, type Gap } from './series.ts'

interface VolumeProps {
  readonly buckets: readonly Bucket[]
  readonly count: CountName
  readonly gaps: readonly Gap[]
  readonly stepMs: number
  readonly range: Gap
  readonly label: string
  readonly height?: number
  readonly onZoom?: ((fromMs: number, toMs: number) => void) | undefined
}

// Mentions as bars stacked by sentiment; stories and authors as plain bars.
export function VolumeChart(props: VolumeProps): ReactNode {
  const { buckets, count, gaps, stepMs, range, label, height = 240, onZoom } = props
  const { format } = useText()
  const [hovered, setHovered] = useState<number | null>(null)
  const data = useMemo<uPlot.AlignedData>(
    () => [buckets.map(({ at }) => (at + stepMs / 2) / 1_000), ...barHeights(buckets, count)],
    [buckets, count, stepMs],
  )
  const options = useCallback(
    (colour: Colour) => volumeOptions({ colour, count, format, gaps, range, onHover: setHovered, onZoom }),
    [count, format, gaps, range, onZoom],
  )
  const bucket = hovered === null ? undefined : buckets[hovered]
  return (
    <>
      <Chart label={label} height={height} data={data} options={options} />
      <Readout bucket={bucket} count={count} hourly={stepMs < 86_400_000} />
    </>
  )
}

interface VolumeOptions {
  readonly colour: Colour
  readonly count: CountName
  readonly format: Format
  readonly gaps: readonly Gap[]
  readonly range: Gap
  readonly onHover: (index: number | null) => void
  readonly onZoom: ((fromMs: number, toMs: number) => void) | undefined
}

function volumeOptions({ colour, count, format, gaps, range, onHover, onZoom }: VolumeOptions): Options {
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
    cursor: { y: false, drag: { x: onZoom !== undefined, y: false, setScale: false }, points: { show: false } },
    scales: {
      x: { range: () => [range.from / 1_000, range.to / 1_000] },
      y: { range: (_, __, top) => [0, Math.max(4, top * 1.08)] },
    },
    axes: [timeAxis(colour, format), valueAxis(colour, format.compact)],
    series: [{}, ...fills.map(series)],
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

interface ReadoutProps {
  readonly bucket: Bucket | undefined
  readonly count: CountName
  readonly hourly: boolean
}

// Legend and hovered values in one line, so that the layout does not shift when the pointer moves.
function Readout({ bucket, count, hourly }: ReadoutProps): ReactNode {
  const { text, format } = useText()
  const when = bucket === undefined ? null : hourly ? format.time(bucket.at) : format.day(bucket.at)
  const counts = bucket?.counts ?? null
  return (
    <p className="readout" aria-hidden="true">
      {count === 'mentions' ? (
        SENTIMENT_WORDS.map((word) => (
          <span key={word} className="readout-item">
            <span className={`swatch ${word}`} />
            <SentimentLabel word={word} />
            {counts !== null && <strong className="tabular">{format.number(counts[word])}</strong>}
          </span>
        ))
      ) : (
        <span className="readout-item">
          <span className="swatch accent" />
          {text.counts.names[count]}
          {counts !== null && <strong className="tabular">{format.number(counts[count])}</strong>}
        </span>
      )}
      <span className="readout-item">
        <span className="swatch hatched" />
        {text.chart.gap}
      </span>
      {when !== null && (
        <span className="readout-when">
          {when}
          {counts === null && ` · ${text.chart.gap.toLowerCase()}`}
        </span>
      )}
    </p>
  )
}
