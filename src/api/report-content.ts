import { startOfDay } from '../domain/day.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { PLATFORMS } from '../domain/platform.ts'
import type { Project } from '../domain/project.ts'
import type { ReportBlockKind, ReportFields } from '../domain/report.ts'
import { explain } from '../evaluate/explain.ts'
import type { Db, Pool } from '../store/db.ts'
import { readMentions, type StoredMention } from '../store/mentions/rows.ts'
import { searchMentions } from '../store/mentions/search.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { listEdits } from '../store/projects/edits.ts'
import { findSummary } from '../store/summaries/summaries.ts'
import { listIncidents } from '../store/watching/incidents.ts'
import { cutText } from '../text/plain.ts'
import { toWireFilter } from './alert-input.ts'
import type { ApiSettings } from './app.ts'
import { elapsedOf, previousRange } from './insight-counts.ts'
import { readInsightsOf } from './insights.ts'
import type { Range } from './range.ts'
import { filterOf } from './report-input.ts'
import type { WireInsights } from './wire/insights.ts'
import type { WireReportBlock, WireReportContent } from './wire/report.ts'

const STORIES_MAX = 5
const VOICES_MAX = 3
const WHY_TERMS_MAX = 8
const WHY_AUTHORS_MAX = 3
// As many as a list below the chart can name on half a page.
const MARKS_MAX = 8
const MARKS_READ_MAX = 100
const GAPS_MAX = 100
const SENTENCES_MAX = 6
const EVIDENCE_MAX = 2
const TEXT_MAX = 280

type Bounded = MentionFilter & Range
type How = Pick<ApiSettings, 'timeZone' | 'requestSeconds'>

// What a report shows now: the readings of the project page, in one snapshot, cut to what its blocks show.
export async function readReportContent(
  pool: Pick<Pool, 'begin'>,
  project: Project,
  fields: ReportFields,
  how: How,
): Promise<WireReportContent> {
  const now = new Date()
  const filter = sinceStart(filterOf(fields, how.timeZone, now), project, how.timeZone)
  return pool.begin(async (tx) => {
    const insights = await readInsightsOf(tx, project, filter, { ...how, now })
    const reading: Reading = { tx, project, filter, insights, fields, how, now }
    const blocks: WireReportBlock[] = []
    for (const { kind, comment = '' } of fields.blocks) blocks.push(await READERS[kind](reading, comment))
    const [story] = insights.groups
    return {
      title: fields.title,
      project: project.name,
      language: fields.language,
      from: insights.from,
      to: elapsedOf(filter, now).to.toISOString(),
      made_at: now.toISOString(),
      filter: restrictionOf(fields),
      headline: {
        total: insights.total,
        before: comparedWith(insights).total,
        lower_bound: insights.coverage.lower_bound,
        story: story === undefined ? null : { text: shorten(story.mention.content), count: story.count },
      },
      blocks,
    }
  }, SNAPSHOT)
}

interface Reading {
  readonly tx: Db
  readonly project: Project
  readonly filter: Bounded
  readonly insights: WireInsights
  readonly fields: ReportFields
  readonly how: How
  readonly now: Date
}

type Reader = (reading: Reading, comment: string) => Promise<WireReportBlock>

const READERS: Readonly<Record<ReportBlockKind, Reader>> = {
  figures: async (reading, comment) => ({ kind: 'figures', comment, ...readShares(reading) }),
  chart: readChart,
  why: readWhy,
  stories: readStories,
  voices: async (reading, comment) => ({
    kind: 'voices',
    comment,
    negative: await readVoices(reading, -1),
    positive: await readVoices(reading, 1),
  }),
  sentiment: async (reading, comment) => ({ kind: 'sentiment', comment, ...readShares(reading) }),
  comparison: readComparison,
  summary: readSummary,
  coverage: async ({ insights }, comment) => ({
    kind: 'coverage',
    comment,
    coverage: { ...insights.coverage, gaps: insights.coverage.gaps.slice(-GAPS_MAX) },
  }),
  method: async ({ project, insights }, comment) => {
    const { keyword, exclude } = project
    return { kind: 'method', comment, keyword, exclude, labels: insights.sentiment_estimate?.labels ?? 0 }
  },
}

