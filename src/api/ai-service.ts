import { Type } from 'typebox'
import { dayOf } from '../domain/day.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { Problem } from '../domain/problem.ts'
import { type Project, phaseOf } from '../domain/project.ts'
import { addAudit } from '../store/audit.ts'
import { addJob, findJob, listProjectJobs } from '../store/jobs.ts'
import { findProject } from '../store/projects.ts'
import { findQuota } from '../store/quota.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate } from './bearer.ts'
import { toWireJob } from './convert.ts'
import type { ApiParts, App, SourceInfo } from './server.ts'
import { WireDispatch as DispatchSchema, type WireDispatch, WireJob, WireJobs } from './wire.ts'

const tags = ['AI service']
const security = [{ bearer: [] }]
// Somebody waits for it, so it goes before what the schedule queued.
const PRIORITY = 10
const JOBS_MAX = 20

export function addAiService(app: App, parts: ApiParts): void {
  const { pool, settings } = parts
  const onRequest = authenticate(pool)

  app.post(
    '/api/ai-service/scrap-project-keywords',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Collect a project now',
        body: Type.Object({ keyword_id: Type.String({ minLength: 1, maxLength: 500 }) }),
        response: answers({ 200: DispatchSchema }, 400, 401, 403, 413, 415),
      },
    },
    async (request) => {
      const account = accountOf(request)
      const project = await findProject(pool, account.id, request.body.keyword_id)
      if (project === null)
        throw new Problem('invalid', `keyword_id: no project has the id "${request.body.keyword_id}".`)
      const remaining = (await findQuota(pool, account.id)) ?? 0
      const sources = sourceStates(await parts.sources(pool))
      const today = dayOf(new Date(), settings.timeZone)
      const reason = refusal(project, today, remaining, sources)
      if (reason !== null)
        return { success: false, result: { status: 'refused' as const, reason, sources, kuota: remaining } }
      const { job, added } = await pool.begin(async (tx) => {
        const queued = await addJob(tx, {
          task: 'collect',
          key: project.id,
          accountId: account.id,
          projectId: project.id,
          priority: PRIORITY,
        })
        await addAudit(tx, {
          accountId: account.id,
          action: 'project.dispatch',
          subject: project.id,
          detail: { job: queued.job.id },
        })
        return queued
      })
      const status = added ? ('queued' as const) : ('running' as const)
      return { success: true, result: { job_id: job.id, status, sources, kuota: remaining } }
    },
  )

  app.get(
    '/api/ai-service/jobs/:job_id',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'How a run goes',
        params: Type.Object({ job_id: Type.String() }),
        response: answers({ 200: WireJob }, 400, 401, 404),
      },
    },
    async (request) => {
      const job = await findJob(pool, accountOf(request).id, request.params.job_id)
      if (job === null) throw new Problem('not-found', `No job has the id "${request.params.job_id}".`)
      return toWireJob(job)
    },
  )

  app.get(
    '/api/ai-service/jobs',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'The newest runs of a project',
        querystring: Type.Object({ keywordId: Type.String({ minLength: 1 }) }),
        response: answers({ 200: WireJobs }, 400, 401, 404),
      },
    },
    async (request) => {
      const project = await findProject(pool, accountOf(request).id, request.query.keywordId)
      if (project === null) throw new Problem('not-found', `No project has the id "${request.query.keywordId}".`)
      return { data: (await listProjectJobs(pool, project.id, JOBS_MAX)).map(toWireJob) }
    },
  )
}

type SourceStates = WireDispatch['result']['sources']

// A platform is asked when any of its sources is ready (the news has several).
function sourceStates(sources: readonly SourceInfo[]): SourceStates {
  return PLATFORMS.map((source) => {
    const ready = sources.some((info) => info.platform === source && info.ready)
    return { source, status: ready ? ('queued' as const) : ('not_configured' as const) }
  })
}

function refusal(project: Project, today: string, remaining: number, sources: SourceStates) {
  const phase = phaseOf(project, today)
  if (phase === 'not-started') return 'project_not_started' as const
  if (phase === 'ended') return 'project_ended' as const
  if (sources.every(({ status }) => status === 'not_configured')) return 'no_source' as const
  return remaining === 0 ? ('quota_exhausted' as const) : null
}
