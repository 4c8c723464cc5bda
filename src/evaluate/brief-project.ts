import type { BriefFact, BriefFactKind, BriefFilter, BriefProject, CountedThing } from '../domain/brief.ts'
import type { MentionFilter } from '../domain/filter.ts'
import type { Project } from '../domain/project.ts'
import { parseSearch } from '../match/search-query.ts'
import { coverageOf } from '../store/collecting/coverage.ts'
import type { Db } from '../store/db.ts'
import { readMentions, type StoredMention } from '../store/mentions/rows.ts'
import { type Tally, tallyMentions } from '../store/mentions/tally.ts'
import { countTerms } from '../store/mentions/term-counts.ts'
import { topAuthors, topStories } from '../store/mentions/top-lists.ts'
import { readAliases } from '../store/search/aliases.ts'
import type { TimeRange } from '../store/search/segments.ts'
import { countEach, type Selected, selectParts } from '../store/search/select.ts'
import { countStoriesBefore, findOldest, listLoudest, listOpenedIncidents } from '../store/watching/brief-facts.ts'
import { weeksBefore } from '../watch/brief-time.ts'
import { estimateSentiment } from './audit-estimate.ts'
import type { CollectedHow } from './series.ts'
import { readTerms } from './terms.ts'

export interface BriefRequest extends CollectedHow {
  readonly accountId: string
  readonly from: Date
  readonly to: Date
  // Weeks are compared in the zone of the person.
  readonly localZone: string
}

const WEEKS = 4
const LIST_MAX = 5
const STORIES_READ_MAX = 20
const AUTHORS_READ_MAX = 20
const TERMS_READ_MAX = 20
// An author of weight has so many mentions in the period, or one with so many reactions.
const AUTHOR_MENTIONS_MIN = 3
const REACTIONS_MIN = 1_000
// A story grows by at least so many mentions.
const GROWTH_MIN = 2
const WORD_MENTIONS_MIN = 3
// To count a phrase, the text of each mention that has its words is read. One that is more frequent is left out: its words are listed.
const PHRASE_MENTIONS_MAX = 2_000
const LABEL_MAX = 120

export interface ProjectRequest extends BriefRequest {
  // The mentions were stored until then (readInSnapshot).
  readonly collectedUntil: Date
  // Without details, only what the project's line shows.
  readonly isDetailed: boolean
}

// Everything that a brief reports about a project. `tx` is one snapshot of its mentions.
export async function readBriefProject(tx: Db, project: Project, request: ProjectRequest): Promise<BriefProject> {
  const counting = openCounting(tx, project, request)
  const { fact, period } = counting
  const selected = await selectParts(tx, project.id, { from: request.from, to: request.to })
  const tally = await tallyMentions(project.id, selected, { aliases: await readAliases(tx, project.id) })
  const coverage = await coverageOf(tx, project.id, { ...request, intervalSeconds: request.requestSeconds })
  const incidents = await listOpenedIncidents(tx, request.accountId, project.id, request)
  return {
    id: project.id,
    name: project.name,
    seen: fact('mentions', period, tally.mentions),
    ...(await compareWeeks(counting, tally)),
    ...(request.isDetailed ? await readDetails(counting, selected, tally) : NO_DETAILS),
    incidents: { count: fact('incidents', period, incidents.length), list: incidents.slice(0, LIST_MAX) },
    missed: fact('hours_missed', period, Math.ceil(coverage.hoursListened - coverage.hoursCovered)),
    isLowerBound: coverage.lowerBound,
    gaps: coverage.gaps
      .slice(-LIST_MAX)
      .map(({ from, to, source }) => ({ from: from.toISOString(), to: to.toISOString(), source })),
  }
}

type Details = Pick<BriefProject, 'audited' | 'newStories' | 'grownStories' | 'newAuthors' | 'newWords'>
const NO_DETAILS: Details = { audited: null, newStories: [], grownStories: [], newAuthors: [], newWords: [] }

