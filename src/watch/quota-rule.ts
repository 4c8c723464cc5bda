import type { Rule } from '../domain/alert.ts'
import type { DetectRange, Track } from './detect-range.ts'
import type { Found } from './incident-tracker.ts'
import { HOUR_MS } from './series.ts'

// What remained of the quota at the end of an hour, and what the day before it cost.
export interface QuotaPoint {
  readonly hour: number
  readonly remaining: number
  readonly spentInDay: number
}

// Less than `below` remains, or what remains lasts for less than `days` at the pace of the last day.
export function findLowQuota(
  rule: Extract<Rule, { readonly kind: 'quota' }>,
  points: readonly QuotaPoint[],
  { from, to }: DetectRange,
  track: Track,
): Found[] {
  const tracker = track('', Number.POSITIVE_INFINITY)
  const last = Math.floor(to.getTime() / 60_000)
  for (const point of points) {
    // The hour that is not over yet ends now.
    const end = Math.min((point.hour + 1) * 60, last)
    if (end * 60_000 < from.getTime() || point.hour * HOUR_MS > to.getTime()) continue
    if (isLow(rule, point)) tracker.add({ from: end - 60, to: end, count: point.remaining, expected: null })
    else tracker.close(end)
  }
  return tracker.finish(last)
}

// How long the quota lasts at the pace of the last day; null when nothing was spent.
export function daysLeft({ remaining, spentInDay }: Omit<QuotaPoint, 'hour'>): number | null {
  return spentInDay <= 0 ? null : remaining / spentInDay
}

function isLow({ below, days }: Extract<Rule, { readonly kind: 'quota' }>, point: QuotaPoint): boolean {
  const left = daysLeft(point)
  return (below !== undefined && point.remaining < below) || (days !== undefined && left !== null && left < days)
}
