import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BenchProject } from './fixture.ts'
import { processMs } from './measure.ts'
import { START_ENV, START_FLAGS } from './start-options.ts'

const MAIN = fileURLToPath(new URL('../bin/pantau.mjs', import.meta.url))

export interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
}

// The service as a user starts it, in a process of its own.
export function startService(
  project: BenchProject,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return startServer([MAIN, 'serve'], project, env)
}

// With the memory that `npm start` gives the service.
export async function startServer(
  args: readonly string[],
  project: BenchProject,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...START_FLAGS, ...args], {
    env: {
      ...START_ENV,
      ...process.env,
      DATABASE_URL: project.url,
      PORT: '0',
      PANTAU_LOG_LEVEL: 'info',
      PANTAU_ADMIN_PASSWORD: 'benchmark password',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // An interrupted benchmark leaves no server behind.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const url = /is at (http:\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve({ child, url })
    })
    child.once('exit', () => reject(new Error(`The server did not start: ${output}`)))
  })
}

export async function stopServer({ child }: ServerProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export interface Spent {
  readonly service: number
  readonly database: number
}

// Milliseconds of processor time that the server and the connections of the database spend on `work`.
export async function measureServer(
  project: BenchProject,
  { child }: ServerProcess,
  work: () => Promise<unknown>,
): Promise<Spent> {
  const backends = await project.pool`select pid from pg_stat_activity where datname = current_database()`
  const databaseMs = () => backends.reduce((sum, row) => sum + processMs(row.pid), 0)
  const [service, database] = [threadsMs(child.pid ?? 0), databaseMs()]
  await work()
  return { service: threadsMs(child.pid ?? 0) - service, database: databaseMs() - database }
}

// Of all threads: Node collects garbage and compiles in others than the one that serves.
function threadsMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + processMs(`${pid}/task/${thread}`), 0)
}