// A range begins where the project begins: days before it have no numbers, not zero.
function sinceStart(filter: Bounded, { startDay }: Project, timeZone: string): Bounded {
  const start = startOfDay(startDay, timeZone)
  return filter.from < start && start < filter.to ? { ...filter, from: start } : filter
}

function restrictionOf({ filter }: ReportFields): WireReportContent['filter'] {
  const { from: _from, to: _to, days: _days, ...restriction } = filter
  return toWireFilter(restriction)
}

function readShares({ insights }: Reading) {
  const { sentiment_estimate: estimate } = insights
  return {
    now: countsOf(insights),
    before: countsOf(comparedWith(insights)),
    // Without the names of the people who labelled: the reader of a link may be anybody.
    estimate:
      estimate === null
        ? null
        : {
            negative: estimate.negative,
            neutral: estimate.neutral,
            positive: estimate.positive,
            labels: estimate.labels,
          },
  }
}

type Counts = Pick<WireInsights, 'total' | 'unique' | 'independent' | 'sentiment_distribution'>

// A period that cannot be compared with is shown like one in which nothing was found: there is no change to report.
function comparedWith({ previous }: WireInsights): Counts {
  return previous.comparable ? previous : { total: 0, unique: 0, independent: 0, sentiment_distribution: {} }
}

function countsOf({ total, unique, independent, sentiment_distribution: shares }: Counts) {
  const { negative = 0, neutral = 0, positive = 0 } = shares
  return { total, unique, independent, negative, neutral, positive }
}

async function readChart(reading: Reading, comment: string): Promise<WireReportBlock> {
  const { insights } = reading
  const marks = await readMarks(reading)
  return {
    kind: 'chart',
    comment,
    step: insights.step,
    points: insights.series.map(({ at, negative, neutral, positive }) => ({ at, negative, neutral, positive })),
    gaps: insights.coverage.gaps
      .filter(({ source }) => source === null)
      .slice(-GAPS_MAX)
      .map(({ from, to }) => ({ from, to })),
    marks: marks.slice(-MARKS_MAX),
    marks_left_out: Math.max(0, marks.length - MARKS_MAX),
  }
}

// What happened in the range, oldest first. Notes of days are for the team: a report may be read by others.
async function readMarks({ tx, project, filter: { from, to } }: Reading) {
  const query = { projectId: project.id, state: null, cursor: null, limit: MARKS_READ_MAX, range: { from, to } }
  const { incidents } = await listIncidents(tx, project.ownerId, query)
  const edits = await listEdits(tx, project.id, MARKS_READ_MAX, { from, to })
  const marks = [
    ...incidents.map(({ openedAt, name }) => ({ at: openedAt, kind: 'incident' as const, label: name })),
    ...edits
      .filter(({ before, after }) => expressionOf(before) !== expressionOf(after))
      .map(({ at, after }) => ({ at, kind: 'edit' as const, label: expressionOf(after) })),
  ]
  return marks
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...mark }) => ({ at: at.toISOString(), ...mark }))
}

function expressionOf({ keyword, exclude }: Pick<Project, 'keyword' | 'exclude'>): string {
  return exclude === '' ? keyword : `${keyword} − ${exclude}`
}

// Why the hour or day with the most mentions is as it is, as a click on its bar explains it.
async function readWhy(reading: Reading, comment: string): Promise<WireReportBlock> {
  const { tx, project, filter, how } = reading
  const peak = peakOf(reading)
  const moment = await explain(tx, project.id, { ...filter, ...peak }, how)
  const { seen, expected, low, high } = moment
  const [largest] = moment.stories
  // The first example is the first mention of the largest story.
  const [mention] = await readMentions(
    tx,
    project.id,
    moment.examples.slice(0, 1).map(({ id }) => id),
  )
  return {
    kind: 'why',
    comment,
    from: moment.from,
    to: moment.to,
    seen,
    expected,
    low,
    high,
    story: largest === undefined || mention === undefined ? null : { ...toQuote(mention), count: largest.new },
    terms: moment.terms.slice(0, WHY_TERMS_MAX).map(({ term, count }) => ({ term, count })),
    terms_sample: moment.termsSample ?? null,
    platforms: moment.platforms.map(({ source, count }) => ({ source, count })),
    authors: moment.authors
      .slice(0, WHY_AUTHORS_MAX)
      .map(({ username, source, count }) => ({ username, source, count })),
  }
}

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const

