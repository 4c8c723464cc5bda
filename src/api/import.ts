import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { routesOf } from './route.ts'
import { WireImportReport } from './wire/job.ts'

const FORMATS = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson', 'application/jsonl': 'ndjson' } as const
// A file of a few million posts; it is streamed, never held.
const BYTES_MAX = 4 * 1024 ** 3

// In a scope of its own, because only here bodies are streams.
export function addImportRoutes(app: App, { pool, importStream }: ApiDeps): void {
  const { user } = routesOf(pool, 'Import')
  app.register(async (scope) => {
    scope.addContentTypeParser(Object.keys(FORMATS), { bodyLimit: BYTES_MAX }, (_request, payload, done) =>
      done(null, payload),
    )
    scope.post(
      '/api/import',
      {
        ...user({
          summary: 'Load posts that you hold, as CSV or one JSON object a line',
          class: 'free',
          consumes: Object.keys(FORMATS),
          querystring: Type.Object({ keywordId: Type.String({ minLength: 1 }) }),
          response: { 200: WireImportReport },
          errors: [404],
        }),
        bodyLimit: BYTES_MAX,
      },
      async (request) => {
        const account = accountOf(request)
        const { keywordId } = request.query as { keywordId: string }
        const project = await findProject(pool, account.id, keywordId)
        if (project === null) throw new Problem('not-found', `No project has the id "${keywordId}".`)
        const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
        const format = FORMATS[type as keyof typeof FORMATS]
        if (format === undefined || !(request.body instanceof Readable)) {
          throw new Problem('unsupported-media', 'Send text/csv or application/x-ndjson.')
        }
        const report = await importStream(project, request.body, format)
        const detail = { rows: report.rows, new: report.new }
        await addAudit(pool, { accountId: account.id, action: 'project.import', subject: project.id, detail })
        const { notMatched, outsideDates, errors, ...counts } = report
        const kuota = (await findQuota(pool, account.id)) ?? 0
        return { ...counts, not_matched: notMatched, outside_dates: outsideDates, errors: [...errors], kuota }
      },
    )
  })
}
