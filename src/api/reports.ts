import { Type } from 'typebox'
import { accountIdOf, type Owner } from '../domain/owner.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import type { Report, ReportFields } from '../domain/report.ts'
import { addAudit } from '../store/accounts/audit.ts'
import type { Db, Pool } from '../store/db.ts'
import { findProject } from '../store/projects/projects.ts'
import { addReport, changeReport, findReport, listReports, removeReport } from '../store/reports/reports.ts'
import type { ApiDeps, ApiSettings, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { readReportContent } from './report-content.ts'
import { readReportFields, toWireReport } from './report-input.ts'
import { routesOf } from './route.ts'
import { WireConfirmation } from './wire/fields.ts'
import { ReportBody, ReportPatch, WireReport, WireReportContent, WireReports } from './wire/report.ts'

const REPORTS_MAX = 200
const params = Type.Object({ id: Type.String() })

export function addReportRoutes(app: App, deps: ApiDeps): void {
  addReadingRoutes(app, deps)
  addChangingRoutes(app, deps)
}

function addReadingRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Reports')

  app.post(
    '/api/reports/preview',
    user({
      id: 'previewReport',
      summary: 'What a report shows now, without storing it',
      description: 'The numbers, stories and voices of the blocks, read in one snapshot.',
      class: 'long',
      scope: 'read',
      body: ReportBody,
      response: { 200: WireReportContent },
      errors: [404],
    }),
    async (request) => {
      const { project, fields } = await readNewReport(pool, ownerOf(request), request.body, settings)
      return readReportContent(pool, project, fields, settings)
    },
  )

  app.get(
    '/api/reports',
    user({
      id: 'listReports',
      summary: 'My reports, newest first',
      description: 'Those of a project, or all.',
      querystring: Type.Object({ keywordId: Type.Optional(Type.String({ minLength: 1 })) }),
      response: { 200: WireReports },
      errors: [404],
    }),
    async (request) => {
      const { keywordId } = request.query
      const owner = ownerOf(request)
      if (keywordId !== undefined) await findReportedProject(pool, owner, keywordId)
      return { data: (await listReports(pool, owner, keywordId ?? null)).map(toWireReport) }
    },
  )

  app.get(
    '/api/reports/:id',
    user({
      id: 'getReport',
      summary: 'A report: its filter, blocks and comments',
      description: 'Without numbers: these are read when the report is shown.',
      params,
      response: { 200: WireReport },
      errors: [404],
    }),
    async (request) => toWireReport(await findOwnReport(pool, ownerOf(request), request.params.id)),
  )
}

function addChangingRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Reports')

  app.post(
    '/api/reports',
    user({
      id: 'addReport',
      summary: 'Store a report',
      description: 'Without a title it has the name of its project.',
      body: ReportBody,
      response: { 201: WireReport },
      errors: [404],
    }),
    async (request, reply) => {
      const owner = ownerOf(request)
      const { project, fields } = await readNewReport(pool, owner, request.body, settings)
      const accountId = accountIdOf(owner)
      const added = await pool.begin(async (tx) => {
        const report = await addReport(tx, { accountId, projectId: project.id, ...fields }, REPORTS_MAX)
        if (report !== null) await logAction(tx, accountId, 'report.create', report)
        return report
      })
      if (added === null)
        throw new Refusal('invalid', `You can have at most ${REPORTS_MAX} reports. Delete one first.`, [
          'tooManyOf',
          REPORTS_MAX,
        ])
      return reply.code(201).send(toWireReport(added))
    },
  )

  app.patch(
    '/api/reports/:id',
    user({
      id: 'changeReport',
      summary: 'Change a report',
      description: 'Links that were made before keep showing what they showed.',
      params,
      body: ReportPatch,
      response: { 200: WireReport },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const owner = ownerOf(request)
      const before = await findOwnReport(pool, owner, id)
      const fields = readReportFields(request.body, before, settings.timeZone)
      const changed = await pool.begin(async (tx) => {
        const report = await changeReport(tx, before.id, fields)
        if (report !== null) await logAction(tx, accountIdOf(owner), 'report.change', report)
        return report
      })
      if (changed === null) throw missingReport(id)
      return toWireReport(changed)
    },
  )

  app.delete(
    '/api/reports/:id',
    user({
      id: 'removeReport',
      summary: 'Delete a report',
      description: 'Its links are 404 from now on.',
      params,
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const owner = ownerOf(request)
      const removed = await pool.begin(async (tx) => {
        if (!(await removeReport(tx, owner, id))) return false
        await addAudit(tx, { accountId: accountIdOf(owner), action: 'report.delete', subject: id })
        return true
      })
      if (!removed) throw missingReport(id)
      return { message: 'The report and its links are deleted.' }
    },
  )
}

export async function findOwnReport(db: Db, owner: Owner, id: string): Promise<Report> {
  const report = await findReport(db, owner, id)
  if (report === null) throw missingReport(id)
  return report
}

export async function findReportedProject(db: Db, owner: Owner, id: string): Promise<Project> {
  const project = await findProject(db, owner, id)
  if (project === null) throw notFound('project', id)
  return project
}

async function readNewReport(
  pool: Pool,
  owner: Owner,
  { keywordId, ...body }: ReportBody,
  { timeZone }: Pick<ApiSettings, 'timeZone'>,
): Promise<{ readonly project: Project; readonly fields: ReportFields }> {
  const project = await findReportedProject(pool, owner, keywordId)
  const empty: ReportFields = { title: project.name, language: 'id', filter: {}, blocks: [] }
  return { project, fields: readReportFields(body, empty, timeZone) }
}

function logAction(tx: Db, accountId: string, action: string, { id, projectId, title }: Report): Promise<void> {
  return addAudit(tx, { accountId, action, subject: id, detail: { projectId, title } })
}

function missingReport(id: string): Refusal {
  return notFound('report', id)
}
