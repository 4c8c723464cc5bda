import { type Static, Type } from 'typebox'
import { dayOf } from '../domain/day.ts'
import { notFound } from '../domain/problem.ts'
import { type Project, phaseOf } from '../domain/project.ts'
import type { Db, Pool } from '../store/db.ts'
import { readMentions } from '../store/mentions/rows.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { readStoryEntities } from '../store/mentions/story-entities.ts'
import type { Tally } from '../store/mentions/tally.ts'
import { topStories } from '../store/mentions/top-lists.ts'
import { readOverview } from '../store/projects/overview.ts'
import { findProject } from '../store/projects/projects.ts'
import { readAliases } from '../store/search/aliases.ts'
import { selectParts } from '../store/search/select.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { toDistribution, toSourceCounts, toWireEnriched, toWireEntity, toWireJob, toWireProject } from './convert.ts'
import { FilterQuery, readBoundedFilter } from './filter.ts'
import { type BoundedFilter, type CountSettings, countFigures, countFiltered, previousOf } from './insight-counts.ts'
import { readLists } from './insight-lists.ts'
import { stepOf } from './insight-series.ts'
import type { Range } from './range.ts'
import { routesOf } from './route.ts'
import { WireFigures, WireInsights, WireProjectOverview } from './wire/insights.ts'

const GROUPS_MAX = 10
const SPARK_DAYS = 14

export const InsightsQuery = Type.Object(
  { id: Type.String({ minLength: 1 }), ...FilterQuery },
  { additionalProperties: false },
)

export function addInsightRoutes(app: App, deps: ApiDeps): void {
  addFiguresRoute(app, deps)
  const { pool, settings } = deps
  const { timeZone } = settings
  const { user } = routesOf(pool, 'Insights')

  app.get(
    '/api/project/insights',
    user({
      id: 'getInsights',
      summary: 'Counts, sources, authors, terms and near-duplicate groups of exactly the filtered mentions',
      description: 'Everything that the charts of a project show, counted in one snapshot.',
      class: 'long',
      querystring: InsightsQuery,
      response: { 200: WireInsights },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const project = await findProject(pool, ownerOf(request), id)
      if (project === null) throw notFound('project', id)
      return readProjectInsights(pool, project, request.query, settings)
    },
  )

  app.get(
    '/api/project/overview',
    user({
      id: 'getOverview',
      summary: 'All my projects at a glance',
      description: 'One row for each project with its counts and its state.',
      class: 'long',
      response: { 200: WireProjectOverview },
    }),
    async (request) => {
      const today = dayOf(new Date(), timeZone)
      const rows = await readOverview(pool, ownerOf(request), { days: SPARK_DAYS, today, timeZone })
      const data = rows.map(({ project, counted, lastJob, charged, listening }) => ({
        project: toWireProject(project),
        total: counted === null ? null : counted.counts.reduce((sum, count) => sum + count, 0),
        sentiment_distribution: counted === null ? null : toDistribution(counted.counts),
        days: counted === null ? null : [...counted.days],
        last_job: lastJob === null ? null : toWireJob(lastJob),
        charged,
        listening_since: listening?.since.toISOString() ?? null,
        next_run_at: phaseOf(project, today) === 'active' ? (listening?.nextRunAt.toISOString() ?? null) : null,
      }))
      return { data }
    },
  )
}

// What the page shows first after a change of the filter.
function addFiguresRoute(app: App, { pool, settings }: ApiDeps): void {
  const { timeZone } = settings
  const { user } = routesOf(pool, 'Insights')

  app.get(
    '/api/project/figures',
    user({
      id: 'getFigures',
      summary: 'The headline figures and the series of exactly the filtered mentions',
      description: 'The same numbers as in insights, without what takes longer to read: lists, coverage and estimates.',
      class: 'long',
      querystring: InsightsQuery,
      response: { 200: WireFigures },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const project = await findProject(pool, ownerOf(request), id)
      if (project === null) throw notFound('project', id)
      const now = new Date()
      const filter = readBoundedFilter(request.query, timeZone, now)
      return pool.begin(async (tx) => {
        const aliases = await readAliases(tx, project.id)
        return (await countFigures(tx, project, filter, { ...settings, now, step: stepOf(filter), aliases })).figures
      }, SNAPSHOT)
    },
  )
}

export async function readProjectInsights(
  pool: Pool,
  project: Project,
  query: Static<typeof InsightsQuery>,
  settings: CountSettings,
): Promise<WireInsights> {
  const now = new Date()
  const filter = readBoundedFilter(query, settings.timeZone, now)
  return pool.begin((tx) => readInsightsOf(tx, project, filter, { ...settings, now }), SNAPSHOT)
}

// `db` must be a transaction with one snapshot.
export async function readInsightsOf(
  db: Db,
  project: Project,
  filter: BoundedFilter,
  settings: CountSettings & { readonly now: Date },
): Promise<WireInsights> {
  const aliases = await readAliases(db, project.id)
  const counted = await countFiltered(db, project, filter, { ...settings, step: stepOf(filter), aliases })
  const { counts, selected, tally, elapsed, before } = counted
  const past = isShort(elapsed)
    ? await selectParts(db, project.id, { ...filter, ...previousOf(elapsed, BASELINE_MS_MIN) })
    : before
  return {
    ...counts,
    sources: toSourceCounts(tally.cells),
    ...(await readLists(db, project.id, { now: selected, past, tally })),
    groups: await readGroups(db, project, tally),
  }
}

async function readGroups(db: Db, project: Project, tally: Tally) {
  const stories = await topStories(tally, GROUPS_MAX)
  const mentions = await readMentions(
    db,
    project.id,
    stories.map(({ mentionId }) => mentionId),
  )
  const named = await readStoryEntities(db, project.id, mentions)
  const byId = new Map(mentions.map((mention, index) => [mention.id, { mention, named: named[index] ?? [] }]))
  return stories.flatMap(({ mentionId, count, authors }) => {
    const found = byId.get(mentionId)
    if (found === undefined) return []
    return [
      { mention: toWireEnriched(found.mention, project), count, authors, entities: found.named.map(toWireEntity) },
    ]
  })
}

// Terms are compared with at least a week: a day's words differ from those of the day before by chance.
const BASELINE_MS_MIN = 7 * 86_400_000

function isShort({ from, to }: Range): boolean {
  return to.getTime() - from.getTime() < BASELINE_MS_MIN
}
