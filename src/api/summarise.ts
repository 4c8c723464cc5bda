import { dayOf } from '../domain/day.ts'
import type { Project } from '../domain/project.ts'
import { readTerms } from '../evaluate/terms.ts'
import { log } from '../log.ts'
import type { Db, Pool } from '../store/db.ts'
import { runOnce } from '../store/locks.ts'
import { countBySpan } from '../store/mentions/counts.ts'
import { countTerms } from '../store/mentions/term-counts.ts'
import { selectParts } from '../store/search/select.ts'
import { readMaterial, type SummaryMaterial } from '../store/summaries/material.ts'
import { addSummary, findSummary, type StoredSummary } from '../store/summaries/summaries.ts'
import type { WriterOptions } from '../summarise/llm/writer.ts'
import { AUTHOR_LENGTH_MAX, type Facts, type SummaryMention } from '../summarise/material.ts'
import { summariseInThread } from '../summarise/thread.ts'
import { cutText } from '../text/plain.ts'
import type { Summarise } from './app.ts'
import { toDistribution, toSourceCounts } from './convert.ts'
import { daysOf } from './insight-series.ts'

// The summary lists single days over this much of the past; totals cover everything.
const DAYS_MS_MAX = 366 * 86_400_000
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
  // One snapshot, so that the numbers agree with each other while mentions are added.
  const read = await pool.begin(async (tx) => {
    const material = await readMaterial(tx, project.id)
    return material === null ? null : { material, facts: await readFacts(tx, project, material, timeZone) }
  }, 'isolation level repeatable read read only')
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
    dropped: summary.dropped,
  })
  return findSummary(pool, project.id)
}

function toSummaryMention({ mention, groupSize }: SummaryMaterial['sampled'][number]): SummaryMention {
  const { id, text, sentiment, platform, author, publishedAt, language } = mention
  return {
    id,
    text,
    sentiment,
    platform,
    author: cutText(author.displayName || author.username, AUTHOR_LENGTH_MAX),
    publishedAt,
    groupSize,
    language,
  }
}

async function readFacts(db: Db, project: Project, material: SummaryMaterial, timeZone: string): Promise<Facts> {
  const { counts, oldest, newest } = material
  const until = new Date(newest.getTime() + 1)
  const since = new Date(Math.max(oldest.getTime() - 3_600_000, until.getTime() - DAYS_MS_MAX))
  const hours = await countBySpan(db, project.id, { from: since, to: until, span: 3_600 })
  const days = daysOf(hours, timeZone).map(({ at, positive, neutral, negative }) => ({
    day: dayOf(new Date(at), timeZone),
    positive,
    neutral,
    negative,
  }))
  const distribution = toDistribution(counts)
  const selected = await selectParts(db, project.id, { from: since, to: until })
  const { terms } = await readTerms(db, project.id, await countTerms(selected, []), TERMS_MAX)
  return {
    subject: project.name,
    from: dayOf(oldest, timeZone),
    to: dayOf(newest, timeZone),
    timeZone,
    total: counts.reduce((sum, count) => sum + count, 0),
    sentiment: {
      positive: distribution.positive ?? 0,
      neutral: distribution.neutral ?? 0,
      negative: distribution.negative ?? 0,
    },
    platforms: toSourceCounts(counts),
    days,
    terms: terms.map(({ term, count }) => ({ term, count })),
  }
}
