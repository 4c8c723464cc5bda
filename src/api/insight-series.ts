import { dayOf, startOfDay } from '../domain/day.ts'
import { PLATFORMS } from '../domain/platform.ts'
import type { CellCounts } from '../store/mentions/counts.ts'
import type { WireInsights } from './wire/insights.ts'

const HOURLY_MAX_MS = 4 * 86_400_000

export function stepOf(range: { readonly from: Date; readonly to: Date }): 'hour' | 'day' {
  return range.to.getTime() - range.from.getTime() <= HOURLY_MAX_MS ? 'hour' : 'day'
}

// Hours as they are, or summed into local days. Spans without mentions are absent: coverage says whether anything was collected then.
export function seriesOf(hours: readonly CellCounts[], step: 'hour' | 'day', timeZone: string): WireInsights['series'] {
  const points = new Map<number, number[]>()
  for (const { start, counts } of hours) {
    const at = step === 'hour' ? start * 1000 : startOfDay(dayOf(new Date(start * 1000), timeZone), timeZone).getTime()
    const sums = points.get(at)
    if (sums === undefined) points.set(at, [...counts])
    else for (const [cell, count] of counts.entries()) sums[cell] = (sums[cell] ?? 0) + count
  }
  return [...points]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, counts]) => (counts.some((count) => count > 0) ? [toPoint(at, counts)] : []))
}

function toPoint(at: number, counts: readonly number[]): WireInsights['series'][number] {
  const bySentiment = [0, 0, 0]
  const sources: Record<string, number> = {}
  counts.forEach((count, cell) => {
    if (count === 0) return
    bySentiment[cell % 3] = (bySentiment[cell % 3] ?? 0) + count
    const platform = PLATFORMS[Math.floor(cell / 3)] as string
    sources[platform] = (sources[platform] ?? 0) + count
  })
  const [negative = 0, neutral = 0, positive = 0] = bySentiment
  return { at: new Date(at).toISOString(), negative, neutral, positive, sources }
}
