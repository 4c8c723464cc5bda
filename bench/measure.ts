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

// Exact while the process is waiting, as it is between two statements.
export function processMs(pid: number): number {
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

export function ratio(value: number): string {
  return `${format(value)} x`
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
