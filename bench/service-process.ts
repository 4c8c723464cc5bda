import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { borrowEmbedded } from '../src/postgres/bundled.ts'
import { openPool, type Pool } from '../src/store/db.ts'
import { makeFolder } from './fixture.ts'
import type { LoopDelay } from './loop-delay.ts'
import { START_ENV, START_FLAGS } from './start-options.ts'

// The service as a user starts it, with its bundled database server, in a folder of its own.
export interface ServiceProcess {
  readonly base: string
  readonly pool: Pool
  // Milliseconds of processor time since its start.
  used(): ProcessorTime
  // Of the loop that answers requests, since the last call.
  loopDelay(): Promise<LoopDelay>
  stop(): Promise<void>
}

export interface ProcessorTime {
  readonly service: number
  // All processes of the database server: connections, checkpointer, WAL writer, autovacuum.
  readonly database: number
}

const SETTINGS = {
  PORT: '0',
  PANTAU_ADMIN_PASSWORD: 'benchmark password',
  PANTAU_DEFAULT_FEEDS: '0',
  PANTAU_FULL_TEXT: '0',
  PANTAU_ALLOW_PRIVATE_NETWORK: '1',
  PANTAU_HOST_SPACING_MS: '0',
  PANTAU_ENV_FILE: '/dev/null',
  PANTAU_LOG_LEVEL: 'warn',
}

export async function startService(settings: Record<string, string>): Promise<ServiceProcess> {
  const folder = await makeFolder()
  const dataDir = join(folder.path, 'data')
  const main = fileURLToPath(new URL('../bin/pantau.mjs', import.meta.url))
  const loopDelay = new URL('./loop-delay.ts', import.meta.url).href
  const child = spawn(process.execPath, [...START_FLAGS, '--import', loopDelay, main, 'start', '--end-with-parent'], {
    env: { ...START_ENV, ...process.env, ...SETTINGS, PANTAU_DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const base = await addressOf(child)
  const database = await borrowEmbedded({ dataDir, log: { info() {}, warn() {}, error: console.error } })
  const pool = openPool(database.url, { max: 2, name: 'pantau bench' })
  return {
    base,
    pool,
    used: () => processorTime(child.pid as number),
    async loopDelay() {
      child.send('loop delay')
      const [delay] = await once(child, 'message')
      return delay as LoopDelay
    },
    async stop() {
      await pool.end({ timeout: 5 })
      await database.stop()
      child.kill('SIGTERM')
      await once(child, 'exit')
      folder.remove()
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += chunk
    const base = /is at (http:\S+)/.exec(output)?.[1]
    if (base !== undefined) return base
  }
  throw new Error(`The service did not start: ${output}`)
}

const TICK_MS = 10

// Linux counts processes that have ended with the one that waited for them.
function processorTime(pid: number): ProcessorTime {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat)
  const own = all.find((one) => one.pid === pid)
  const descendants = new Set([pid])
  for (let grown = true; grown; ) {
    const before = descendants.size
    for (const one of all) if (descendants.has(one.parent)) descendants.add(one.pid)
    grown = descendants.size > before
  }
  descendants.delete(pid)
  const below = all.filter((one) => descendants.has(one.pid))
  const database = below.reduce((sum, one) => sum + one.own + one.ended, 0)
  return { service: (own?.own ?? 0) * TICK_MS, database: database * TICK_MS }
}

interface ProcessStat {
  readonly pid: number
  readonly parent: number
  // Ticks.
  readonly own: number
  readonly ended: number
}

function readStat(name: string): ProcessStat[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const sum = (from: number) => Number(fields[from]) + Number(fields[from + 1])
    return [{ pid: Number(name), parent: Number(fields[1]), own: sum(11), ended: sum(13) }]
  } catch {
    // It has just ended.
    return []
  }
}
