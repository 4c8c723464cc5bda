import { Type } from 'typebox'
import { cellsOf } from '../domain/cell.ts'
import { dayOf } from '../domain/day.ts'
import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { matches } from '../match/matches.ts'
import { KeywordError, parseExclusions, parseKeyword } from '../match/parse.ts'
import { type CellCounts, countBySpan } from '../store/counts.ts'
import type { Db } from '../store/db.ts'
import { readDigests } from '../store/digests.ts'
import { millisOf } from '../store/ids.ts'
import { largestStories, type ScannedMention, scanMentions } from '../store/insights.ts'
import { readOverview } from '../store/overview.ts'
import { findProject } from '../store/projects.ts'
import type { SearchFilter } from '../store/search.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate } from './bearer.ts'
import { toDistribution, toSourceCounts, toWireEnriched, toWireJob, toWireProject } from './convert.ts'
import { FilterQuery, readCells, readTextFilter } from './filter.ts'
import { listsOf, tallyDigests, tallyMentions } from './insight-lists.ts'
import { seriesOf, stepOf } from './insight-series.ts'
import { readRange } from './range.ts'
import type { ApiParts, App } from './server.ts'
import { WireInsights, WireKeywordCheck, WireOverview, WireSources } from './wire.ts'

const tags = ['Insights']
const security = [{ bearer: [] }]
const SCAN_MAX = 5_000
const GROUPS_MAX = 10
const SPARK_DAYS = 14

type BoundedFilter = SearchFilter & { readonly from: Date; readonly to: Date }

export function addInsights(app: App, parts: ApiParts): void {
  const { pool, settings } = parts
  const onRequest = authenticate(pool)

  app.get(
    '/api/project/insights',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Volume, sources, authors, terms and near-duplicate groups in a range of time',
        querystring: Type.Object({ id: Type.String({ minLength: 1 }), ...FilterQuery }),
        response: answers({ 200: WireInsights }, 400, 401, 404),
      },
    },
    async (request) => {
      const { id } = request.query
      const range = readRange(request.query, settings.timeZone, new Date())
      const filter = { ...range, ...readCells(request.query), ...readTextFilter(request.query) }
      const project = await findProject(pool, accountOf(request).id, id)
      if (project === null) throw new Problem('not-found', `No project has the id "${id}".`)
      return readInsights(pool, project, filter, settings.timeZone)
    },
  )

  app.get(
    '/api/project/overview',
    {
      onRequest,
      schema: { tags, security, summary: 'All my projects at a glance', response: answers({ 200: WireOverview }, 401) },
    },
    async (request) => {
      const today = dayOf(new Date(), settings.timeZone)
      const rows = await readOverview(pool, accountOf(request).id, {
        days: SPARK_DAYS,
        today,
        timeZone: settings.timeZone,
      })
      const data = rows.map(({ project, counts, days, lastJob, charged }) => ({
        project: toWireProject(project),
        total: counts.reduce((sum, count) => sum + count, 0),
        sentiment_distribution: toDistribution(counts),
        days,
        last_job: lastJob === null ? null : toWireJob(lastJob),
        charged,
      }))
      return { data }
    },
  )

  app.get(
    '/api/project/sources',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Which sources can be collected',
        response: answers({ 200: WireSources }, 401),
      },
    },
    async () => {
      const sources = await parts.sources(pool)
      return {
        data: sources.map(({ name, platform, ready, needs }) => {
          const status: 'ready' | 'not_configured' = ready ? 'ready' : 'not_configured'
          return { source: platform, name, status, needs: [...needs] }
        }),
      }
    },
  )

  app.post(
    '/api/project/check',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'How an expression is read, and whether a text would match',
        body: Type.Object({
          keyword: Type.String({ maxLength: 255 }),
          exclude: Type.Optional(Type.String({ maxLength: 1_000 })),
          text: Type.Optional(Type.String({ maxLength: 20_000 })),
        }),
        response: answers({ 200: WireKeywordCheck }, 400, 401, 403, 413, 415),
      },
    },
    async ({ body }) => checkKeyword(body),
  )
}

