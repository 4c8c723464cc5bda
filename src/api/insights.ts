import { Type } from 'typebox'
import { CELLS_TOTAL, cellsOf } from '../domain/cell.ts'
import { dayOf } from '../domain/day.ts'
import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import type { Db } from '../store/db.ts'
import { millisOf } from '../store/ids.ts'
import { type CellCounts, countBySpan } from '../store/mentions/counts.ts'
import { readDigests } from '../store/mentions/digests.ts'
import { largestStories, type ScannedMention, scanMentions } from '../store/mentions/insights.ts'
import type { SearchFilter } from '../store/mentions/search.ts'
import { readOverview } from '../store/projects/overview.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { estimateSentiment } from './audit-estimate.ts'
import { accountOf } from './bearer.ts'
import { toDistribution, toSourceCounts, toWireEnriched, toWireJob, toWireProject } from './convert.ts'
import { FilterQuery, readBoundedFilter } from './filter.ts'
import { listsOf, tallyDigests, tallyMentions } from './insight-lists.ts'
import { seriesOf, stepOf } from './insight-series.ts'
import { routesOf } from './route.ts'
import { WireInsights, WireOverview } from './wire/insights.ts'

const SCAN_MAX = 5_000
const GROUPS_MAX = 10
const SPARK_DAYS = 14

type BoundedFilter = SearchFilter & { readonly from: Date; readonly to: Date }

export function addInsightRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { timeZone } = settings
  const { user } = routesOf(pool, 'Insights')

  app.get(
    '/api/project/insights',
    user({
      summary: 'Volume, sources, authors, terms and near-duplicate groups in a range of time',
      class: 'long',
      querystring: Type.Object({ id: Type.String({ minLength: 1 }), ...FilterQuery }),
      response: { 200: WireInsights },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const filter = readBoundedFilter(request.query, timeZone, new Date())
      const project = await findProject(pool, accountOf(request).id, id)
      if (project === null) throw new Problem('not-found', `No project has the id "${id}".`)
      return readInsights(pool, project, filter, timeZone)
    },
  )

  app.get(
    '/api/project/overview',
    user({ summary: 'All my projects at a glance', class: 'long', response: { 200: WireOverview } }),
    async (request) => {
      const today = dayOf(new Date(), timeZone)
      const rows = await readOverview(pool, accountOf(request).id, { days: SPARK_DAYS, today, timeZone })
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
    ...(await estimateSentiment(db, project.id, filter)),
    partial:
      scan !== null && scan.scanned === SCAN_MAX && scan.last !== null
        ? { scanned: scan.scanned, since: new Date(millisOf(scan.last)).toISOString() }
        : null,
  }
}

// The same length of time before, at least a week: the baseline for what is new.
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
    const counts = hours.get(start) ?? new Array<number>(CELLS_TOTAL).fill(0)
    counts[cell] = (counts[cell] ?? 0) + 1
    hours.set(start, counts)
  }
  return [...hours].map(([start, counts]) => ({ start, counts })).sort((a, b) => a.start - b.start)
}

function sumCells(hours: readonly CellCounts[]): number[] {
  const sums = new Array<number>(CELLS_TOTAL).fill(0)
  for (const { counts } of hours) for (const [cell, count] of counts.entries()) sums[cell] = (sums[cell] ?? 0) + count
  return sums
}
