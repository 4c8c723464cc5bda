import { dayOf } from '../domain/day.ts'
import type { Project } from '../domain/project.ts'
import { readTerms } from '../evaluate/terms.ts'
import { log } from '../log.ts'
import type { Db, Pool } from '../store/db.ts'
import { runOnce } from '../store/locks.ts'
import type { StoredMention } from '../store/mentions/rows.ts'
import { countTerms } from '../store/mentions/term-counts.ts'
import { selectParts } from '../store/search/select.ts'
import { countByDay } from '../store/summaries/days.ts'
import { readMaterial, type SummaryMaterial } from '../store/summaries/material.ts'
import { addSummary, findSummary, type StoredSummary } from '../store/summaries/summaries.ts'
import type { WriterOptions } from '../summarise/llm/writer.ts'
import { AUTHOR_LENGTH_MAX, type Facts, type SummaryMention } from '../summarise/material.ts'
import { summariseInThread } from '../summarise/thread.ts'
import { cutText } from '../text/plain.ts'
import type { Summarise } from './app.ts'
import { toDistribution, toSourceCounts } from './convert.ts'

// Terms come from this much of the past; every count covers everything.
const TERMS_MS_MAX = 366 * 86_400_000
const TERMS_MAX = 8

// Summaries that one process writes at a time; each has a thread and holds a connection.
const AT_ONCE_MAX = 2

// Concurrent requests for one project, in any process, produce one summary: the second waits for the first and gets its result.
export function createSummarise(pool: Pool, writer: WriterOptions | null, timeZone: string): Summarise {
  const underWay = new Map<string, Promise<StoredSummary | null>>()
  let lines: Promise<unknown>[] = Array.from({ length: AT_ONCE_MAX }, () => Promise.resolve())
  return (project, signal) => {
    let summary = underWay.get(project.id)
    if (summary === undefined) {
      const [line, ...rest] = lines
      summary = (line as Promise<unknown>)
        .then(() => runOnce(pool, `summary ${project.id}`, () => writeSummary(pool, project, writer, timeZone, signal)))
        .then((turn) => (turn.first ? turn.result : findSummary(pool, project.id)))
        .finally(() => underWay.delete(project.id))
      lines = [...rest, summary.catch(() => {})]
      underWay.set(project.id, summary)
    }
    return summary
  }
}

async function writeSummary(
  pool: Pool,
  project: Project,
  writer: WriterOptions | null,
  timeZone: string,
  signal: AbortSignal,
): Promise<StoredSummary | null> {
  // One transaction that holds the project's lock, so that the numbers agree with each other while mentions are added.
  const read = await pool.begin(async (tx) => {
    const material = await readMaterial(tx, project.id)
    return material === null ? null : { material, facts: await readFacts(tx, project, material, timeZone) }
  })
  if (read === null) return null
  const { facts } = read
  const summary = await summariseInThread(
    { mentions: read.material.sampled.map(toSummaryMention), facts, writer },
    signal,
  )
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
  })
  return findSummary(pool, project.id)
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

async function readFacts(db: Db, project: Project, material: SummaryMaterial, timeZone: string): Promise<Facts> {
  const { counts, oldest, newest, collectedUntil, largestStory } = material
  const until = new Date(newest.getTime() + 1)
  const since = new Date(Math.max(oldest.getTime(), until.getTime() - TERMS_MS_MAX))
  const selected = await selectParts(db, project.id, { from: since, to: until })
  const { terms } = await readTerms(db, project.id, await countTerms(selected, []), TERMS_MAX)
  const days = await countByDay(db, project.id, timeZone)
  const distribution = toDistribution(counts)
  return {
    subject: project.name,
    from: dayOf(oldest, timeZone),
    to: dayOf(newest, timeZone),
    timeZone,
    period: { from: oldest.toISOString(), to: until.toISOString(), collectedUntil: collectedUntil.toISOString() },
    total: counts.reduce((sum, count) => sum + count, 0),
    sentiment: {
      positive: distribution.positive ?? 0,
      neutral: distribution.neutral ?? 0,
      negative: distribution.negative ?? 0,
    },
    platforms: toSourceCounts(counts),
    days: days.map((day) => ({ ...day, from: day.from.toISOString(), to: day.to.toISOString() })),
    largestStory,
    terms: terms.map(({ term }) => term),
  }
}
