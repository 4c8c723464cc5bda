import { Type } from 'typebox'
import { accountIdOf } from '../domain/owner.ts'
import { Refusal } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { listReportLinks, type ReportLink, removeReportLink } from '../store/reports/links.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { hashPassword } from './passwords.ts'
import { findOwnReport } from './reports.ts'
import { routesOf } from './route.ts'
import { DAYS_DEFAULT, defaultExpiry, LINKS_MAX, shareReport } from './share-report.ts'
import { WireConfirmation } from './wire/fields.ts'
import { ReportLinkBody, WireNewReportLink, type WireReportLink, WireReportLinks } from './wire/report.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 366

const params = Type.Object({ id: Type.String() })

// Links that show a report, as it is when the link is made, to people without an account.
export function addReportLinkRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Reports')

  app.post(
    '/api/reports/:id/links',
    user({
      id: 'shareReport',
      summary: 'A link that shows the report as it is now; the address is shown once',
      description: `What the blocks show now is stored with the link, and nothing else can be reached through it. It expires after ${DAYS_DEFAULT} days unless \`expiresAt\` says otherwise, and can be revoked.`,
      class: 'long',
      params,
      body: ReportLinkBody,
      response: { 201: WireNewReportLink },
      errors: [404],
    }),
    async (request, reply) => {
      const { password, expiresAt } = request.body
      const until = readExpiry(expiresAt, new Date())
      const report = await findOwnReport(pool, ownerOf(request), request.params.id)
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const added = await shareReport(pool, report, { expiresAt: until, passwordHash }, settings)
      if (added === null)
        throw new Refusal('invalid', `A report can have at most ${LINKS_MAX} links. Revoke one first.`, [
          'tooManyOf',
          LINKS_MAX,
        ])
      return reply.code(201).send({ ...toWireLink(added.link), url: added.url })
    },
  )

  app.get(
    '/api/reports/:id/links',
    user({
      id: 'listReportLinks',
      summary: 'The links of a report that still open, newest first',
      description: 'The addresses are not stored, so they are not in the list.',
      params,
      response: { 200: WireReportLinks },
      errors: [404],
    }),
    async (request) => {
      const report = await findOwnReport(pool, ownerOf(request), request.params.id)
      return { data: (await listReportLinks(pool, report.id)).map(toWireLink) }
    },
  )

  app.delete(
    '/api/reports/:id/links/:link',
    user({
      id: 'revokeReportLink',
      summary: 'Revoke a link of a report',
      description: 'Its address is 404 from now on, and what it showed is deleted.',
      params: Type.Object({ id: Type.String(), link: Type.String() }),
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id, link } = request.params
      const owner = ownerOf(request)
      const report = await findOwnReport(pool, owner, id)
      const removed = await pool.begin(async (tx) => {
        if (!(await removeReportLink(tx, report.id, link))) return false
        const detail = { link }
        await addAudit(tx, { accountId: accountIdOf(owner), action: 'report.unshare', subject: report.id, detail })
        return true
      })
      if (!removed) throw new Refusal('not-found', `The report has no link with the id "${link}".`, ['gone'])
      return { message: 'The link is revoked.' }
    },
  )
}

function readExpiry(text: string | undefined, now: Date): Date {
  if (text === undefined) return defaultExpiry(now)
  const at = new Date(text)
  if (!(at > now) || at.getTime() > now.getTime() + DAYS_MAX * DAY_MS)
    throw new Refusal('invalid', `expiresAt must be in the next ${DAYS_MAX} days.`, ['timeAhead'])
  return at
}

function toWireLink({ id, createdAt, expiresAt, hasPassword, lastOpenedAt }: ReportLink): WireReportLink {
  return {
    id,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    has_password: hasPassword,
    last_opened_at: lastOpenedAt?.toISOString() ?? null,
  }
}