// The whole range when it has no mentions.
function peakOf({ insights, filter, now }: Reading): Range {
  const elapsed = elapsedOf(filter, now)
  const peak = insights.series.reduce<WireInsights['series'][number] | null>(
    (most, point) => (most === null || point.mentions > most.mentions ? point : most),
    null,
  )
  if (peak === null) return elapsed
  const start = Date.parse(peak.at)
  return {
    from: new Date(Math.max(start, elapsed.from.getTime())),
    to: new Date(Math.min(start + STEP_MS[insights.step], elapsed.to.getTime())),
  }
}

// The stories with copies, the largest first; then the highest ranked of those without.
async function readStories(reading: Reading, comment: string): Promise<WireReportBlock> {
  const copied = reading.insights.groups.slice(0, STORIES_MAX)
  const stories = copied.map(({ mention, count, authors }) => ({
    text: shorten(mention.content),
    author: mention.targeted_account.display_name || mention.targeted_account.username,
    source: mention.socialmediaid,
    url: mention.url,
    published_at: mention.createdat,
    count,
    authors,
  }))
  const known = new Set(copied.map(({ mention }) => mention.story))
  const ranked = copied.length === STORIES_MAX ? [] : await searchRanked(reading, reading.filter, 2 * STORIES_MAX)
  const others = ranked
    .filter(({ storyId }) => !known.has(storyId))
    .map((mention) => ({ ...toQuote(mention), count: 1, authors: 1 }))
  return { kind: 'stories', comment, stories: [...stories, ...others].slice(0, STORIES_MAX) }
}

async function searchRanked(
  { tx, project }: Reading,
  filter: Bounded,
  limit: number,
): Promise<readonly StoredMention[]> {
  return (await searchMentions(tx, project.id, filter, { order: 'ranked', cursor: null, limit })).mentions
}

async function readVoices(reading: Reading, sentiment: -1 | 1) {
  const { filter } = reading
  if (filter.sentiment !== undefined && filter.sentiment !== sentiment) return []
  return (await searchRanked(reading, { ...filter, sentiment }, VOICES_MAX)).map(toQuote)
}

function toQuote({ text, author, platform, url, publishedAt }: StoredMention) {
  return {
    text: shorten(text),
    author: author.displayName || author.username,
    source: platform,
    url,
    published_at: publishedAt.toISOString(),
  }
}

// The period before, read as the page would read it.
async function readComparison(reading: Reading, comment: string): Promise<WireReportBlock> {
  const { tx, project, filter, insights, how, now } = reading
  const before = await readInsightsOf(tx, project, { ...filter, ...previousRange(filter, now) }, { ...how, now })
  const end = elapsedOf(filter, now).to.toISOString()
  return { kind: 'comparison', comment, now: { ...comparedOf(insights), to: end }, before: comparedOf(before) }
}

// The first sentences, each with the first mentions that support it.
async function readSummary({ tx, project }: Reading, comment: string): Promise<WireReportBlock> {
  const summary = await findSummary(tx, project.id)
  const sentences = (summary?.evidence ?? []).slice(0, SENTENCES_MAX)
  const ids = [...new Set(sentences.flatMap(({ mentions }) => mentions.slice(0, EVIDENCE_MAX)))]
  const mentions = await readMentions(tx, project.id, ids)
  const positions = new Map(mentions.map(({ id }, at) => [id, at]))
  return {
    kind: 'summary',
    comment,
    written_at: summary?.createdAt.toISOString() ?? null,
    total: summary?.total ?? 0,
    sentences: sentences.map(({ text, mentions: supporting }) => ({
      text,
      evidence: supporting.flatMap((id) => positions.get(id) ?? []),
    })),
    evidence: mentions.map(toQuote),
  }
}

function comparedOf(insights: WireInsights) {
  const { from, to, sources } = insights
  return {
    from,
    to,
    counts: countsOf(insights),
    sources: PLATFORMS.map((source) => ({ source, count: sources[source] ?? 0 })).filter(({ count }) => count > 0),
  }
}

// Only as much of a text as the page shows.
function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= TEXT_MAX ? plain : `${cutText(plain, TEXT_MAX)}…`
}
