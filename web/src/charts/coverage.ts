import type { WireCoverage, WireCoverageShare } from '../../../src/api/wire/insights.ts'
import { HOUR_MS } from '../text/zone.ts'
import type { Gap } from './series.ts'

// `away`: the project did not listen, so nothing was expected of the source.
export type CoverageStatus = 'covered' | 'silent' | 'failed' | 'blocked' | 'unqueried' | 'away'
export type GapState = WireCoverageShare['gaps'][number]['state']
type Hour = WireCoverage['sources'][number]['hours'][number]

export interface CoverageSpan {
  readonly from: number
  readonly to: number
  readonly status: CoverageStatus
  // What was asked of the source in it; absent where nothing was.
  readonly queries?: Queries
}

export interface Queries {
  readonly asked: number
  readonly answered: number
  readonly failed: number
}

// Any response covers the hour, even an empty one; a failure counts only without one. Hours without a query are absent.
function statusOf(hour: Hour): CoverageStatus | null {
  if (hour.answered > 0) return 'covered'
  if (hour.empty > 0) return 'silent'
  if (hour.failed > 0) return 'failed'
  return hour.blocked > 0 ? 'blocked' : null
}

// Merges adjacent hours with the same status into one span, so that a month of hours is a handful of shapes.
export function joinHours(hours: readonly Hour[]): CoverageSpan[] {
  const spans: { from: number; to: number; status: CoverageStatus; queries: Queries }[] = []
  for (const hour of hours.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const status = statusOf(hour)
    if (status === null) continue
    const from = Date.parse(hour.at)
    const last = spans.at(-1)
    const queries = { asked: hour.asked, answered: hour.answered + hour.empty, failed: hour.failed + hour.blocked }
    if (last !== undefined && last.status === status && last.to === from) {
      last.to = from + HOUR_MS
      last.queries = addQueries(last.queries, queries)
    } else spans.push({ from, to: from + HOUR_MS, status, queries })
  }
  return spans
}

function addQueries(a: Queries, b: Queries): Queries {
  return { asked: a.asked + b.asked, answered: a.answered + b.answered, failed: a.failed + b.failed }
}

// The time in which the project did not listen, and the time to come.
export function spansAway({ periods, to }: Pick<WireCoverage, 'periods' | 'to'>): CoverageSpan[] {
  const away = periods
    .filter(({ state }) => state !== 'listening')
    .map((period) => ({ from: Date.parse(period.from), to: Date.parse(period.to), status: 'away' as const }))
  const last = periods.at(-1)
  const future = last === undefined ? [] : [{ from: Date.parse(last.to), to: Date.parse(to), status: 'away' as const }]
  return [...away, ...future.filter((span) => span.from < span.to)]
}

// What the spans leave out of the range: the project listened, but the source was not queried.
export function spansBetween(spans: readonly CoverageSpan[], range: Gap): CoverageSpan[] {
  const between: CoverageSpan[] = []
  let at = range.from
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from > at) between.push({ from: at, to: Math.min(from, range.to), status: 'unqueried' })
    at = Math.max(at, to)
  }
  if (at < range.to) between.push({ from: at, to: range.to, status: 'unqueried' })
  return between
}

// Where a count of zero would say something that is not known: no source was covered, or it is outside the project's dates.
export function unknownTimes({ coverage, periods }: Pick<WireCoverage, 'coverage' | 'periods'>): Gap[] {
  const outside = periods.filter(({ state }) => state === 'before_start' || state === 'after_end')
  return [...coverage.gaps.filter(({ source }) => source === null), ...outside]
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    .sort((a, b) => a.from - b.from)
}

// Why something is missing, the longest first.
export function gapReasons(gaps: WireCoverageShare['gaps']): GapState[] {
  const lasted = new Map<GapState, number>()
  for (const { from, to, state } of gaps)
    lasted.set(state, (lasted.get(state) ?? 0) + Date.parse(to) - Date.parse(from))
  return [...lasted].sort((a, b) => b[1] - a[1]).map(([state]) => state)
}
