import { Type } from 'typebox'
import type { BriefSettings } from '../domain/brief.ts'
import { dayOf } from '../domain/day.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import { readBrief } from '../evaluate/brief.ts'
import { explain } from '../evaluate/explain.ts'
import type { Db } from '../store/db.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { findForeignProjects, findProject } from '../store/projects/projects.ts'
import { findReport } from '../store/reports/reports.ts'
import { type Brief, findBrief, findSeen, readClock, saveBrief, setSeen } from '../store/watching/briefs.ts'
import { readLanguage } from '../store/watching/languages.ts'
import { writeBrief } from '../watch/brief.ts'
import { isTimeZone, nextDue } from '../watch/brief-time.ts'
import { checkChannels } from './alert-input.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf, actorOf, ownerOf } from './bearer.ts'
import { closedSignal } from './closed-signal.ts'
import { toWireMoment } from './moments.ts'
import { routesOf } from './route.ts'
import { BriefBody, WireBrief, WireBriefPreview, WireNewSinceSeen, WireSeenProject } from './wire/brief.ts'

const DAY_MS = 86_400_000

export function addBriefRoutes(app: App, deps: ApiDeps): void {
  addSettingRoutes(app, deps)
  addPreviewRoute(app, deps)
  addSinceRoutes(app, deps)
}

function addSettingRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Brief')
  app.get(
    '/api/brief',
    user({
      id: 'getBrief',
      summary: 'When and where I get my brief',
      description: 'The days, the time, the projects and the channels of my brief.',
      response: { 200: WireBrief },
      errors: [404],
    }),
    async (request) => {
      const brief = await findBrief(pool, accountOf(request).id)
      if (brief === null)
        throw new Refusal('not-found', 'There is no brief yet. PUT /api/brief sets it up.', ['noBrief'])
      return toWireBrief(brief)
    },
  )

  app.put(
    '/api/brief',
    user({
      id: 'setBrief',
      summary: 'Set up my brief',
      description: 'Replaces all settings of my brief.',
      body: BriefBody,
      response: { 200: WireBrief },
      errors: [404],
    }),
    async (request) => {
      const { id } = accountOf(request)
      const settings = await readSettings(pool, id, request.body)
      return toWireBrief(await saveBrief(pool, id, settings, nextDue(settings, await readClock(pool))))
    },
  )
}

// Without stored settings, the preview shows all projects in the language of the person.
function addPreviewRoute(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Brief')
  app.get(
    '/api/brief/preview',
    user({
      id: 'previewBrief',
      summary: 'My brief as it would be sent now, without the opening of a language model',
      description: 'The text and the facts of the brief, without sending it.',
      class: 'long',
      response: { 200: WireBriefPreview },
    }),
    async (request, reply) => {
      const { id } = accountOf(request)
      const now = await readClock(pool)
      const brief = (await findBrief(pool, id)) ?? {
        projects: null,
        timeZone: settings.timeZone,
        language: await readLanguage(pool, id),
      }
      const { publicUrl } = settings
      const facts = await readBrief(
        { pool, how: settings, publicUrl, writeOpening: null, shareReport: null },
        id,
        brief,
        now,
        closedSignal(reply),
      )
      const day = dayOf(now, brief.timeZone)
      const { content, data } = writeBrief(facts, { ...brief, day, dueAt: now, isLate: false, publicUrl })
      return { ...content, data } as unknown as WireBriefPreview
    },
  )
}

function addSinceRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Project')
  app.get(
    '/api/project/since',
    user({
      id: 'getNewSince',
      summary: 'What is new since I last looked',
      description: 'Counts of what was collected since this person last opened the project.',
      class: 'long',
      querystring: Type.Object({ id: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
      response: { 200: WireNewSinceSeen },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const { id: accountId } = actorOf(request)
      const project = await findProject(pool, ownerOf(request), id)
      if (project === null) throw notFound('project', id)
      const to = await readClock(pool)
      const since = await findSeen(pool, accountId, project.id)
      const from =
        since === null ? new Date(to.getTime() - DAY_MS) : new Date(Math.min(since.getTime(), to.getTime() - 1))
      const moment = await pool.begin((tx) => explain(tx, project.id, { from, to }, settings), SNAPSHOT)
      return { since: since?.toISOString() ?? null, ...toWireMoment(moment) }
    },
  )

  app.post(
    '/api/project/seen',
    user({
      id: 'markSeen',
      summary: 'I looked at this project now',
      description: 'Later counts of what is new start from now.',
      body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
      response: { 200: WireSeenProject },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.body
      const seen = await setSeen(pool, ownerOf(request), id)
      if (seen === null) throw notFound('project', id)
      return {
        keyword_id: id.toLowerCase(),
        seen_at: seen.seenAt.toISOString(),
        previous: seen.previous?.toISOString() ?? null,
      }
    },
  )
}

type Body = Omit<WireBrief, 'next_at'>

async function readSettings(db: Db, accountId: string, body: Body): Promise<BriefSettings> {
  const { projects, timeZone } = body
  if (!isTimeZone(timeZone))
    throw new Refusal('invalid', `timeZone: "${timeZone}" is not a time zone, such as Asia/Jakarta.`, ['timeZone'])
  const channels = await checkChannels(db, accountId, body.channels)
  const report = await checkReport(db, accountId, body.report ?? null)
  if (projects === 'all') return { ...body, projects: null, channels, report }
  const [foreign] = await findForeignProjects(db, accountId, projects)
  if (foreign !== undefined) throw new Refusal('not-found', `projects: No project has the id "${foreign}".`, ['gone'])
  return { ...body, projects: [...new Set(projects.map((id) => id.toLowerCase()))], channels, report }
}

async function checkReport(db: Db, accountId: string, id: string | null): Promise<string | null> {
  if (id === null) return null
  const report = await findReport(db, accountId, id)
  if (report === null) throw new Refusal('not-found', `report: No report has the id "${id}".`, ['gone'])
  return report.id
}

function toWireBrief({ days, time, timeZone, projects, channels, language, report, nextAt }: Brief): WireBrief {
  return {
    days: [...days],
    time,
    timeZone,
    projects: projects === null ? 'all' : [...projects],
    channels: [...channels],
    language,
    report,
    next_at: nextAt?.toISOString() ?? null,
  }
}