function checkKeyword({ keyword, exclude = '', text }: { keyword: string; exclude?: string; text?: string }) {
  const exclusions = parseExclusions(exclude)
  try {
    const expression = { keyword: parseKeyword(keyword), exclusions }
    const match = text === undefined || text === '' ? null : matches(expression, text)
    return {
      valid: true,
      error: null,
      alternatives: expression.keyword.alternatives.map((terms) => [...terms]),
      exclusions,
      match:
        match === null
          ? null
          : {
              matched: match.matched,
              alternative: match.alternative,
              found: match.found.map(({ term, spans }) => ({
                term,
                spans: spans.map(({ start, end }) => ({ start, end })),
              })),
              excluded_by: match.excludedBy?.term ?? null,
            },
    }
  } catch (error) {
    if (!(error instanceof KeywordError)) throw error
    return {
      valid: false,
      error: { message: error.message, position: error.position },
      alternatives: [],
      exclusions,
      match: null,
    }
  }
}

async function readInsights(db: Db, project: Project, filter: BoundedFilter, timeZone: string) {
  const plain = filter.text === undefined && filter.language === undefined
  const narrowed = !plain || cellsOf(filter) !== null
  const scan = narrowed ? await scanMentions(db, project.id, filter, SCAN_MAX) : null
  const hours =
    plain || scan === null
      ? chooseCells(await countBySpan(db, project.id, { from: filter.from, to: filter.to, span: 3_600 }), filter)
      : countMentions(scan.mentions)
  const past = tallyDigests(await readDigests(db, project.id, pastOf(filter)))
  const now = scan === null ? tallyDigests(await readDigests(db, project.id, filter)) : tallyMentions(scan.mentions)
  const groups = await largestStories(db, project.id, filter, GROUPS_MAX)
  const counts = sumCells(hours)
  const step = stepOf(filter)
  return {
    keyword_id: project.id,
    from: filter.from.toISOString(),
    to: filter.to.toISOString(),
    step,
    total: counts.reduce((sum, count) => sum + count, 0),
    sentiment_distribution: toDistribution(counts),
    sources: toSourceCounts(counts),
    series: seriesOf(hours, step, timeZone),
    ...listsOf(now, past),
    groups: groups.map((group) => ({
      mention: toWireEnriched(group.mention, project),
      count: group.size,
      authors: group.authors,
    })),
    partial:
      scan !== null && scan.scanned === SCAN_MAX && scan.last !== null
        ? { scanned: scan.scanned, since: new Date(millisOf(scan.last)).toISOString() }
        : null,
  }
}

// The same length of time before, at least a week: what is new is told against it.
function pastOf({ from, to }: BoundedFilter) {
  const length = Math.max(to.getTime() - from.getTime(), 7 * 86_400_000)
  return { from: new Date(from.getTime() - length), to: from }
}

function chooseCells(hours: readonly CellCounts[], filter: BoundedFilter): CellCounts[] {
  const cells = cellsOf(filter)
  if (cells === null) return [...hours]
  return hours.map(({ start, counts }) => ({
    start,
    counts: counts.map((count, cell) => (cells.includes(cell) ? count : 0)),
  }))
}

function countMentions(mentions: readonly ScannedMention[]): CellCounts[] {
  const hours = new Map<number, number[]>()
  for (const { id, cell } of mentions) {
    const start = Math.floor(millisOf(id) / 3_600_000) * 3_600
    const counts = hours.get(start) ?? new Array<number>(18).fill(0)
    counts[cell] = (counts[cell] ?? 0) + 1
    hours.set(start, counts)
  }
  return [...hours].map(([start, counts]) => ({ start, counts })).sort((a, b) => a.start - b.start)
}

function sumCells(hours: readonly CellCounts[]): number[] {
  const sums = new Array<number>(18).fill(0)
  for (const { counts } of hours) for (const [cell, count] of counts.entries()) sums[cell] = (sums[cell] ?? 0) + count
  return sums
}
