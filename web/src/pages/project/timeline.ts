import { useMemo } from 'react'
import type { WireCoverage, WireInsights } from '../../../../src/api/wire/insights.ts'
import { type Query, useCoverage } from '../../api/readings.ts'
import { unknownTimes } from '../../charts/coverage.ts'
import { type Bucket, fillSeries, type Gap, stepOf } from '../../charts/series.ts'

export interface Timeline {
  readonly buckets: readonly Bucket[]
  readonly gaps: readonly Gap[]
  readonly range: Gap
  readonly stepMs: number
  readonly hourly: boolean
  readonly coverage: WireCoverage | undefined
}

// Combines counts and coverage once for all time charts.
export function useTimeline(id: string, query: Query, data: WireInsights): Timeline {
  const { data: coverage } = useCoverage(id, query)
  return useMemo(() => {
    const range = { from: Date.parse(data.from), to: endOf(data) }
    const gaps = coverage === undefined ? [] : unknownTimes(coverage)
    return {
      buckets: fillSeries(data.series, { ...range, step: data.step }, gaps),
      gaps,
      range,
      stepMs: stepOf(data.step),
      hourly: data.step === 'hour',
      coverage,
    }
  }, [data, coverage])
}

// Future hours of today are not drawn: they are neither zero nor a gap.
function endOf({ to, step }: WireInsights): number {
  const now = Math.ceil(Date.now() / stepOf('hour')) * stepOf('hour')
  return step === 'hour' ? Math.min(Date.parse(to), now) : Date.parse(to)
}
