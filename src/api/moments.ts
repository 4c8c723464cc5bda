import { Type } from 'typebox'
import type { Moment } from '../domain/incident.ts'
import { notFound } from '../domain/problem.ts'
import { explain } from '../evaluate/explain.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { findProject } from '../store/projects/projects.ts'
import { momentData } from '../watch/message-data.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { FilterQuery, readBoundedFilter } from './filter.ts'
import { routesOf } from './route.ts'
import { WireRangeExplanation } from './wire/alert.ts'

export function addMomentRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Insights')
  app.get(
    '/api/project/moments',
    user({
      id: 'explainRange',
      summary: 'Why a range of time is as it is: what was seen and expected, and what is different from before',
      description: 'Stories, terms, authors and sources that make the range different, with examples.',
      class: 'long',
      querystring: Type.Object({ id: Type.String({ minLength: 1 }), ...FilterQuery }, { additionalProperties: false }),
      response: { 200: WireRangeExplanation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const filter = readBoundedFilter(request.query, settings.timeZone, new Date())
      const project = await findProject(pool, ownerOf(request), id)
      if (project === null) throw notFound('project', id)
      return toWireMoment(await pool.begin((tx) => explain(tx, project.id, filter, settings), SNAPSHOT))
    },
  )
}

export function toWireMoment(moment: Moment): WireRangeExplanation {
  const data = momentData(moment)
  return {
    ...data,
    stories: [...data.stories],
    terms: [...data.terms],
    hashtags: [...data.hashtags],
    platforms: [...data.platforms],
    authors: [...data.authors],
  }
}
