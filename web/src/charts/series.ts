import { DAY_MS, dayOf, HOUR_MS, startOfDay } from '../text/zone.ts'

export interface Gap {
  readonly from: number
  readonly to: number
}

// One hour or day of the chart. The counts are null where nothing was monitored: unknown is not zero.
export interface Bucket {
  readonly at: number
  readonly counts: { readonly negative: number; readonly neutral: number; readonly positive: number } | null
}

interface Point {
  readonly at: string
  readonly negative: number
  readonly neutral: number
  readonly positive: number
}

interface Range {
  readonly from: number
  readonly to: number
  readonly step: 'hour' | 'day'
}

const BUCKETS_MAX = 20_000

// Returns every bucket of the range in order, including those that the server left out.
export function fillSeries(series: readonly Point[], range: Range, gaps: readonly Gap[]): Bucket[] {
  const stepMs = stepOf(range.step)
  const points = new Map(series.map((point) => [alignDown(Date.parse(point.at), range.step), point]))
  const buckets: Bucket[] = []
  for (let at = alignDown(range.from, range.step); at < range.to && buckets.length < BUCKETS_MAX; at += stepMs) {
    const point = points.get(at)
    const total = point === undefined ? 0 : point.negative + point.neutral + point.positive
    const unknown = total === 0 && isInsideGap(Math.max(at, range.from), Math.min(at + stepMs, range.to), gaps)
    buckets.push({ at, counts: unknown ? null : pickCounts(point) })
  }
  return buckets
}

export function stepOf(step: 'hour' | 'day'): number {
  return step === 'hour' ? HOUR_MS : DAY_MS
}

function alignDown(ms: number, step: 'hour' | 'day'): number {
  return step === 'hour' ? Math.floor(ms / HOUR_MS) * HOUR_MS : startOfDay(dayOf(ms))
}

function pickCounts(point: Point | undefined): NonNullable<Bucket['counts']> {
  return { negative: point?.negative ?? 0, neutral: point?.neutral ?? 0, positive: point?.positive ?? 0 }
}

function isInsideGap(from: number, to: number, gaps: readonly Gap[]): boolean {
  const covered = gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from)), 0)
  return covered >= to - from
}
