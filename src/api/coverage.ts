import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import { readCoverage } from '../store/collecting/coverage.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { RangeQuery, readRange } from './range.ts'
import { routesOf } from './route.ts'
import { WireCoverage } from './wire/insights.ts'

export function addCoverageRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Insights')
  app.get(
    '/api/project/coverage',
    user({
      summary: 'What was requested from each source in each hour, and how it ended',
      class: 'long',
      querystring: Type.Object({ id: Type.String({ minLength: 1 }), ...RangeQuery }),
      response: { 200: WireCoverage },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const range = readRange(request.query, settings.timeZone, new Date())
      const project = await findProject(pool, accountOf(request).id, id)
      if (project === null) throw new Problem('not-found', `No project has the id "${id}".`)
      const { timeZone, collectSeconds } = settings
      const coverage = await readCoverage(pool, project.id, { ...range, timeZone, intervalSeconds: collectSeconds })
      return {
        keyword_id: project.id,
        from: range.from.toISOString(),
        to: range.to.toISOString(),
        sources: coverage.sources.map(({ source, hours }) => ({
          source,
          hours: hours.map(({ at, notConfigured, ...counts }) => ({
            at: at.toISOString(),
            ...counts,
            not_configured: notConfigured,
          })),
        })),
        gaps: coverage.gaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
      }
    },
  )
}
