import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../domain/problem.ts'
import type { EmbeddedLog } from './runtime.ts'

const CHECK_MS = 20
// A server with much to flush needs time; one that is stuck is stopped by force after this.
const FAST_STOP_MS = 60_000
const HARD_STOP_MS = 10_000

/** The contents of the pid file that a running server writes; null when there is none or it is unreadable. */
export function readServerFile(cluster: string): { pid: number; port: number; ready: boolean } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return null
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

// Called with the instance lock held, so any server still running here was left behind by a Pantau that was killed. It is
// stopped rather than adopted, because only a child process reports its exit to us. Then its pid file is removed: the pid
// in it may belong to another process by now, which PostgreSQL would take for a running server.
export async function clearLeftovers(cluster: string, log: EmbeddedLog): Promise<void> {
  const file = readServerFile(cluster)
  const left = serverProcesses(cluster, file?.pid)
  if (left.length > 0) {
    log.warn(`Stopping a database server that an earlier run left behind (process ${left.join(', ')})`)
    await stopLeftovers(cluster, file?.pid, left)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

async function stopLeftovers(cluster: string, server: number | undefined, left: readonly number[]): Promise<void> {
  // Without the main process, its backend processes exit by themselves or on SIGTERM.
  if (server !== undefined && left.includes(server)) signal([server], 'SIGINT')
  else signal(left, 'SIGTERM')
  if (await allGone(cluster, server, FAST_STOP_MS)) return
  signal(serverProcesses(cluster, server), 'SIGQUIT')
  if (await allGone(cluster, server, HARD_STOP_MS)) return
  throw new Problem(
    'unavailable',
    `A database server that an earlier run left behind does not stop (process ${serverProcesses(cluster, server).join(', ')}). End it, then start again.`,
  )
}

async function allGone(cluster: string, server: number | undefined, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (serverProcesses(cluster, server).length === 0) return true
    await sleep(CHECK_MS)
  }
  return false
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {}
  }
}

// Every process of a PostgreSQL server has the database folder as its working directory, and no other process named
// postgres has.
function serverProcesses(cluster: string, server: number | undefined): number[] {
  if (!existsSync(cluster)) return []
  if (process.platform !== 'linux') return server !== undefined && isServerElsewhere(server, cluster) ? [server] : []
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isServerProcess(name, folder))
    .map(Number)
}

function isServerProcess(pid: string, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '') === 'postgres'
    )
  } catch {
    return false
  }
}

function isServerElsewhere(pid: number, cluster: string): boolean {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}
