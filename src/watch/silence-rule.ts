import type { Rule } from '../domain/alert.ts'
import type { Platform } from '../domain/platform.ts'
import { Baseline } from './baseline.ts'
import type { DetectRange, Track } from './detect-range.ts'
import type { Found, IncidentTracker } from './incident-tracker.ts'
import { CumulativeCounts, HOUR_MS, type HourCounts } from './series.ts'

// The mentions of a source or of one of its outlets, and the hours in which it was not collected.
export interface SourceHours {
  readonly source: Platform
  // The source, or the name of the outlet.
  readonly subject: string
  readonly counts: HourCounts
  // Of the source, for an outlet: when the source itself is silent, its outlets are not reported too.
  readonly all?: CumulativeCounts
}

// A silence is one when so long a time without mentions has at most this chance.
const SILENCE_CHANCE = 0.01
// What brings fewer on average, even if there were this many times as many at the moment, can be silent by chance.
const EXPECTED_MIN = -Math.log(SILENCE_CHANCE)
const BUSY_TIMES = 3

// A source or outlet that used to bring mentions brings none, or could not be collected, for so many hours.
export function findSilence(
  rule: Extract<Rule, { readonly kind: 'silence' }>,
  sources: Iterable<SourceHours>,
  range: DetectRange,
  track: Track,
): Found[] {
  const found: Found[] = []
  for (const one of sources) {
    if (rule.source !== undefined && rule.source !== one.source) continue
    found.push(...findSilent(rule.hours, one, range, track(one.subject, Number.POSITIVE_INFINITY)))
  }
  return found.sort((a, b) => a.openedAt - b.openedAt || (a.subject < b.subject ? -1 : 1))
}

function findSilent(hours: number, watched: SourceHours, range: DetectRange, tracker: IncidentTracker): Found[] {
  const { counts, all } = watched
  const own = new CumulativeCounts(counts, new Map())
  const isRare = averageIn(own, counts, hours) * BUSY_TIMES < EXPECTED_MIN
  const baseline = new Baseline(counts)
  const last = Math.floor(range.to.getTime() / HOUR_MS)
  for (let end = Math.ceil(range.from.getTime() / HOUR_MS); end <= last; end++) {
    const [from, to] = [(end - hours) * 60, end * 60]
    // What never brought a mention is not silent.
    if (own.between(from, to) > 0 || own.between(0, from) === 0) {
      tracker.close(to)
      continue
    }
    const isOwn = all === undefined || all.between(from, to) > 0
    const isSilent =
      tracker.isOpen ||
      (isOwn &&
        (isUncovered(counts, end - hours, end) ||
          (!isRare && chanceOfNone(baseline, end - hours, end) < SILENCE_CHANCE)))
    if (isSilent) {
      const mean = isRare ? averageIn(own, counts, hours) : expectedIn(baseline, end - hours, end).mean
      tracker.add({ from, to, count: 0, expected: { mean, low: 0, high: 0, basis: 'history' } })
    }
  }
  return tracker.finish(last * 60)
}

// The mean number of mentions in so many hours.
function averageIn(own: CumulativeCounts, { firstHour, uncovered }: HourCounts, hours: number): number {
  const total = own.between(firstHour * 60, (firstHour + uncovered.length) * 60)
  return (total * hours) / Math.max(uncovered.length, 1)
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

function chanceOfNone(baseline: Baseline, from: number, to: number): number {
  const { mean, dispersion } = expectedIn(baseline, from, to)
  return (1 + dispersion * mean) ** (-1 / dispersion)
}

function isUncovered({ firstHour, uncovered }: HourCounts, from: number, to: number): boolean {
  return from >= firstHour && uncovered.subarray(from - firstHour, to - firstHour).every((hour) => hour === 1)
}
