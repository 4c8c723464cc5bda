import type { Rule } from '../domain/alert.ts'
import type { Platform } from '../domain/platform.ts'
import { Baseline } from './baseline.ts'
import type { DetectRange, Track } from './detect-range.ts'
import type { Found } from './incident-tracker.ts'
import { CumulativeCounts, HOUR_MS, type HourCounts } from './series.ts'

// The mentions of one source, and the hours in which it was not collected.
export interface SourceHours {
  readonly source: Platform
  readonly counts: HourCounts
}

// A silence is one when so long a time without mentions has at most this chance.
const SILENCE_CHANCE = 0.01

// A source that used to bring mentions brings none, or could not be collected, for so many hours.
export function findSilence(
  rule: Extract<Rule, { readonly kind: 'silence' }>,
  sources: readonly SourceHours[],
  range: DetectRange,
  track: Track,
): Found[] {
  return sources
    .filter(({ source }) => rule.source === undefined || rule.source === source)
    .flatMap((source) => findSilentSource(rule.hours, source, range, track))
    .sort((a, b) => a.openedAt - b.openedAt)
}

function findSilentSource(hours: number, { source, counts }: SourceHours, range: DetectRange, track: Track): Found[] {
  const tracker = track(source, Number.POSITIVE_INFINITY)
  const all = new CumulativeCounts(counts, new Map())
  const baseline = new Baseline(counts)
  const last = Math.floor(range.to.getTime() / HOUR_MS)
  // From 1 for no mention at all: a source that never brought one is not silent.
  for (let end = Math.ceil(range.from.getTime() / HOUR_MS); end <= last; end++) {
    const [from, to] = [(end - hours) * 60, end * 60]
    const isSilent = all.between(from, to) === 0 && all.between(0, from) > 0
    if (!isSilent) {
      tracker.close()
      continue
    }
    const expected = expectedIn(baseline, end - hours, end)
    if (tracker.isOpen || chanceOfNone(expected) < SILENCE_CHANCE || isUncovered(counts, end - hours, end))
      tracker.add({ from, to, count: 0, expected: { mean: expected.mean, low: 0, high: 0, basis: 'history' } })
  }
  return tracker.finish(last * 60)
}

function expectedIn(baseline: Baseline, from: number, to: number): { mean: number; dispersion: number } {
  let mean = 0
  let dispersion = 0
  for (let hour = from; hour < to; hour++) {
    const expected = baseline.at(hour)
    mean += expected.mean
    dispersion = Math.max(dispersion, expected.dispersion)
  }
  return { mean, dispersion }
}

function chanceOfNone({ mean, dispersion }: { readonly mean: number; readonly dispersion: number }): number {
  return (1 + dispersion * mean) ** (-1 / dispersion)
}

function isUncovered({ firstHour, uncovered }: HourCounts, from: number, to: number): boolean {
  return from >= firstHour && uncovered.subarray(from - firstHour, to - firstHour).every((hour) => hour === 1)
}
