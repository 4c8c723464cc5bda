import { type Day, dayOf, startOfDay } from '../../domain/day.ts'
import type { Job } from '../../domain/job.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Project } from '../../domain/project.ts'
import type { Db } from '../db.ts'
import { listProjectJobs } from '../jobs/jobs.ts'
import { allCells, MENTIONS } from '../mentions/counts.ts'
import { listProjects } from './projects.ts'

export interface ProjectOverview {
  readonly project: Project
  readonly counts: readonly number[]
  // Mentions per local day, oldest first, today last.
  readonly days: number[]
  readonly lastJob: Job | null
  readonly charged: number
  // Null while it does not listen.
  readonly listening: { readonly since: Date; readonly nextRunAt: Date } | null
}

// One page of cards is enough; the paged list has the rest.
const PROJECTS_MAX = 200

export async function readOverview(
  db: Db,
  owner: Owner,
  spark: { readonly days: number; readonly today: Day; readonly timeZone: string },
): Promise<ProjectOverview[]> {
  const [list] = await listProjects(db, [{ owner, page: 1, limit: PROJECTS_MAX }])
  const projects = list?.projects ?? []
  const ids = projects.map((project) => project.id)
  const since = Math.floor(startOfDay(spark.today, spark.timeZone).getTime() / 1000) - (spark.days - 1) * 86_400
  const totals = await db<{ project_id: string; counts: number[] }>`
    select project_id, counts from mention_count
     where project_id = any(${ids}::uuid[]) and list = ${MENTIONS} and span = 0 and start = 0`
  const hours = await db<{ project_id: string; start: number; total: number }>`
    select project_id, start, total from mention_count
     where project_id = any(${ids}::uuid[]) and list = ${MENTIONS} and span = 3600 and start >= ${since}`
  const charges = await db`
    select project_id, -sum(amount)::bigint as charged from quota_entry
     where account_id = ${accountIdOf(owner)} and project_id = any(${ids}::uuid[]) group by project_id`
  const listening = await db<{ id: string; since: Date; nextRunAt: Date }>`
    select p.id, min(l.since) as since, p.next_run_at as "nextRunAt"
      from project p join project_listening l on l.project_id = p.id
     where p.id = any(${ids}::uuid[]) and l.state = 'listening'
       and not exists (select from project_listening later
                        where later.project_id = l.project_id and later.since > l.since and later.state <> 'listening')
     group by p.id, p.next_run_at`
  const countsOf = new Map(totals.map((row) => [row.project_id, allCells(row.counts)]))
  const listeningOf = new Map(listening.map(({ id, since, nextRunAt }) => [id, { since, nextRunAt }]))
  const chargedOf = new Map(charges.map((row) => [row.project_id, row.charged as number]))
  return Promise.all(
    projects.map(async (project) => ({
      project,
      counts: countsOf.get(project.id) ?? [],
      days: sparkOf(
        hours.filter((row) => row.project_id === project.id),
        since,
        spark,
      ),
      lastJob: (await listProjectJobs(db, project.id, 1))[0] ?? null,
      charged: chargedOf.get(project.id) ?? 0,
      listening: listeningOf.get(project.id) ?? null,
    })),
  )
}

function sparkOf(
  hours: readonly { readonly start: number; readonly total: number }[],
  since: number,
  spark: { readonly days: number; readonly timeZone: string },
): number[] {
  const days = Array.from({ length: spark.days }, (_, n) =>
    dayOf(new Date((since + n * 86_400 + 43_200) * 1000), spark.timeZone),
  )
  const sums = new Map(days.map((day) => [day, 0]))
  for (const { start, total } of hours) {
    const day = dayOf(new Date(start * 1000), spark.timeZone)
    if (sums.has(day)) sums.set(day, (sums.get(day) ?? 0) + total)
  }
  return [...sums.values()]
}
