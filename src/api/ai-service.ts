import { Type } from 'typebox'
import type { Account } from '../domain/account.ts'
import { dayOf, nextDay, startOfDay } from '../domain/day.ts'
import { TASKS } from '../domain/job.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import { type Project, type ProjectPhase, phaseOf } from '../domain/project.ts'
import { acceptedSince, reachOf, type SourceInfo } from '../domain/source.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { readArchiveStarts } from '../store/collecting/lookback.ts'
import type { Pool } from '../store/db.ts'
import { addJob, findJob, listProjectJobs } from '../store/jobs/jobs.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { toWireJob } from './convert.ts'
import { routesOf } from './route.ts'
import { WireDispatch as DispatchSchema, type WireDispatch, WireJob, WireJobs } from './wire/job.ts'

const JOBS_MAX = 20

export function addAiServiceRoutes(app: App, deps: ApiDeps): void {
  const { pool, settings } = deps
  const { user } = routesOf(pool, 'AI service')

  app.post(
    '/api/ai-service/scrap-project-keywords',
    user({
      id: 'dispatchProject',
      summary: 'Collect a project now',
      description:
        'Queues one run over all sources that are ready, or reports why there is none. A run that is under way is not started twice.',
      scope: 'collect',
      body: Type.Object({ keyword_id: Type.String({ minLength: 1, maxLength: 500 }) }),
      response: { 200: DispatchSchema },
    }),
    async (request) => {
      const account = actorOf(request)
      const { keyword_id: id } = request.body
      const project = await findProject(pool, ownerOf(request), id)
      if (project === null) throw new Refusal('invalid', `keyword_id: no project has the id "${id}".`, ['gone'])
      const remaining = (await findQuota(pool, account.id)) ?? 0
      const phase = phaseOf(project, dayOf(new Date(), settings.timeZone))
      const configured = await deps.sources(pool)
      const sources =
        phase === 'ended' ? await reachStates(pool, project, configured, settings) : sourceStates(configured)
      const reason = refusal(phase, remaining, sources)
      if (reason !== null)
        return { success: false, result: { status: 'refused' as const, reason, sources, kuota: remaining } }
      const { job, added } = await queueRun(pool, account, project)
      const status = added ? ('queued' as const) : ('running' as const)
      const lookback = phase === 'ended' ? { lookback: true as const } : {}
      return { success: true, result: { job_id: job.id, status, ...lookback, sources, kuota: remaining } }
    },
  )

  app.get(
    '/api/ai-service/jobs/:job_id',
    user({
      id: 'getJob',
      summary: 'How a run goes',
      description: 'The state of a run and its progress by source.',
      params: Type.Object({ job_id: Type.String() }),
      response: { 200: WireJob },
      errors: [404],
    }),
    async (request) => {
      const job = await findJob(pool, ownerOf(request), request.params.job_id)
      if (job === null) throw notFound('job', request.params.job_id)
      return toWireJob(job)
    },
  )

  app.get(
    '/api/ai-service/jobs',
    user({
      id: 'listJobs',
      summary: 'The newest runs of a project',
      description: 'The newest runs of one project with their progress by source.',
      querystring: Type.Object({ keywordId: Type.String({ minLength: 1 }) }),
      response: { 200: WireJobs },
      errors: [404],
    }),
    async (request) => {
      const project = await findProject(pool, ownerOf(request), request.query.keywordId)
      if (project === null) throw notFound('project', request.query.keywordId)
      return { data: (await listProjectJobs(pool, project.id, JOBS_MAX)).map(toWireJob) }
    },
  )
}

function queueRun(pool: Pool, { id: accountId }: Account, { id: projectId }: Project) {
  return pool.begin(async (tx) => {
    const queued = await addJob(tx, { task: TASKS.collect, key: projectId, accountId, projectId, requested: true })
    const detail = { job: queued.job.id }
    await addAudit(tx, { accountId, action: 'project.dispatch', subject: projectId, detail })
    return queued
  })
}

type SourceStates = WireDispatch['result']['sources']

// A platform can be collected when any of its sources is ready (news has several).
function sourceStates(sources: readonly SourceInfo[]): SourceStates {
  return PLATFORMS.map((source) => {
    const ready = sources.some((info) => info.platform === source && info.ready)
    return { source, status: ready ? ('queued' as const) : ('not_configured' as const) }
  })
}

// The same for a project whose end date has passed: a platform can be collected when one of its sources reaches into the dates.
async function reachStates(
  pool: Pool,
  project: Project,
  sources: readonly SourceInfo[],
  { timeZone, mentionDays }: ApiDeps['settings'],
): Promise<SourceStates> {
  const now = new Date()
  const wanted = acceptedSince(startOfDay(project.startDay, timeZone), { mentionDays, now })
  const until = startOfDay(nextDay(project.endDay ?? project.startDay), timeZone)
  const starts = await readArchiveStarts(pool)
  return sourceStates(sources).map(({ source, status }) => {
    if (status === 'not_configured') return { source, status }
    const reaches = sources
      .filter(({ platform, ready }) => platform === source && ready)
      .map(({ lookback }) => reachOf(lookback, { wanted, now, archiveSince: starts.get(source) ?? null }))
      .filter((since): since is Date => since !== null && since < until)
      .sort((a, b) => Number(a) - Number(b))
    const [since] = reaches
    if (since === undefined) return { source, status: 'out_of_reach' as const, since: null }
    return { source, status, since: since.toISOString() }
  })
}

function refusal(phase: ProjectPhase, remaining: number, sources: SourceStates) {
  if (phase === 'not-started') return 'project_not_started' as const
  if (sources.every(({ status }) => status === 'not_configured')) return 'no_source' as const
  if (sources.every(({ status }) => status !== 'queued')) return 'project_ended' as const
  return remaining === 0 ? ('quota_exhausted' as const) : null
}
