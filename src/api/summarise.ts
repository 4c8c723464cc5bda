import { dayOf } from '../domain/day.ts'
import type { Project } from '../domain/project.ts'
import { readTerms } from '../evaluate/terms.ts'
import { log } from '../log.ts'
import { coverageOf } from '../store/collecting/coverage.ts'
import type { Db, Pool } from '../store/db.ts'
import { runOnce } from '../store/locks.ts'
import type { StoredMention } from '../store/mentions/rows.ts'
import { countTerms, TERMS_SAMPLE } from '../store/mentions/term-counts.ts'
import { selectParts } from '../store/search/select.ts'
import { countByDay } from '../store/summaries/days.ts'
import { readMaterial, type SummaryMaterial } from '../store/summaries/material.ts'
import { addSummary, findSummary, type StoredSummary } from '../store/summaries/summaries.ts'
import type { WriterOptions } from '../summarise/llm/writer.ts'
import { AUTHOR_LENGTH_MAX, type Facts, type SummaryLanguage, type SummaryMention } from '../summarise/material.ts'
import { compareRecent } from '../summarise/recent.ts'
import { summariseInThread } from '../summarise/thread.ts'
import { cutText } from '../text/plain.ts'
import type { ApiSettings, Summarise } from './app.ts'
import { toDistribution, toSourceCounts } from './convert.ts'
import { longestGaps } from './summary-gaps.ts'

// Terms come from this much of the past; every count covers everything.
const TERMS_MS_MAX = 366 * 86_400_000
const TERMS_MAX = 8

// Summaries that one process writes at a time; each has a thread and holds a connection.
const AT_ONCE_MAX = 2

export type SummarySettings = Pick<ApiSettings, 'timeZone' | 'requestSeconds'>

// Concurrent requests for one project and language, in any process, produce one summary: the second waits for the first and gets its result.
export function createSummarise(pool: Pool, writer: WriterOptions | null, settings: SummarySettings): Summarise {
  const underWay = new Map<string, Promise<StoredSummary | null>>()
  let lines: Promise<unknown>[] = Array.from({ length: AT_ONCE_MAX }, () => Promise.resolve())
  return (project, language, signal) => {
    const key = `${project.id} ${language}`
    let summary = underWay.get(key)
    if (summary === undefined) {
      const [line, ...rest] = lines
      summary = (line as Promise<unknown>)
        .then(() =>
          runOnce(pool, `summary ${key}`, () => writeSummary(pool, project, { writer, settings, language }, signal)),
        )
        .then((turn) => (turn.first ? turn.result : findSummary(pool, project.id, language)))
        .finally(() => underWay.delete(key))
      lines = [...rest, summary.catch(() => {})]
      underWay.set(key, summary)
    }
    return summary
  }
}

interface SummaryRequest {
  readonly writer: WriterOptions | null
  readonly settings: SummarySettings
  readonly language: SummaryLanguage
}

async function writeSummary(
  pool: Pool,
  project: Project,
  { writer, settings, language }: SummaryRequest,
  signal: AbortSignal,
): Promise<StoredSummary | null> {
  // One transaction that holds the project's lock, so that the numbers agree with each other while mentions are added.
  const read = await pool.begin(async (tx) => {
    const material = await readMaterial(tx, project.id)
    return material === null ? null : { material, facts: await readFacts(tx, project, material, settings) }
  })
  if (read === null) return null
  const { facts } = read
  const { keyword, exclude } = project
  const mentions = read.material.sampled.map(toSummaryMention)
  const summary = await summariseInThread({ mentions, facts, writer, language, keyword, exclude }, signal)
  if (summary.fallback !== null)
    log.warn({ project: project.id, reason: summary.fallback }, 'the model did not write the summary')
  await addSummary(pool, project.id, {
    text: summary.text,
    distribution: toDistribution(read.material.counts),
    total: facts.total,
    engine: summary.engine,
    evidence: summary.sentences.map(({ text, evidence }) => ({ text, mentions: evidence })),
    facts: summary.facts,
    collectedUntil: read.material.collectedUntil,
    dropped: summary.dropped,
    language,
  })
  return findSummary(pool, project.id, language)
}

function toSummaryMention(mention: StoredMention): SummaryMention {
  const { id, storyId, text, sentiment, platform, author, publishedAt, language, similar } = mention
  return {
    id,
    storyId,
    text,
    sentiment,
    platform,
    author: cutText(author.displayName || author.username, AUTHOR_LENGTH_MAX),
    publishedAt,
    groupSize: similar + 1,
    language,
  }
}

async function readFacts(
  db: Db,
  project: Project,
  material: SummaryMaterial,
  settings: SummarySettings,
): Promise<Facts> {
  const { timeZone, requestSeconds: intervalSeconds } = settings
  const { counts, oldest, newest, collectedUntil, largestStory } = material
  const until = new Date(newest.getTime() + 1)
  const since = new Date(Math.max(oldest.getTime(), until.getTime() - TERMS_MS_MAX))
  const selected = await selectParts(db, project.id, { from: since, to: until })
  const { terms } = await readTerms(db, project.id, await countTerms(project.id, selected, [], TERMS_SAMPLE), TERMS_MAX)
  const counted = await countByDay(db, project.id, timeZone)
  const days = counted.map((day) => ({ ...day, from: day.from.toISOString(), to: day.to.toISOString() }))
  const coverage = await coverageOf(db, project.id, { from: oldest, to: until, timeZone, intervalSeconds })
  const period = { from: dayOf(oldest, timeZone), to: dayOf(newest, timeZone), timeZone }
  const distribution = toDistribution(counts)
  return {
    subject: project.name,
    ...period,
    period: { from: oldest.toISOString(), to: until.toISOString(), collectedUntil: collectedUntil.toISOString() },
    total: counts.reduce((sum, count) => sum + count, 0),
    sentiment: {
      positive: distribution.positive ?? 0,
      neutral: distribution.neutral ?? 0,
      negative: distribution.negative ?? 0,
    },
    platforms: toSourceCounts(counts),
    days,
    largestStory,
    recent: compareRecent(period, days),
    gaps: longestGaps(coverage, timeZone),
    terms: terms.map(({ term }) => term),
  }
}
