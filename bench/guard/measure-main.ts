import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Pool } from '../../src/store/db.ts'
import { DAY_MS, type PostRow } from '../front/posts.ts'
import { READINGS, type Reading } from '../front/readings.ts'
import type { Counts } from './compare.ts'
import { END, type GuardProject, openGuardProject } from './project.ts'

// Runs in a process of its own, started by guard.ts with flags under which allocations are the same on every run, and sends the counts
// of every step to it.
const REPEATS = 2
const WARM_UPS = 2
const STORED_ROWS = 250
const ATTEMPTS_MAX = 5
// From here on garbage is collected before a step, so that none is collected in it.
const ALLOCATED_MAX = 250e6
// What depends on the day of the run, or on what was not made here.
const LEFT_OUT = new Set(['an incident', 'a campaign', 'brief, preview'])

const collectGarbage = globalThis.gc as () => void
let collections = 0
new PerformanceObserver((list) => {
  collections += list.getEntries().length
}).observe({ entryTypes: ['gc'] })

const project = await openGuardProject()
const steps: Record<string, Counts> = {}
try {
  for (const reading of READINGS) {
    if (!LEFT_OUT.has(reading.name)) steps[reading.name] = await countReading(reading, project)
  }
  const scattered = () => [...project.posts.make(STORED_ROWS)]
  const ofOneDay = () =>
    scattered().map((row, n) => ({
      ...row,
      published_at: new Date(END.getTime() - DAY_MS - n * 200_000).toISOString(),
    }))
  steps['store, scattered, a mention'] = await countStoring(project, scattered)
  steps['store, one day, a mention'] = await countStoring(project, ofOneDay)
} finally {
  await project.close()
}
process.send?.(steps)
process.disconnect()

async function countReading(reading: Reading, { pool, subject }: GuardProject): Promise<Counts> {
  const read = (n: number) => reading.read(subject.client, subject, n)
  for (let n = 0; n < WARM_UPS; n++) await read(n)
  const readAll = async () => {
    for (let n = 0; n < REPEATS; n++) await read(n)
  }
  return divide(await count(pool, () => readAll), REPEATS)
}

async function countStoring({ pool, store }: GuardProject, makeRows: () => PostRow[]): Promise<Counts> {
  await store(makeRows())
  const storeMore = () => {
    const rows = makeRows()
    return () => store(rows)
  }
  return divide(await count(pool, storeMore), STORED_ROWS)
}

// `prepare` returns the work that is counted; when garbage was collected during it, it is prepared and counted again.
async function count(pool: Pool, prepare: () => () => Promise<void>): Promise<Counts> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const work = prepare()
    if (attempt > 0 || allocatedBytes() > ALLOCATED_MAX) collectGarbage()
    await seeCollections()
    await pool`select pg_stat_statements_reset()`
    const wal = await walPosition(pool)
    const [collected, allocated] = [collections, allocatedBytes()]
    await work()
    const allocatedKb = (allocatedBytes() - allocated) / 1024
    await seeCollections()
    if (collections === collected)
      return { ...(await readStatements(pool)), wal: (await walPosition(pool)) - wal, allocatedKb }
  }
  throw new Error(`Garbage was collected in each of ${ATTEMPTS_MAX} attempts; give the new generation more room.`)
}

async function readStatements(pool: Pool): Promise<Pick<Counts, 'statements' | 'rows' | 'buffers'>> {
  const [row] = await pool`
    select sum(calls)::int as statements, sum(rows)::int as rows, sum(shared_blks_hit + shared_blks_read)::int as buffers
      from pg_stat_statements where query not like '%pg_stat_statements%' and query not like '%pg_current_wal%'`
  return { statements: row?.statements ?? 0, rows: row?.rows ?? 0, buffers: row?.buffers ?? 0 }
}

// The observer is called a little later.
async function seeCollections(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate()
}

async function walPosition(pool: Pool): Promise<number> {
  const [row] = await pool`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as at`
  return row?.at as number
}

// All objects ever, as long as nothing is collected. Bytes outside the heap are not counted: a buffer is freed when its owner closes it.
function allocatedBytes(): number {
  return process.memoryUsage().heapUsed
}

function divide(total: Counts, by: number): Counts {
  const entries = Object.entries(total).map(([name, value]) => [name, Math.round((value / by) * 100) / 100])
  return Object.fromEntries(entries) as Counts
}
