import { dayOf } from '../domain/day.ts'
import type { Coverage } from '../store/collecting/coverage.ts'
import type { CollectionGap } from '../summarise/material.ts'

const GAPS_MAX = 3
// A shorter one changes no number that a reader would compare.
const HOURS_MIN = 3
const HOUR_MS = 3_600_000
// A manual project is collected when a run is requested, and a new one has not collected yet: neither is a failure to report.
const EXPECTED: ReadonlySet<string> = new Set(['manual', 'not_begun'])

// The longest gap of each source, longest first.
export function longestGaps({ gaps }: Pick<Coverage, 'gaps'>, timeZone: string): CollectionGap[] {
  const reported = gaps
    .filter(({ state }) => !EXPECTED.has(state))
    .map((gap) => ({ ...gap, lengthMs: gap.to.getTime() - gap.from.getTime() }))
    .filter(({ lengthMs }) => lengthMs >= HOURS_MIN * HOUR_MS)
    .sort((a, b) => b.lengthMs - a.lengthMs)
  const longest = new Map(reported.toReversed().map((gap) => [gap.source, gap]))
  return reported
    .filter((gap) => longest.get(gap.source) === gap)
    .slice(0, GAPS_MAX)
    .map(({ source, from, to }) => ({
      source,
      first: dayOf(from, timeZone),
      last: dayOf(new Date(to.getTime() - 1), timeZone),
    }))
}