async function readDetails(counting: Counting, selected: readonly Selected[], tally: Tally): Promise<Details> {
  return {
    audited: await readAudited(counting),
    ...(await readStories(counting, tally)),
    ...(await readNew(counting, selected, tally)),
  }
}

interface Counting {
  readonly tx: Db
  readonly project: Project
  readonly request: BriefRequest
  // The filter of the whole period.
  readonly period: BriefFilter
  fact(kind: BriefFactKind, filter: BriefFilter, value: number): BriefFact
  // How many mentions of a range pass each filter.
  countEach(range: TimeRange, filters: readonly MentionFilter[]): Promise<number[]>
}

function openCounting(tx: Db, project: Project, request: ProjectRequest): Counting {
  const until = request.collectedUntil.toISOString()
  return {
    tx,
    project,
    request,
    period: { projectId: project.id, from: request.from.toISOString(), to: request.to.toISOString() },
    fact: (kind, filter, value) => ({ kind, filter, collectedUntil: until, value }),
    countEach: async (range, filters) => (filters.length === 0 ? [] : countEach(tx, project.id, range, filters)),
  }
}

// The same weekdays and hours of the weeks before, as far as the project reaches back.
async function compareWeeks({ tx, project, request, period, fact, countEach }: Counting, tally: Tally) {
  const negative = negativeOf(tally)
  const share = tally.mentions === 0 ? null : Math.round((100 * negative) / tally.mentions)
  const now = share === null ? null : fact('percent', { ...period, sentiment: -1 }, share)
  const oldest = await findOldest(tx, project.id)
  const periods = Array.from({ length: WEEKS }, (_, week) => ({
    from: weeksBefore(request.from, week + 1, request.localZone),
    to: weeksBefore(request.to, week + 1, request.localZone),
  })).filter(({ from }) => oldest !== null && from >= oldest)
  if (periods.length === 0) return { usual: null, negative: now, negativeBefore: null }
  let [total, negativeBefore] = [0, 0]
  for (const range of periods) {
    const [all = 0, negative = 0] = await countEach(range, [{}, { sentiment: -1 }])
    total += all
    negativeBefore += negative
  }
  const filter = {
    projectId: project.id,
    periods: periods.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
  }
  return {
    usual: {
      mean: fact('mean', filter, Math.round(total / periods.length)),
      weeks: fact('weeks', filter, periods.length),
    },
    negative: now,
    negativeBefore:
      total === 0 ? null : fact('percent', { ...filter, sentiment: -1 }, Math.round((100 * negativeBefore) / total)),
  }
}

function negativeOf({ cells }: Tally): number {
  return cells.reduce((sum, count, cell) => (cell % 3 === 0 ? sum + count : sum), 0)
}

async function readAudited({ tx, project, request, period, fact }: Counting): Promise<BriefProject['audited']> {
  const { sentiment_estimate: estimate } = await estimateSentiment(tx, project.id, request)
  if (estimate === null) return null
  const { share, low, high } = estimate.negative
  const filter = { ...period, sentiment: -1 } as const
  const percent = (kind: BriefFactKind, value: number) => fact(kind, filter, Math.round(100 * value))
  return {
    share: percent('estimate', share),
    low: percent('estimate_low', low),
    high: percent('estimate_high', high),
  }
}

async function readStories(
  { tx, project, request, period, fact }: Counting,
  tally: Tally,
): Promise<Pick<BriefProject, 'newStories' | 'grownStories'>> {
  const counted = await topStories(tally, STORIES_READ_MAX)
  const counts = new Map(counted.map(({ mentionId, count }) => [mentionId, count]))
  const mentions = await readMentions(tx, project.id, [...counts.keys()])
  const ids = mentions.map(({ storyId }) => storyId)
  const before = await countStoriesBefore(tx, project.id, ids, request.from)
  const things = mentions.map((mention) => {
    const story = mention.storyId
    return {
      ...thingOf(story, mention.text, fact('mentions', { ...period, story }, counts.get(mention.id) ?? 0)),
      before: fact(
        'mentions',
        { projectId: project.id, to: request.from.toISOString(), story },
        before.get(story) ?? 0,
      ),
    }
  })
  const isNew = (thing: (typeof things)[number]) => thing.before.value === 0
  const grown = things.filter((thing) => !isNew(thing) && thing.fact.value >= GROWTH_MIN)
  return {
    newStories: things
      .filter(isNew)
      .slice(0, LIST_MAX)
      .map(({ id, label, fact }) => ({ id, label, fact })),
    grownStories: grown.slice(0, LIST_MAX),
  }
}

