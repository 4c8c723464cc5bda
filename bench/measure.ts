import { readFileSync } from 'node:fs'
import type { Pool } from '../src/store/db.ts'

// How every benchmark measures: alternatives alternate for several rounds and the median counts, because a busy machine disturbs
// all of them alike. Where the system reports it, processor time is measured instead of wall time, to exclude other processes.
export type Clock = () => number

export const wallMs: Clock = () => performance.now()

// Milliseconds of processor time of this process and the database's connections. Linux reports it for every process; elsewhere
// wall time is used.
export async function cpuClock(pools: readonly Pool[]): Promise<Clock> {
  const pids: number[] = []
  for (const pool of pools) {
    const rows =
      await pool`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`
    pids.push(...rows.map((row) => row.pid as number))
  }
  try {
    pids.map(processMs)
  } catch {
    return wallMs
  }
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + pids.reduce((sum, pid) => sum + processMs(pid), 0)
  }
}

// The same with every process of the database's server: the writers of the log and of checkpoints, and vacuum, also after it ended.
// `pool` has no open transaction.
export async function serverClock(pool: Pool): Promise<Clock> {
  const [row] = await pool`select pg_backend_pid() as pid`
  try {
    const server = statOf(row?.pid).parent
    const children = `/proc/${server}/task/${server}/children`
    const serverMs = () => {
      const running = readFileSync(children, 'utf8').trim().split(' ').map(Number)
      return running.reduce((sum, pid) => sum + runningMs(pid), processMs(server) + statOf(server).endedMs)
    }
    serverMs()
    return () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000 + serverMs()
    }
  } catch {
    return wallMs
  }
}

function runningMs(pid: number): number {
  try {
    return processMs(pid)
  } catch {
    return 0
  }
}

const TICK_MS = 10

// The parent of a process, and the processor time of its children that have ended (man 5 proc).
function statOf(pid: number): { readonly parent: number; readonly endedMs: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return { parent: Number(fields[1]), endedMs: (Number(fields[13]) + Number(fields[14])) * TICK_MS }
}

// Of a process, or of a thread as "<process>/task/<thread>". Exact while it is waiting, as it is between two statements.
export function processMs(pid: number | string): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

export async function timeMs(work: () => Promise<unknown>, clock: Clock = wallMs): Promise<number> {
  const start = clock()
  await work()
  return clock() - start
}

export async function measureInRounds(
  alternatives: Readonly<Record<string, () => Promise<unknown>>>,
  rounds: number,
  clock: Clock = wallMs,
): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  for (const [name, work] of Object.entries(alternatives)) {
    times[name] = []
    // Not measured: plans are made and caches filled.
    if (rounds > 1) await work()
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(alternatives)) times[name]?.push(await timeMs(work, clock))
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN
}

export function format(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
}

// A line per goal.
export function goal(what: string, value: number, max: number, unit = 'x'): string {
  return `${what}: ${format(value)} ${unit}, goal at most ${format(max)} ${unit}: ${value <= max ? 'met' : 'NOT MET'}`
}

export function ratio(value: number): string {
  return `${format(value)} x`
}

// One line for each goal: whether it is met.
export function reportGoal(what: string, value: number, goal: { readonly min?: number; readonly max?: number }): void {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = goal
  const limit = goal.min === undefined ? `at most ${format(max)}` : `at least ${format(min)}`
  console.log(`${value >= min && value <= max ? 'met' : 'NOT MET'}: ${what}: ${format(value)}, goal ${limit}`)
}

// The same numbers on every run.
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
