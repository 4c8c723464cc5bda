import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { barHeights, fillSeries, type Gap, stepOf } from '../charts/series.ts'
import type { BlockOf } from './blocks.ts'
import { useReportText } from './localisation.ts'

const HEIGHT = 170
const LEFT = 44
const RIGHT = 12
const BOTTOM = 22
const MARK_WIDTH = 24
const TOP = 16
const WIDTH_DEFAULT = 700
const LABEL_WIDTH = 78
const BAR_MAX = 26
const BAR_SHARE = 0.78
const FILLS = ['positive', 'neutral', 'negative'] as const

interface ReportChartProps {
  readonly block: BlockOf<'chart'>
  readonly range: Gap
}

// Drawn as SVG: sharp on paper, and saved as an image without a library.
export function ReportChart({ block, range }: ReportChartProps): ReactNode {
  const { text, format } = useReportText()
  const { width, host } = useWidth()
  const series = useMemo(() => seriesOf(block, range), [block, range])
  const plot = useMemo(() => plotOf(series, block.step, width), [series, block.step, width])
  const label = text.chartLabel(text.total(series.total, false), format.day(range.from), format.day(range.to - 1))
  return (
    <div ref={host} className="report-chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        <Axes plot={plot} series={series} step={block.step} />
        <Gaps plot={plot} gaps={series.gaps} />
        <Bars plot={plot} series={series} />
        <Marks plot={plot} times={block.marks.map(({ at }) => Date.parse(at))} />
      </svg>
    </div>
  )
}

type Series = ReturnType<typeof seriesOf>

function seriesOf(block: BlockOf<'chart'>, range: Gap) {
  const gaps = block.gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
  const points = block.points.map((point) => {
    const mentions = point.negative + point.neutral + point.positive
    return { ...point, mentions, unique: 0, independent: 0 }
  })
  const buckets = fillSeries(points, { ...range, step: block.step }, gaps)
  const heights = barHeights(buckets, 'mentions')
  const total = points.reduce((sum, { mentions }) => sum + mentions, 0)
  return { buckets, heights, gaps, total, top: topOf(Math.max(1, ...points.map(({ mentions }) => mentions))) }
}

type Plot = ReturnType<typeof plotOf>

// Where times and numbers are drawn.
function plotOf({ buckets, top }: Series, step: 'hour' | 'day', width: number) {
  const innerWidth = width - LEFT - RIGHT
  const innerHeight = HEIGHT - TOP - BOTTOM
  const start = buckets[0]?.at ?? 0
  const end = (buckets.at(-1)?.at ?? 0) + stepOf(step)
  return {
    width,
    slot: innerWidth / Math.max(1, buckets.length),
    x: (at: number): number => LEFT + (Math.min(Math.max(at, start), end) - start) * (innerWidth / (end - start)),
    y: (value: number): number => TOP + innerHeight * (1 - value / top),
  }
}

// Numbered as in the list below the chart. Those that would overlap share a place.
function Marks({ plot: { x }, times }: { readonly plot: Plot; readonly times: readonly number[] }): ReactNode {
  const groups: { readonly at: number; readonly numbers: number[] }[] = []
  for (const [index, time] of times.entries()) {
    const last = groups.at(-1)
    if (last !== undefined && x(time) - last.at < MARK_WIDTH) last.numbers.push(index + 1)
    else groups.push({ at: x(time), numbers: [index + 1] })
  }
  return groups.map(({ at, numbers }) => (
    <g key={at} className="chart-marked">
      <line x1={at} x2={at} y1={TOP - 4} y2={HEIGHT - BOTTOM} />
      <text x={at} y={TOP - 6} textAnchor="middle">
        {numbers.length === 1 ? numbers[0] : `${numbers[0]}–${numbers.at(-1)}`}
      </text>
    </g>
  ))
}

interface AxesProps {
  readonly plot: Plot
  readonly series: Series
  readonly step: 'hour' | 'day'
}

function Axes({ plot, series, step }: AxesProps): ReactNode {
  const { format } = useReportText()
  const { width, slot, y } = plot
  return (
    <>
      {[0, series.top / 2, series.top].map((value) => (
        <g key={value}>
          <line className="chart-line" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
          <text className="chart-text" x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {format.compact(value)}
          </text>
        </g>
      ))}
      {labelled(series.buckets, width - LEFT - RIGHT).map(({ at, index }) => (
        <text key={at} className="chart-text" x={LEFT + slot * (index + 0.5)} y={HEIGHT - 6} textAnchor="middle">
          {step === 'hour' ? format.hour(at) : format.shortDay(at)}
        </text>
      ))}
    </>
  )
}

function Gaps({ plot: { x }, gaps }: { readonly plot: Plot; readonly gaps: readonly Gap[] }): ReactNode {
  const pattern = useId()
  return (
    <>
      <defs>
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line className="chart-hatch" x1="0" y1="0" x2="0" y2="6" />
        </pattern>
      </defs>
      {gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={TOP}
          width={x(to) - x(from)}
          height={HEIGHT - TOP - BOTTOM}
          fill={`url(#${pattern})`}
        />
      ))}
    </>
  )
}

function Bars({ plot, series }: { readonly plot: Plot; readonly series: Series }): ReactNode {
  const { slot, y } = plot
  const bar = Math.min(BAR_MAX, slot * BAR_SHARE)
  return FILLS.map((fill, layer) => (
    <g key={fill} className={`chart-${fill}`}>
      {series.buckets.map(({ at }, index) => {
        const value = series.heights[layer]?.[index] ?? 0
        if (value === 0) return null
        const left = LEFT + slot * index + (slot - bar) / 2
        return <rect key={at} x={left} y={y(value)} width={bar} height={y(0) - y(value)} />
      })}
    </g>
  ))
}

// The drawing is as wide as its place, so that its letters keep their size on a phone.
function useWidth() {
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH_DEFAULT)
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { host, width }
}

// The next number that halves into whole steps.
function topOf(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value))
  return (
    [1, 1.2, 1.4, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
      .map((step) => Math.round(step * size))
      .find((step) => step >= value && step % 2 === 0) ?? 2
  )
}

function labelled(buckets: readonly { readonly at: number }[], width: number) {
  const every = Math.max(1, Math.ceil((buckets.length * LABEL_WIDTH) / Math.max(1, width)))
  const first = Math.floor(every / 2)
  return buckets
    .map(({ at }, index) => ({ at, index }))
    .filter(({ index }) => index % every === Math.min(first, every - 1))
}
