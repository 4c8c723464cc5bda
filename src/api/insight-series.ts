import { dayOf, startOfDay, startsOfDays } from '../domain/day.ts'
import { PLATFORMS } from '../domain/platform.ts'
import type { CellCounts } from '../store/mentions/counts.ts'
import type { Point } from '../store/mentions/points.ts'
import type { Range } from './range.ts'
import type { WireInsights } from './wire/insights.ts'

const HOUR_MS = 3_600_000
const HOURLY_MAX_MS = 4 * 24 * HOUR_MS

export function stepOf(range: Range): 'hour' | 'day' {
  return range.to.getTime() - range.from.getTime() <= HOURLY_MAX_MS ? 'hour' : 'day'
}

// The starts of the hours or local days that touch a range, in milliseconds.
export function stepsOf(range: Range, step: 'hour' | 'day', timeZone: string): number[] {
  if (step === 'day') return startsOfDays(range, timeZone)
  const starts: number[] = []
  const first = Math.floor(range.from.getTime() / HOUR_MS) * HOUR_MS
  for (let at = first; at < range.to.getTime(); at += HOUR_MS) starts.push(at)
  return starts
}

// Spans without mentions are absent: coverage says whether anything was collected then.
export function seriesOf(points: readonly Point[]): WireInsights['series'] {
  return points.map(({ at, cells, mentions, unique, independent }) => ({
    ...splitCells(at, cells),
    mentions,
    unique,
    independent,
  }))
}

// Hours summed into local days, by sentiment.
export function daysOf(hours: readonly CellCounts[], timeZone: string) {
  const days = new Map<number, number[]>()
  for (const { start, counts } of hours) {
    const at = startOfDay(dayOf(new Date(start * 1000), timeZone), timeZone).getTime()
    const sums = days.get(at)
    if (sums === undefined) days.set(at, [...counts])
    else for (const [cell, count] of counts.entries()) sums[cell] = (sums[cell] ?? 0) + count
  }
  return [...days]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, counts]) => (counts.some((count) => count > 0) ? [splitCells(at, counts)] : []))
}

function splitCells(at: number, counts: readonly number[]) {
  const bySentiment = [0, 0, 0]
  const sources: Record<string, number> = {}
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell] as number
    if (count === 0) continue
    bySentiment[cell % 3] = (bySentiment[cell % 3] as number) + count
    const platform = PLATFORMS[Math.floor(cell / 3)] as string
    sources[platform] = (sources[platform] ?? 0) + count
  }
  const [negative = 0, neutral = 0, positive = 0] = bySentiment
  return { at: new Date(at).toISOString(), negative, neutral, positive, sources }
}
