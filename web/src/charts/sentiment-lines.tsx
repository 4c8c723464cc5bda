import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type uPlot from 'uplot'
import type { Format } from '../text/format.ts'
import { useText } from '../text/text.tsx'
import { drawGaps, timeAxis, tzDate, valueAxis } from './axes.ts'
import { Chart, type Colour, type Options } from './chart.tsx'
import { ChartTip } from './chart-tip.tsx'
import { type Hover, hoverOf, reportPicks } from './pointer.ts'
import type { Bucket, Gap } from './series.ts'

interface SentimentLinesProps {
  readonly buckets: readonly Bucket[]
  readonly gaps: readonly Gap[]
  readonly stepMs: number
  readonly range: Gap
  readonly height?: number
  // Called for a click on a point, or above it.
  readonly onPick?: (bucket: Bucket) => void
}

// Shares rather than counts, to show a change of sentiment at any volume. Solid and dashed, not distinguished by colour alone.
export function SentimentLines(props: SentimentLinesProps): ReactNode {
  const { buckets, gaps, stepMs, range, height = 180, onPick } = props
  const { text, format } = useText()
  const [hover, setHover] = useState<Hover | null>(null)
  const data = useMemo(() => shares(buckets, stepMs), [buckets, stepMs])
  const options = useCallback(
    (colour: Colour) => ({
      ...lineOptions(colour, format, range),
      hooks: {
        ready: [
          (plot: uPlot) =>
            reportPicks(plot, onPick && ((index) => buckets[index] !== undefined && onPick(buckets[index]))),
        ],
        drawClear: [drawGaps(gaps, colour)],
        setCursor: [(plot: uPlot) => setHover(hoverOf(plot))],
      },
    }),
    [format, buckets, gaps, range, onPick],
  )
  const bucket = hover === null ? undefined : buckets[hover.index]
  const [positive, negative] = [data[1]?.[hover?.index ?? -1], data[2]?.[hover?.index ?? -1]]
  return (
    <>
      <div className={onPick === undefined ? 'chart-box' : 'chart-box pickable'}>
        <Chart label={text.chart.sentimentLabel} height={height} data={data} options={options} />
        {hover !== null && bucket !== undefined && (
          <ChartTip hover={hover} title={format.range(bucket.at, bucket.at + stepMs)}>
            {typeof positive === 'number' && typeof negative === 'number' ? (
              <span className="chart-tip-parts">
                <span className="readout-item">
                  <span className="stroke positive" />
                  {format.percent(positive, 1)}
                </span>
                <span className="readout-item">
                  <span className="stroke negative" />
                  {format.percent(negative, 1)}
                </span>
              </span>
            ) : (
              <span>{bucket.counts === null ? text.chart.gap : text.projectPage.noneInPeriod}</span>
            )}
          </ChartTip>
        )}
      </div>
      <p className="readout" aria-hidden="true">
        <span className="readout-item">
          <span className="stroke positive" />
          {text.sentiment.positive}
        </span>
        <span className="readout-item">
          <span className="stroke negative" />
          {text.sentiment.negative}
        </span>
      </p>
    </>
  )
}

function shares(buckets: readonly Bucket[], stepMs: number): uPlot.AlignedData {
  const share = (word: 'positive' | 'negative'): (number | null)[] =>
    buckets.map(({ counts }) => {
      const total = counts === null ? 0 : counts.negative + counts.neutral + counts.positive
      return counts === null || total === 0 ? null : counts[word] / total
    })
  return [buckets.map(({ at }) => (at + stepMs / 2) / 1_000), share('positive'), share('negative')]
}

function lineOptions(colour: Colour, format: Format, range: Gap): Options {
  return {
    tzDate,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { range: () => [range.from / 1_000, range.to / 1_000] },
      y: { range: (_, __, top) => [0, Math.min(1, Math.max(0.2, top * 1.1))] },
    },
    axes: [timeAxis(colour, format), valueAxis(colour, (value) => format.percent(value, 1))],
    series: [
      {},
      { stroke: colour('positive-fill'), width: 2, points: { size: 4, fill: colour('positive-fill') } },
      { stroke: colour('negative-fill'), width: 2, dash: [6, 4], points: { size: 4, fill: colour('negative-fill') } },
    ],
  }
}
