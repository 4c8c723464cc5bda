import { useMemo } from 'react'
import type { WireCoverage, WireInsights } from '../../../../src/api/wire/insights.ts'
import { type Query, useCoverage } from '../../api/readings.ts'
import { unknownTimes } from '../../charts/coverage.ts'
import { type Bucket, fillSeries, type Gap, stepOf } from '../../charts/series.ts'
import { DAY_MS, dayOf, HOUR_MS, startOfDay } from '../../text/zone.ts'

export interface Timeline {
  readonly buckets: readonly Bucket[]
  readonly gaps: readonly Gap[]
  readonly range: Gap
  readonly stepMs: number
  readonly hourly: boolean
  readonly coverage: WireCoverage | undefined
  // Whether the coverage is still that of another range.
  readonly stale: boolean
}

// Combines counts and coverage once for all time charts.
export function useTimeline(id: string, query: Query, data: WireInsights): Timeline {
  const { data: coverage, isPlaceholderData: stale } = useCoverage(id, query)
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
      stale,
    }
  }, [data, coverage, stale])
}

// Hours and days to come are not drawn: they are neither zero nor a gap.
function endOf({ from, to, step }: WireInsights): number {
  const now = Date.now()
  const end = step === 'hour' ? Math.ceil(now / HOUR_MS) * HOUR_MS : startOfDay(dayOf(now)) + DAY_MS
  return Math.max(Date.parse(from) + stepOf(step), Math.min(Date.parse(to), end))
}
