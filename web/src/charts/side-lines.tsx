import { type ReactNode, useCallback, useMemo } from 'react'
import type uPlot from 'uplot'
import { useText } from '../text/text.tsx'
import { valueAxis } from './axes.ts'
import { Chart, type Colour, type Options } from './chart.tsx'
import type { Bucket } from './series.ts'

interface SideLinesProps {
  readonly label: string
  // Mentions of each side by their position on the axis.
  readonly sides: readonly (readonly Bucket[])[]
  // What the positions are called.
  readonly names: readonly string[]
  readonly hidden: readonly number[]
  readonly onHover: (position: number | null) => void
  readonly height?: number
}

// Not distinguished by colour alone.
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 4], [12, 4, 2, 4], [5, 3], [1, 3]]

// Sides of a comparison as lines on one axis. A line is interrupted where its counts are not known.
export function SideLines({ label, sides, names, hidden, onHover, height = 260 }: SideLinesProps): ReactNode {
  const { format } = useText()
  const data = useMemo<uPlot.AlignedData>(
    () => [
      names.map((_, position) => position),
      ...sides.map((buckets) => names.map((_, position) => buckets[position]?.counts?.mentions ?? null)),
    ],
    [sides, names],
  )
  const options = useCallback(
    (colour: Colour): Options => ({
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, range: () => [-0.5, Math.max(0.5, names.length - 0.5)] },
        y: { range: (_, __, top) => [0, Math.max(4, top * 1.08)] },
      },
      axes: [
        {
          ...valueAxis(colour, (position) => names[position] ?? ''),
          size: 28,
          space: 96,
          grid: { show: false },
          incrs: [1, 2, 5, 7, 10, 14, 24, 30, 60, 90, 180, 365, 730],
        },
        valueAxis(colour, format.compact),
      ],
      series: [
        {},
        ...sides.map((_, side) => ({
          show: !hidden.includes(side),
          stroke: colour(`side-${side}`),
          width: 2,
          dash: [...(DASHES[side] ?? [])],
          spanGaps: false,
          points: { show: names.length <= 31, size: 5, fill: colour(`side-${side}`) },
        })),
      ],
      hooks: { setCursor: [(plot) => onHover(plot.cursor.idx ?? null)] },
    }),
    [sides, names, hidden, onHover, format],
  )
  return <Chart label={label} height={height} data={data} options={options} />
}
