import type { Rule } from '../domain/alert.ts'
import type { DetectRange } from './detect-range.ts'
import type { Found } from './incident-tracker.ts'
import { type CumulativeCounts, MINUTE_MS } from './series.ts'

// One incident, over as soon as it is found, for each interval that has mentions.
export function findMentions(
  { everyMinutes }: Extract<Rule, { readonly kind: 'mention' }>,
  counts: CumulativeCounts,
  { from, to }: DetectRange,
): Found[] {
  const found: Found[] = []
  const last = Math.floor(to.getTime() / MINUTE_MS)
  const first = Math.ceil(from.getTime() / MINUTE_MS / everyMinutes) * everyMinutes
  for (let end = Math.max(first, everyMinutes); end <= last; end += everyMinutes) {
    const start = end - everyMinutes
    const count = counts.between(start, end)
    if (count === 0) continue
    const [since, until] = [start * MINUTE_MS, end * MINUTE_MS]
    found.push({
      subject: String(start),
      openedAt: until,
      since,
      activeUntil: until,
      closedAt: until,
      peak: count,
      peakFrom: since,
      peakTo: until,
      expected: null,
    })
  }
  return found
}
