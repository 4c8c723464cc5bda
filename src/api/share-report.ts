import { pageAt } from '../domain/dashboard-link.ts'
import type { Report } from '../domain/report.ts'
import { addAudit } from '../store/accounts/audit.ts'
import type { Pool } from '../store/db.ts'
import { findProject } from '../store/projects/projects.ts'
import { addReportLink, type ReportLink } from '../store/reports/links.ts'
import { findReport } from '../store/reports/reports.ts'
import type { ApiSettings } from './app.ts'
import { readReportContent } from './report-content.ts'

export const LINKS_MAX = 50
export const DAYS_DEFAULT = 30
const DAY_MS = 86_400_000

type ShareSettings = Pick<ApiSettings, 'timeZone' | 'requestSeconds' | 'publicUrl'>

interface Sharing {
  readonly expiresAt: Date
  readonly passwordHash: string | null
}

// Null when the report or its project is gone, or the report has too many links.
export async function shareReport(
  pool: Pool,
  report: Report,
  { expiresAt, passwordHash }: Sharing,
  settings: ShareSettings,
): Promise<{ readonly link: ReportLink; readonly url: string } | null> {
  const project = await findProject(pool, report.accountId, report.projectId)
  if (project === null) return null
  const content = await readReportContent(pool, project, report, settings)
  return pool.begin(async (tx) => {
    const added = await addReportLink(tx, { reportId: report.id, content, expiresAt, passwordHash }, LINKS_MAX)
    if (added === null) return null
    const { link, token } = added
    const detail = { link: link.id, expiresAt: expiresAt.toISOString(), hasPassword: passwordHash !== null }
    await addAudit(tx, { accountId: report.accountId, action: 'report.share', subject: report.id, detail })
    return { link, url: pageAt(settings.publicUrl?.href ?? '', `s/${token}`) }
  })
}

// The address of a new link to a report that a brief carries; null when there is none to make.
export async function shareForBrief(
  pool: Pool,
  { accountId, reportId, now }: { readonly accountId: string; readonly reportId: string; readonly now: Date },
  settings: ShareSettings,
): Promise<string | null> {
  const report = await findReport(pool, accountId, reportId)
  if (report === null) return null
  return (await shareReport(pool, report, { expiresAt: defaultExpiry(now), passwordHash: null }, settings))?.url ?? null
}

export function defaultExpiry(now: Date): Date {
  return new Date(now.getTime() + DAYS_DEFAULT * DAY_MS)
}