// Authors and words that are new. What is found is counted in one reading of the period.
async function readNew(
  counting: Counting,
  selected: readonly Selected[],
  tally: Tally,
): Promise<Pick<BriefProject, 'newAuthors' | 'newWords'>> {
  const { request, period, fact, countEach } = counting
  const authors = await findNewAuthors(counting, tally)
  const words = await findNewWords(counting, selected)
  const filters = [...authors.map(({ author }) => ({ author })), ...words.map(({ text }) => ({ text }))]
  const counts = await countEach({ from: request.from, to: request.to }, filters)
  const counted = (index: number, filter: Partial<BriefFilter>) =>
    fact('mentions', { ...period, ...filter }, counts[index] ?? 0)
  return {
    newAuthors: authors.map(({ author, name }, index) => thingOf(author, name, counted(index, { author }))),
    newWords: words.map(({ term, q }, index) => thingOf(term, term, counted(authors.length + index, { q }))),
  }
}

// Authors of weight who had no mention in the project before.
async function findNewAuthors(
  { tx, project, request, countEach }: Counting,
  tally: Tally,
): Promise<{ readonly author: string; readonly name: string }[]> {
  const { from, to } = request
  const often = topAuthors(tally, AUTHORS_READ_MAX).filter(({ count }) => count >= AUTHOR_MENTIONS_MIN)
  const loud = await listLoudest(tx, project.id, { from, to, reactionsMin: REACTIONS_MIN, limit: AUTHORS_READ_MAX })
  const mentions = await readMentions(tx, project.id, [...often.map(({ mentionId }) => mentionId), ...loud])
  const names = new Map(mentions.toReversed().map((mention) => [authorOf(mention), nameOf(mention)]))
  const authors = [...new Set(mentions.map(authorOf))].filter((author) => author !== '')
  const before = await countEach(
    { to: from },
    authors.map((author) => ({ author })),
  )
  return authors
    .filter((_, index) => before[index] === 0)
    .slice(0, LIST_MAX)
    .map((author) => ({ author, name: names.get(author) ?? author }))
}

// As the filter of the API reads it.
function authorOf({ author }: StoredMention): string {
  return (author.username || author.id).trim().replace(/^@/, '')
}

function nameOf({ author }: StoredMention): string {
  return author.displayName || author.username || author.id
}

// Words that did not occur in the four weeks before.
async function findNewWords({ tx, project, request, countEach }: Counting, selected: readonly Selected[]) {
  const { from } = request
  const since = weeksBefore(from, WEEKS, request.localZone)
  const past = await selectParts(tx, project.id, { from: since, to: from })
  // Without a past every word would be new.
  if (past.length === 0) return []
  const { hashtags, terms } = await readTerms(
    tx,
    project.id,
    await countTerms(project.id, selected, past),
    TERMS_READ_MAX,
  )
  const words = [...hashtags, ...terms]
    .sort((a, b) => b.z - a.z || b.count - a.count)
    .filter(({ term, count }) => count >= WORD_MENTIONS_MIN && (!term.includes(' ') || count <= PHRASE_MENTIONS_MAX))
    .map(({ term }) => ({ term, q: `"${term}"`, text: parseSearch(`"${term}"`) }))
  const before = await countEach(
    { from: since, to: from },
    words.map(({ text }) => ({ text })),
  )
  return words.filter((_, index) => before[index] === 0).slice(0, LIST_MAX)
}

function thingOf(id: string, text: string, fact: BriefFact): CountedThing {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const label = characters.length <= LABEL_MAX ? characters.join('') : `${characters.slice(0, LABEL_MAX - 1).join('')}…`
  return { id, label, fact }
}
