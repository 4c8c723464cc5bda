import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Type } from 'typebox'
import { Refusal } from '../domain/problem.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { Limiter } from './limiter.ts'
import { printPage } from './print-page.ts'
import { readReportContent } from './report-content.ts'
import { findOwnReport, findReportedProject } from './reports.ts'
import { routesOf } from './route.ts'
import type { WireSharedReport } from './wire/report.ts'

// Pages that a browser of this machine prints at the moment, by their token. Only this process serves them, and only until then.
export type HeldPages = Map<string, WireSharedReport>

const TOKEN_BYTES = 32
// The page has it once it shows the report.
const PRINTED = '.report-document'

// One browser at a time: it takes a processor and some hundred megabytes.
const printing = { concurrentMax: 1, queueMax: 8, waitMsMax: 60_000 }

export function addReportPdfRoute(app: App, { pool, settings }: ApiDeps, held: HeldPages): void {
  const { user } = routesOf(pool, 'Reports')
  const limiter = new Limiter(printing)

  app.get(
    '/api/reports/:id/pdf',
    user({
      id: 'printReport',
      summary: 'The report as PDF',
      description: '501 where the server has no browser to print with (`PANTAU_BROWSER`): print the page instead.',
      // It waits for the browser, one request at a time.
      class: 'free',
      params: Type.Object({ id: Type.String() }),
      response: {
        200: { description: 'The file', content: { 'application/pdf': { schema: Type.String({ format: 'binary' }) } } },
      },
      errors: [404, 501],
    }),
    async (request, reply) => {
      const owner = ownerOf(request)
      const report = await findOwnReport(pool, owner, request.params.id)
      const address = addressOf(app)
      if (settings.browser === '' || settings.webDir === null || address === null)
        throw new Refusal('not-set-up', 'This server has no browser to print with: PANTAU_BROWSER names one.', [
          'noBrowser',
        ])
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const release = await limiter.acquire()
      try {
        const project = await findReportedProject(pool, owner, report.projectId)
        const content = await readReportContent(pool, project, report, settings)
        held.set(token, { ...content, expires_at: content.made_at })
        const file = await printPage(settings.browser, `${address}/s/${token}`, PRINTED)
        return reply
          .header('content-type', 'application/pdf')
          .header('content-disposition', `attachment; filename="${fileName(content)}"`)
          .send(file)
      } finally {
        held.delete(token)
        release()
      }
    },
  )
}

// Where this process listens, as seen from this machine; null when it does not.
function addressOf({ server }: App): string | null {
  const bound = server.address() as AddressInfo | null
  if (bound === null || typeof bound !== 'object') return null
  const host = ['::', '0.0.0.0'].includes(bound.address) ? '127.0.0.1' : bound.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`
}

function fileName({ project, made_at }: Pick<WireSharedReport, 'project' | 'made_at'>): string {
  const name = project.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return `${`pantau-${name}`.slice(0, 80).replace(/-$/, '')}-${made_at.slice(0, 10)}.pdf`
}
