import { Type } from 'typebox'
import { notFound } from '../domain/problem.ts'
import { type Coverage, readCoverage } from '../store/collecting/coverage.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { RangeQuery, readRange } from './range.ts'
import { routesOf } from './route.ts'
import { WireCoverage, type WireCoverageShare } from './wire/insights.ts'

export function addCoverageRoutes(app: App, { pool, settings, sources }: ApiDeps): void {
  const { user } = routesOf(pool, 'Insights')
  app.get(
    '/api/project/coverage',
    user({
      id: 'getCoverage',
      summary: 'What was requested from each source in each hour, and how it ended',
      description: 'The share of the time that was covered, and the gaps with their reasons.',
      class: 'long',
      querystring: Type.Object({ id: Type.String({ minLength: 1 }), ...RangeQuery }),
      response: { 200: WireCoverage },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const now = new Date()
      const range = readRange(request.query, settings.timeZone, now)
      const project = await findProject(pool, ownerOf(request), id)
      if (project === null) throw notFound('project', id)
      const { timeZone, requestSeconds: intervalSeconds } = settings
      const coverage = await readCoverage(pool, project.id, { ...range, timeZone, intervalSeconds })
      // Before its first request a source that is ready now is on, too.
      const ready = range.to < now ? [] : (await sources(pool)).filter((source) => source.ready)
      return {
        keyword_id: project.id,
        from: range.from.toISOString(),
        to: range.to.toISOString(),
        coverage: toWireCovered(coverage),
        sources: coverage.sources.map(({ source, on, hoursListened, hoursCovered }) => ({
          source,
          on: on || ready.some(({ platform }) => platform === source),
          hours_listened: hoursListened,
          hours_covered: hoursCovered,
          hours: (coverage.hours.get(source) ?? []).map(({ at, notConfigured, ...counts }) => ({
            at: at.toISOString(),
            ...counts,
            not_configured: notConfigured,
          })),
        })),
        periods: coverage.periods.map(toWireSpan),
        gaps: coverage.gaps
          .filter(({ source, state }) => source === null && state === 'not_asked')
          .map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
      }
    },
  )
}

export function toWireCovered(coverage: Coverage): WireCoverageShare {
  return {
    share: coverage.share,
    hours_listened: coverage.hoursListened,
    hours_covered: coverage.hoursCovered,
    gaps: coverage.gaps.map(toWireSpan),
    gaps_left_out: coverage.gapsLeftOut,
    lower_bound: coverage.lowerBound,
  }
}

function toWireSpan<T extends { readonly from: Date; readonly to: Date }>(span: T) {
  return { ...span, from: span.from.toISOString(), to: span.to.toISOString() }
}
