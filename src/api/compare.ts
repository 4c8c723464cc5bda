import { startOfDay } from '../domain/day.ts'
import type { Owner } from '../domain/owner.ts'
import { notFound } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { type SharedStories, type SideStory, STORIES_COMPARED, shareStories } from '../evaluate/shared-stories.ts'
import type { Db, Pool } from '../store/db.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { findProject } from '../store/projects/projects.ts'
import { readAliases, type StoryAliases } from '../store/search/aliases.ts'
import { cutText } from '../text/plain.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { CompareQuery, readSides, type SideQuery } from './compare-query.ts'
import { warnAbout } from './compare-warnings.ts'
import { readBoundedFilter } from './filter.ts'
import { type BoundedFilter, type Counted, type CountSettings, countFiltered } from './insight-counts.ts'
import { stepOf, stepsOf } from './insight-series.ts'
import { routesOf } from './route.ts'
import { type WireComparedSide, type WireComparedStory, WireComparison } from './wire/compare.ts'

const TEXT_UNITS_MAX = 300
const DAY_MS = 86_400_000

export function addCompareRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Insights')
  app.get(
    '/api/compare',
    user({
      id: 'compare',
      summary: 'Projects, or periods or filters of one project, side by side',
      description:
        'Two to six sides with the numbers of insights, counted in one snapshot: share of voice, sentiment, series on one axis, coverage, and the stories that the sides have in common and apart.',
      class: 'long',
      querystring: CompareQuery,
      response: { 200: WireComparison },
      errors: [404],
    }),
    async (request): Promise<WireComparison> => {
      const { by, sides } = readSides(request.query)
      const now = new Date()
      const projects = await findProjects(pool, ownerOf(request), sides)
      const chosen = sides.map((side) => {
        const project = projects.get(side.projectId) as Project
        return { ...side, project, filter: readBoundedFilter(side.query, settings.timeZone, now) }
      })
      return { by, ...(await pool.begin((tx) => compareSides(tx, chosen, { ...settings, now }), SNAPSHOT)) }
    },
  )
}

async function findProjects(pool: Pool, owner: Owner, sides: readonly SideQuery[]): Promise<Map<string, Project>> {
  const found = new Map<string, Project>()
  for (const { projectId } of sides) {
    if (found.has(projectId)) continue
    const project = await findProject(pool, owner, projectId)
    if (project === null) throw notFound('project', projectId)
    found.set(projectId, project)
  }
  return found
}

interface Chosen extends SideQuery {
  readonly project: Project
  readonly filter: BoundedFilter
}

async function compareSides(
  db: Db,
  chosen: readonly Chosen[],
  settings: CountSettings & { readonly now: Date },
): Promise<Omit<WireComparison, 'by'>> {
  // The same for all, so that they have one axis: days as soon as one side has too many hours.
  const step = chosen.some(({ filter }) => stepOf(filter) === 'day') ? 'day' : 'hour'
  const aliasesOf = new Map<string, StoryAliases>()
  const counted: { readonly side: Chosen; readonly numbers: Counted }[] = []
  for (const side of chosen) {
    const { project } = side
    const aliases = aliasesOf.get(project.id) ?? (await readAliases(db, project.id))
    aliasesOf.set(project.id, aliases)
    counted.push({ side, numbers: await countFiltered(db, project, side.filter, { ...settings, step, aliases }) })
  }
  const stories = await shareStories(
    db,
    counted.map(({ side, numbers: { tally } }) => ({ projectId: side.project.id, tally })),
  )
  const begins = chosen.map(({ project }) => startOfDay(project.startDay, settings.timeZone))
  const total = counted.reduce((sum, { numbers }) => sum + numbers.counts.total, 0)
  const sides = counted.map(({ side, numbers }, at) => ({
    ...toWireSide(side, numbers, { steps: stepsOf(side.filter, step, settings.timeZone), begins: begins[at] as Date }),
    share_of_voice: total === 0 ? null : numbers.counts.total / total,
    ...toWireStories(stories.sides[at]),
  }))
  return {
    step,
    sides,
    common: stories.common.map((row) => row.map((story) => (story === null ? null : toWireStory(story)))),
    common_total: stories.commonTotal,
    stories_compared: STORIES_COMPARED,
    warnings: warnAbout(
      sides.map((side, at) => ({ ...side, begins: begins[at] as Date })),
      settings.now,
    ),
  }
}

type Numbers = Omit<WireComparedSide, 'share_of_voice' | 'stories' | 'apart' | 'apart_total'>

function toWireSide(
  { project, label, query }: Chosen,
  { counts, elapsed }: Counted,
  { steps, begins }: { readonly steps: readonly number[]; readonly begins: Date },
): Numbers {
  const { step: _step, series, ...same } = counts
  const offsets = new Map(steps.map((at, offset) => [at, offset]))
  const fields = Object.entries(query).map(([name, value]) => [name, String(value)])
  return {
    label: label ?? project.name,
    project: project.name,
    filter: { ...Object.fromEntries(fields), from: counts.from, to: counts.to },
    ...same,
    per_day: (counts.total * DAY_MS) / (elapsed.to.getTime() - sinceOf(elapsed, begins)),
    series: series.map((point) => ({ offset: offsets.get(Date.parse(point.at)) ?? 0, ...point })),
    steps: steps.length,
  }
}

// Days before the project are not days without mentions.
function sinceOf({ from, to }: Counted['elapsed'], begins: Date): number {
  return begins > from && begins < to ? begins.getTime() : from.getTime()
}

function toWireStories(side: SharedStories['sides'][number] | undefined) {
  return {
    stories: (side?.top ?? []).map(toWireStory),
    apart: (side?.apart ?? []).map(toWireStory),
    apart_total: side?.apartTotal ?? 0,
  }
}

function toWireStory({ mention, count, authors }: SideStory): WireComparedStory {
  return {
    id: mention.storyId,
    text: cutText(mention.text, TEXT_UNITS_MAX),
    socialmediaid: mention.platform,
    username: mention.author.username,
    author: mention.author.displayName || mention.author.username,
    published_at: mention.publishedAt.toISOString(),
    count,
    authors,
  }
}
