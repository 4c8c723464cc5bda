import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import { readCoverage } from '../store/coverage.ts'
import { findProject } from '../store/projects.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate } from './bearer.ts'
import { RangeQuery, readRange } from './range.ts'
import type { ApiParts, App } from './server.ts'
import { WireCoverage } from './wire.ts'

export function addCoverage(app: App, { pool, settings }: ApiParts): void {
  app.get(
    '/api/project/coverage',
    {
      onRequest: authenticate(pool),
      schema: {
        tags: ['Insights'],
        security: [{ bearer: [] }],
        summary: 'What was asked of each source in each hour, and how it ended',
        querystring: Type.Object({ id: Type.String({ minLength: 1 }), ...RangeQuery }),
        response: answers({ 200: WireCoverage }, 400, 401, 404),
      },
    },
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
