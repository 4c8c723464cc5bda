import { type Day, startOfDay } from '../../domain/day.ts'
import type { Job } from '../../domain/job.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Project } from '../../domain/project.ts'
import { plainArray } from '../arrays.ts'
import { type Db, lostNode } from '../db.ts'
import { listLastJobs } from '../jobs/jobs.ts'
import { allCells, HOUR, MENTIONS } from '../mentions/counts.ts'
import { openCache } from '../search/cache.ts'
import { sql } from '../sql.ts'
import { listProjects } from './projects.ts'

export interface ProjectOverview {
  readonly project: Project
  // Null where the node of the database that holds the mentions cannot be reached.
  readonly counted: Counted | null
  readonly lastJob: Job | null
  readonly charged: number
  // Null while it does not listen.
  readonly listening: { readonly since: Date; readonly nextRunAt: Date } | null
}

// By cell, and per local day, oldest first, today last.
interface Counted {
  readonly counts: readonly number[]
  readonly days: readonly number[]
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
  const listed = plainArray(ids)
  const countedOf = await readReachable(db, ids, spark)
  const states = await db<{ id: string; charged: number; nextRunAt: Date; since: Date | null }>`
    select id, charged, next_run_at as "nextRunAt", (
             select min(l.since) from project_listening l
              where l.project_id = p.id and l.state = 'listening'
                and not exists (select from project_listening later
                                 where later.project_id = p.id and later.since > l.since and later.state <> 'listening')) as since
      from project p where id = any(${listed}::uuid[])`
  const jobs = await listLastJobs(db, ids)
  const stateOf = new Map(states.map((row) => [row.id, row]))
  const jobOf = new Map(jobs.map((job) => [job.projectId, job]))
  const none: Counted = { counts: [], days: new Array<number>(spark.days).fill(0) }
  return projects.map((project) => {
    const { charged = 0, since = null, nextRunAt } = stateOf.get(project.id) ?? {}
    return {
      project,
      counted: countedOf.has(project.id) ? (countedOf.get(project.id) ?? null) : none,
      lastJob: jobOf.get(project.id) ?? null,
      charged,
      listening: since === null || nextRunAt === undefined ? null : { since, nextRunAt },
    }
  })
}

// Counts by project, version of its counts and range: the days alone are a hundred rows of each.
const known = openCache<Counted>(4 * 2 ** 20)
const KNOWN_BYTES = 800

// Without projects that have no mentions. Every change of a project's counts writes its row of all mentions, so the transaction that
// wrote this row is the version of them all. It is read first: counts that are newer than their version are read once more.
async function readCounts(db: Db, ids: readonly string[], spark: Spark): Promise<Map<string, Counted>> {
  // Citus does not promise to show transactions.
  if (db.distributed) return countProjects(db, ids, spark)
  const { days, today, timeZone } = spark
  const rows = await db<{ id: string; version: string }>`
    select project_id as id, xmin::text as version from mention_count
     where project_id = any(${plainArray(ids)}::uuid[]) and list = ${MENTIONS} and span = 0 and start = 0`
  const counted = new Map<string, Counted>()
  const changed = new Map<string, string>()
  for (const { id, version } of rows) {
    const key = `${id} ${version} ${timeZone} ${today} ${days}`
    const found = known.get(key)
    if (found === undefined) changed.set(id, key)
    else counted.set(id, found)
  }
  if (changed.size === 0) return counted
  for (const [id, found] of await countProjects(db, [...changed.keys()], spark)) {
    counted.set(id, found)
    known.set(changed.get(id) as string, found, KNOWN_BYTES)
  }
  return counted
}

async function countProjects(db: Db, ids: readonly string[], spark: Spark): Promise<Map<string, Counted>> {
  const totals = await db<{ id: string; counts: number[] }>`
    select project_id as id, counts from mention_count
     where project_id = any(${plainArray(ids)}::uuid[]) and list = ${MENTIONS} and span = 0 and start = 0`
  const daysOf = await readDays(db, ids, spark)
  return new Map(totals.map(({ id, counts }) => [id, { counts: allCells(counts), days: daysOf.get(id) ?? [] }]))
}

// When a node cannot be reached, each project is read on its own, so that only those of that node are missing: they are null.
async function readReachable(db: Db, ids: readonly string[], spark: Spark): Promise<Map<string, Counted | null>> {
  try {
    return await readCounts(db, ids, spark)
  } catch (error) {
    if (lostNode(error) === null) throw error
  }
  const read = new Map<string, Counted | null>()
  for (const id of ids) {
    try {
      for (const [found, counted] of await readCounts(db, [id], spark)) read.set(found, counted)
    } catch (error) {
      if (lostNode(error) === null) throw error
      read.set(id, null)
    }
  }
  return read
}

