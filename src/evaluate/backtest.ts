import type { AlertFilter, Rule } from '../domain/alert.ts'
import type { Db } from '../store/db.ts'
import { tallyMentions, topStories } from '../store/mentions/insights.ts'
import { readMentions } from '../store/mentions/rows.ts'
import { keyResolver, readAliases } from '../store/search/aliases.ts'
import { selectParts } from '../store/search/select.ts'
import { detect } from '../watch/detect.ts'
import type { DetectRange } from '../watch/detect-range.ts'
import type { Found } from '../watch/incident-tracker.ts'
import { toMentionFilter } from './filter.ts'
import { readSeries, type SeriesRequest } from './series.ts'

export const BACKTEST_INCIDENTS_MAX = 200
// Only so many are shown with their story: each is a selection of its own.
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
  const found = detect(request.rule, await readSeries(db, request, range), range)
  const shown = found.toReversed().slice(0, BACKTEST_INCIDENTS_MAX)
  const incidents: BacktestIncident[] = []
  for (const [index, one] of shown.entries()) {
    const story = isAboutMentions(request.rule) && index < STORIES_MAX ? await topStoryOf(db, request, one) : NO_STORY
    incidents.push({ found: one, seen: story.seen ?? one.peak, story: story.text })
  }
  return { incidents, count: found.length }
}

const NO_STORY = { seen: null, text: null }

export function isAboutMentions({ kind }: Rule): boolean {
  return kind !== 'silence' && kind !== 'quota'
}

// The mentions that an incident is about.
export function filterOf(rule: Rule, filter: AlertFilter, { subject }: Pick<Found, 'subject'>) {
  return { ...toMentionFilter(filter), ...(rule.kind === 'story' ? { story: subject } : {}) }
}

async function topStoryOf(db: Db, { projectId, rule, filter }: SeriesRequest, found: Found) {
  const resolve = keyResolver(await readAliases(db, projectId))
  const range = { from: new Date(found.since), to: new Date(found.activeUntil) }
  const selected = await selectParts(db, projectId, { ...filterOf(rule, filter, found), ...range })
  const tally = await tallyMentions(selected, [], resolve)
  const [top] = await topStories(selected, tally, 1, resolve)
  if (top === undefined) return { seen: tally.mentions, text: null }
  const [mention] = await readMentions(db, projectId, [top.mentionId])
  return { seen: tally.mentions, text: mention === undefined ? null : [...mention.text].slice(0, TEXT_MAX).join('') }
}
