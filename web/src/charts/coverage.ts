import type { WireCoverage } from '../../../src/api/wire/insights.ts'
import { HOUR_MS } from '../text/zone.ts'

export type CoverageStatus = 'covered' | 'failed' | 'unconfigured'
type Hour = WireCoverage['sources'][number]['hours'][number]

export interface CoverageSpan {
  readonly from: number
  readonly to: number
  readonly status: CoverageStatus
}

// Any response covers the hour, even an empty one; a failure counts only without one. Hours without a query are absent.
function statusOf(hour: Hour): CoverageStatus | null {
  if (hour.answered + hour.empty > 0) return 'covered'
  if (hour.failed > 0) return 'failed'
  return hour.not_configured > 0 ? 'unconfigured' : null
}

// Merges adjacent hours with the same status into one span, so that a month of hours is a handful of shapes.
export function joinHours(hours: readonly Hour[]): CoverageSpan[] {
  const spans: { from: number; to: number; status: CoverageStatus }[] = []
  for (const hour of hours.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const status = statusOf(hour)
    if (status === null) continue
    const from = Date.parse(hour.at)
    const last = spans.at(-1)
    if (last !== undefined && last.status === status && last.to === from) last.to = from + HOUR_MS
    else spans.push({ from, to: from + HOUR_MS, status })
  }
  return spans
}

export function coveredShare(spans: readonly CoverageSpan[], from: number, to: number): number {
  const covered = spans
    .filter((span) => span.status === 'covered')
    .reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)
  return to > from ? Math.min(1, covered / (to - from)) : 0
}
