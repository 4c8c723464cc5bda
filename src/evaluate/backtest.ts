import type { AlertFilter, Rule } from '../domain/alert.ts'
import type { Db } from '../store/db.ts'
import { readMentions } from '../store/mentions/rows.ts'
import { tallyMentions } from '../store/mentions/tally.ts'
import { topStories } from '../store/mentions/top-lists.ts'
import { readAliases } from '../store/search/aliases.ts'
import { selectEach } from '../store/search/select.ts'
import { detect, type WatchedSeries } from '../watch/detect.ts'
import type { DetectRange } from '../watch/detect-range.ts'
import type { Found } from '../watch/incident-tracker.ts'
import { CumulativeCounts, MINUTE_MS } from '../watch/series.ts'
import { toMentionFilter } from './filter.ts'
import { readSeries, type SeriesRequest } from './series.ts'

export const BACKTEST_INCIDENTS_MAX = 200
// Only so many are shown with their story: each is counted on its own.
const STORIES_MAX = 30
const TEXT_MAX = 300

export interface BacktestIncident {
  readonly found: Found
  readonly seen: number
  // The text of the largest story at its peak.
  readonly story: string | null
}

// The incidents that a rule would have opened, newest first. `db` must be a transaction with one snapshot.
export async function backtest(
  db: Db,
  request: SeriesRequest,
  range: DetectRange,
): Promise<{ readonly incidents: readonly BacktestIncident[]; readonly count: number }> {
  const series = await readSeries(db, request, range)
  const found = detect(request.rule, series, range)
  const countSeen = seenBy(request.rule, series)
  const shown = found.toReversed().slice(0, BACKTEST_INCIDENTS_MAX)
  const stories = isAboutMentions(request.rule) ? await readTopStories(db, request, shown.slice(0, STORIES_MAX)) : []
  const incidents = shown.map((one, index) => ({ found: one, seen: countSeen(one), story: stories[index] ?? null }))
  return { incidents, count: found.length }
}

// The mentions of an incident, from first to last, by the numbers that found it.
function seenBy({ kind }: Rule, { counts, detail, stories }: WatchedSeries): (found: Found) => number {
  if (kind === 'silence' || kind === 'quota') return ({ peak }) => peak
  if (kind === 'story') {
    const times = new Map(stories?.map(({ id, mentions }) => [id, mentions.map(({ at }) => at)]))
    return ({ subject, since, activeUntil }) =>
      times.get(subject)?.filter((at) => at >= since && at < activeUntil).length ?? 0
  }
  const all = new CumulativeCounts(counts, detail)
  return ({ since, activeUntil }) => all.between(since / MINUTE_MS, activeUntil / MINUTE_MS)
}

export function isAboutMentions({ kind }: Rule): boolean {
  return kind !== 'silence' && kind !== 'quota'
}

// The mentions that an incident is about.
export function filterOf(rule: Rule, filter: AlertFilter, { subject }: Pick<Found, 'subject'>) {
  return { ...toMentionFilter(filter), ...(rule.kind === 'story' ? { story: subject } : {}) }
}

// The text of the largest story of each incident; null where no story has several mentions.
async function readTopStories(
  db: Db,
  { projectId, rule, filter }: SeriesRequest,
  found: readonly Found[],
): Promise<(string | null)[]> {
  if (found.length === 0) return []
  const filters = found.map((one) => ({
    ...filterOf(rule, filter, one),
    from: new Date(one.since),
    to: new Date(one.activeUntil),
  }))
  const from = new Date(Math.min(...found.map(({ since }) => since)))
  const to = new Date(Math.max(...found.map(({ activeUntil }) => activeUntil)))
  const aliases = await readAliases(db, projectId)
  const ids: (string | null)[] = []
  for (const selected of await selectEach(db, projectId, { from, to }, filters)) {
    const [top] = await topStories(await tallyMentions(projectId, selected, { aliases }), 1)
    ids.push(top?.mentionId ?? null)
  }
  const mentions = await readMentions(
    db,
    projectId,
    ids.filter((id) => id !== null),
  )
  const texts = new Map(mentions.map(({ id, text }) => [id, [...text].slice(0, TEXT_MAX).join('')]))
  return ids.map((id) => texts.get(id ?? '') ?? null)
}