// Mentions per local day. A local day is one of UTC with the hours between their midnights, so its own 24 hours need not be read.
async function readDays(db: Db, projectIds: readonly string[], spark: Spark): Promise<Map<string, number[]>> {
  const starts = startsOf(spark)
  const [first = 0] = starts
  // To the midnight of UTC that is nearest to the first one, and those on the same side of the others, also after daylight saving began.
  const reach = (first % DAY <= DAY / 2 ? 8 : 16) * HOUR
  const midnights = starts.map((start) => Math.floor((start + reach) / DAY) * DAY)
  const between = starts.map((start, n): Seconds => {
    const midnight = midnights[n] as number
    return start < midnight ? [start, midnight] : [midnight, start]
  })
  const daysOf = await readUtcDays(db, projectIds, [(midnights[0] ?? 0) - DAY, (midnights.at(-1) ?? 0) + DAY])
  const betweenOf = await readBetween(db, daysOf, between)
  return new Map(
    [...daysOf].map(([id, days]) => {
      // How many mentions of each local day are before the midnight of UTC, or less than none.
      const early = starts.map((start, n) => {
        const total = betweenOf.get(id)?.[n] ?? 0
        return start < (midnights[n] as number) ? total : -total
      })
      return [id, toLocalDays(days, early, midnights)]
    }),
  )
}

// [from, to), since 1970.
type Seconds = readonly [number, number]

// By its first second, a day of UTC that has mentions.
type UtcDays = ReadonlyMap<number, { readonly total: number; readonly version: string }>

async function readUtcDays(db: Db, projectIds: readonly string[], [from, to]: Seconds): Promise<Map<string, UtcDays>> {
  const rows = await db<{ id: string; numbers: number[]; totals: number[]; versions: string[] }>`
    select project_id as id, array_agg((start / ${DAY})::integer) as numbers, array_agg(total) as totals,
           array_agg(${db.distributed ? sql`''::text` : sql`xmin::text`}) as versions
      from mention_count
     where project_id = any(${plainArray(projectIds)}::uuid[]) and list = ${MENTIONS} and span = ${DAY}
       and start >= ${from} and start < ${to} group by project_id`
  const daysOf = new Map<string, UtcDays>(projectIds.map((id) => [id, new Map()]))
  for (const { id, numbers, totals, versions } of rows) {
    const days = numbers.map((number, n) => ({ total: totals[n] as number, version: versions[n] as string, number }))
    daysOf.set(id, new Map(days.map((day) => [day.number * DAY, day])))
  }
  return daysOf
}

// The mentions of ranges of hours, each inside a day of UTC, and the versions of these days; null for one without mentions.
interface Between {
  readonly totals: number[]
  readonly versions: readonly (string | null)[]
}

// By project and ranges. A day changes whenever one of its hours does, and new mentions change few of the days.
const knownBetween = openCache<Between>(4 * 2 ** 20)
const BETWEEN_BYTES = 1_500

async function readBetween(
  db: Db,
  daysOf: ReadonlyMap<string, UtcDays>,
  ranges: readonly Seconds[],
): Promise<Map<string, readonly number[]>> {
  const known = db.distributed ? null : knownBetween
  const name = ranges.join()
  const totalsOf = new Map<string, number[]>()
  const changed = new Map<string, Between>()
  const changedRanges = new Set<number>()
  for (const [id, days] of daysOf) {
    const before = known?.get(`${id} ${name}`)
    const versions = ranges.map(([from]) => days.get(from - (from % DAY))?.version ?? null)
    const isKnown = versions.map((version, n) => version === null || version === before?.versions[n])
    const totals = versions.map((version, n) => (version === before?.versions[n] ? (before?.totals[n] ?? 0) : 0))
    totalsOf.set(id, totals)
    if (isKnown.includes(false)) changed.set(id, { totals, versions })
    for (const [n, isSame] of isKnown.entries()) if (!isSame) changedRanges.add(n)
  }
  if (changed.size === 0) return totalsOf
  const hours = [...changedRanges].flatMap((n) => hoursOf(ranges[n] as Seconds))
  const rows = await db<{ id: string; n: number; total: number }>`
    select project_id as id, width_bucket(start, ${plainArray(ranges.map(([from]) => from))}::bigint[]) as n, sum(total)::integer as total
      from mention_count
     where project_id = any(${plainArray([...changed.keys()])}::uuid[]) and list = ${MENTIONS} and span = ${HOUR}
       and start = any(${plainArray(hours)}::bigint[]) group by 1, 2`
  for (const { id, n, total } of rows) (totalsOf.get(id) as number[])[n - 1] = total
  for (const [id, between] of changed) known?.set(`${id} ${name}`, between, BETWEEN_BYTES)
  return totalsOf
}

// The hours that begin in a range of seconds.
function hoursOf([from, to]: Seconds): number[] {
  const first = Math.ceil(from / HOUR) * HOUR
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / HOUR)) }, (_, n) => first + n * HOUR)
}

function toLocalDays(days: UtcDays, early: readonly number[], midnights: readonly number[]): number[] {
  return early.slice(1).map((next, n) => {
    let total = (early[n] as number) - next
    for (let at = midnights[n] as number; at < (midnights[n + 1] as number); at += DAY)
      total += days.get(at)?.total ?? 0
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
