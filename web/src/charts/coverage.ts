import type { WireCoverage } from '../../../src/api/wire/insights.ts'
import { HOUR_MS } from '../text/zone.ts'

export type Watch = 'covered' | 'failed' | 'unconfigured'
type Hour = WireCoverage['sources'][number]['hours'][number]

export interface WatchSpan {
  readonly from: number
  readonly to: number
  readonly watch: Watch
}

// An answer in the hour counts, an empty one too; a failure only where nothing else came. Hours that nobody asked are absent.
function watchOf(hour: Hour): Watch | null {
  if (hour.answered + hour.empty > 0) return 'covered'
  if (hour.failed > 0) return 'failed'
  return hour.not_configured > 0 ? 'unconfigured' : null
}

// Neighbouring hours of one kind become one span, so that a month of hours is a handful of shapes.
export function joinHours(hours: readonly Hour[]): WatchSpan[] {
  const spans: { from: number; to: number; watch: Watch }[] = []
  for (const hour of hours.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const watch = watchOf(hour)
    if (watch === null) continue
    const from = Date.parse(hour.at)
    const last = spans.at(-1)
    if (last !== undefined && last.watch === watch && last.to === from) last.to = from + HOUR_MS
    else spans.push({ from, to: from + HOUR_MS, watch })
  }
  return spans
}

export function coveredShare(spans: readonly WatchSpan[], from: number, to: number): number {
  const covered = spans
    .filter((span) => span.watch === 'covered')
    .reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)
  return to > from ? Math.min(1, covered / (to - from)) : 0
}
