import { type ReactNode, useCallback, useMemo } from 'react'
import uPlot from 'uplot'
import { useText } from '../text/text.tsx'
import { DAY_MS, startOfDay } from '../text/zone.ts'
import { timeAxis, tzDate, valueAxis } from './axes.ts'
import { Chart, type Colour, type Options } from './chart.tsx'

interface DayBarsProps {
  readonly label: string
  readonly days: readonly (readonly [day: string, value: number])[]
  readonly height?: number
}

export function DayBars({ label, days, height = 200 }: DayBarsProps): ReactNode {
  const { format } = useText()
  const data = useMemo<uPlot.AlignedData>(
    () => [days.map(([day]) => (startOfDay(day) + DAY_MS / 2) / 1_000), days.map(([, value]) => value)],
    [days],
  )
  const options = useCallback(
    (colour: Colour): Options => {
      const bars = uPlot.paths.bars?.({ size: [0.8, 40, 1] })
      const first = startOfDay(days[0]?.[0] ?? '2000-01-01') / 1_000
      const last = (startOfDay(days.at(-1)?.[0] ?? '2000-01-02') + DAY_MS) / 1_000
      return {
        tzDate,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { range: () => [first, last] }, y: { range: (_, __, top) => [0, Math.max(4, top * 1.08)] } },
        axes: [timeAxis(colour, format), valueAxis(colour, format.compact)],
        series: [
          {},
          { fill: colour('accent-fill'), width: 0, points: { show: false }, ...(bars ? { paths: bars } : {}) },
        ],
      }
    },
    [days, format],
  )
  return <Chart label={label} height={height} data={data} options={options} />
}
