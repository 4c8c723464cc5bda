import { type Day, startOfDay } from '../../domain/day.ts'
import type { Job } from '../../domain/job.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Project } from '../../domain/project.ts'
import { plainArray } from '../arrays.ts'
import { type Db, lostNode } from '../db.ts'
import { listLastJobs } from '../jobs/jobs.ts'
import { allCells, HOUR, MENTIONS } from '../mentions/counts.ts'
import { listProjects } from './projects.ts'

export interface ProjectOverview {
  readonly project: Project
  // Null where the node of the database that holds the mentions cannot be reached.
  readonly counts: readonly number[] | null
  // Mentions per local day, oldest first, today last.
  readonly days: number[]
  readonly lastJob: Job | null
  readonly charged: number
  // Null while it does not listen.
  readonly listening: { readonly since: Date; readonly nextRunAt: Date } | null
}

interface Spark {
  readonly days: number
  readonly today: Day
  readonly timeZone: string
}

// One page of cards is enough; the paged list has the rest.
const PROJECTS_MAX = 200
const DAY = 86_400

export async function readOverview(db: Db, owner: Owner, spark: Spark): Promise<ProjectOverview[]> {
  const [list] = await listProjects(db, [{ owner, page: 1, limit: PROJECTS_MAX }])
  const projects = list?.projects ?? []
  const ids = projects.map((project) => project.id)
  const { totals, daysOf, unreachable } = await readReachable(db, ids, spark)
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
  const jobs = await listLastJobs(db, ids)
  const countsOf = new Map(totals.map((row) => [row.project_id, allCells(row.counts)]))
  const listeningOf = new Map(listening.map(({ id, since, nextRunAt }) => [id, { since, nextRunAt }]))
  const chargedOf = new Map(charges.map((row) => [row.project_id, row.charged as number]))
  const jobOf = new Map(jobs.map((job) => [job.projectId, job]))
  return projects.map((project) => ({
    project,
    counts: unreachable.has(project.id) ? null : (countsOf.get(project.id) ?? []),
    days: daysOf.get(project.id) ?? [],
    lastJob: jobOf.get(project.id) ?? null,
    charged: chargedOf.get(project.id) ?? 0,
    listening: listeningOf.get(project.id) ?? null,
  }))
}

interface OverviewCounts {
  readonly totals: readonly { readonly project_id: string; readonly counts: number[] }[]
  readonly daysOf: ReadonlyMap<string, number[]>
}

async function readCounts(db: Db, ids: readonly string[], spark: Spark): Promise<OverviewCounts> {
  const totals = await db<OverviewCounts['totals'][number]>`
    select project_id, counts from mention_count
     where project_id = any(${ids as string[]}::uuid[]) and list = ${MENTIONS} and span = 0 and start = 0`
  return { totals, daysOf: await readDays(db, ids, spark) }
}

// When a node cannot be reached, each project is read on its own, so that only those of that node are missing.
async function readReachable(
  db: Db,
  ids: readonly string[],
  spark: Spark,
): Promise<OverviewCounts & { readonly unreachable: ReadonlySet<string> }> {
  const unreachable = new Set<string>()
  try {
    return { ...(await readCounts(db, ids, spark)), unreachable }
  } catch (error) {
    if (lostNode(error) === null) throw error
  }
  const read: OverviewCounts[] = []
  for (const id of ids) {
    try {
      read.push(await readCounts(db, [id], spark))
    } catch (error) {
      if (lostNode(error) === null) throw error
      unreachable.add(id)
    }
  }
  return {
    totals: read.flatMap(({ totals }) => totals),
    daysOf: new Map(read.flatMap(({ daysOf }) => [...daysOf])),
    unreachable,
  }
}

// Mentions per local day. A local day is one of UTC with the hours between their midnights, so its own 24 hours need not be read.
async function readDays(db: Db, projectIds: readonly string[], spark: Spark): Promise<Map<string, number[]>> {
  const starts = startsOf(spark)
  const [first = 0] = starts
  // To the midnight of UTC that is nearest to the first one, and those on the same side of the others, also after daylight saving began.
  const reach = (first % DAY <= DAY / 2 ? 8 : 16) * HOUR
  const midnights = starts.map((start) => Math.floor((start + reach) / DAY) * DAY)
  const [from = 0, to = 0] = [midnights[0], midnights.at(-1)]
  const between = starts.map((start, n) => [start, midnights[n] as number].sort((a, b) => a - b) as [number, number])
  const days = await db<{ id: string; days: Record<string, number> }>`
    select project_id as id, jsonb_object_agg(start, total) as days from mention_count
     where project_id = any(${projectIds as string[]}::uuid[]) and list = ${MENTIONS} and span = ${DAY}
       and start >= ${from} and start < ${to} group by project_id`
  const hours = await db<{ id: string; n: number; total: number }>`
    select project_id as id, width_bucket(start, ${plainArray(between.map(([begin]) => begin))}::bigint[]) as n, sum(total)::integer as total
      from mention_count
     where project_id = any(${projectIds as string[]}::uuid[]) and list = ${MENTIONS} and span = ${HOUR}
       and start = any(${plainArray(between.flatMap(hoursOf))}::bigint[]) group by 1, 2`
  // How many mentions of each local day are before the midnight of UTC, or less than none.
  const earlyOf = new Map(projectIds.map((id) => [id, new Array<number>(starts.length).fill(0)]))
  for (const { id, n, total } of hours) {
    const early = earlyOf.get(id)
    if (early !== undefined) early[n - 1] = (starts[n - 1] as number) < (midnights[n - 1] as number) ? total : -total
  }
  const daysOf = new Map(days.map((row) => [row.id, row.days]))
  return new Map([...earlyOf].map(([id, early]) => [id, toLocalDays(daysOf.get(id) ?? {}, early, midnights)]))
}

// The hours that begin in a range of seconds.
function hoursOf([from, to]: readonly [number, number]): number[] {
  const first = Math.ceil(from / HOUR) * HOUR
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / HOUR)) }, (_, n) => first + n * HOUR)
}

function toLocalDays(
  days: Readonly<Record<string, number>>,
  early: readonly number[],
  midnights: readonly number[],
): number[] {
  return early.slice(1).map((next, n) => {
    let total = (early[n] as number) - next
    for (let at = midnights[n] as number; at < (midnights[n + 1] as number); at += DAY) total += days[at] ?? 0
    return total
  })
}

// Seconds at which the local days begin, oldest first, and the end of the last one.
function startsOf({ days, today, timeZone }: Spark): number[] {
  const noon = Date.parse(`${today}T12:00:00Z`)
  return Array.from({ length: days + 1 }, (_, n) => {
    const day = new Date(noon + (n + 1 - days) * DAY * 1000).toISOString().slice(0, 10)
    return Math.floor(startOfDay(day, timeZone).getTime() / 1000)
  })
}
