import type { UseQueryResult } from '@tanstack/react-query'
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
  readonly coverage: UseQueryResult<WireCoverage>
}

// Combines counts and coverage once for all time charts.
export function useTimeline(id: string, query: Query, data: WireInsights): Timeline {
  const coverage = useCoverage(id, query)
  const covered = coverage.data
  const drawn = useMemo(() => {
    const range = { from: Date.parse(data.from), to: endOf(data) }
    const gaps = covered === undefined ? [] : unknownTimes(covered)
    return {
      buckets: fillSeries(data.series, { ...range, step: data.step }, gaps),
      gaps,
      range,
      stepMs: stepOf(data.step),
      hourly: data.step === 'hour',
    }
  }, [data, covered])
  return { ...drawn, coverage }
}

// Hours and days to come are not drawn: they are neither zero nor a gap.
function endOf({ from, to, step }: WireInsights): number {
  const now = Date.now()
  const end = step === 'hour' ? Math.ceil(now / HOUR_MS) * HOUR_MS : startOfDay(dayOf(now)) + DAY_MS
  return Math.max(Date.parse(from) + stepOf(step), Math.min(Date.parse(to), end))
}
