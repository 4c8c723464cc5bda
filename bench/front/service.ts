import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findRunning } from '../../src/postgres/bundled.ts'
import { sizedSettings } from '../../src/postgres/settings.ts'
import { openPool } from '../../src/store/db.ts'
import { processesIn } from '../../test/temporary.ts'
import { START_ENV, START_FLAGS } from '../start-options.ts'

// The service as a user starts it, with the bundled database, and what only the system knows about its processes.
const MAIN = fileURLToPath(new URL('../../bin/pantau.mjs', import.meta.url))
const PASSWORD = 'kata sandi tolok ukur'
const READY_MS_MAX = 300_000
const QUIET_CHECKS = 3
const QUIET_CHECK_MS = 1_000
const QUIET_MS_MAX = 1_800_000
const TICK_MS = 10
// Fields of /proc/<pid>/stat after the name: user and system time, and that of children that have ended.
const OWN_TICKS = 11
const CHILD_TICKS = 13

export interface FrontService {
  readonly base: string
  readonly pid: number
  readonly databaseUrl: string
  readonly databaseDir: string
  stop(): Promise<void>
}

export interface StartOptions {
  readonly node?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  // The memory of the machine that the database is set up for; without it that of this machine.
  readonly machineMib?: number
}

export async function startService(folder: string, options: StartOptions = {}): Promise<FrontService> {
  const { machineMib, ...rest } = options
  const service = await launch(folder, rest)
  if (machineMib === undefined) return service
  const pool = openPool(service.databaseUrl, { max: 1, name: 'bench' })
  for (const [name, value] of Object.entries(sizedSettings(machineMib * 2 ** 20)))
    await pool.script(`alter system set ${name} = '${value}'`)
  await pool.end()
  // They are read at the next start.
  await service.stop()
  return launch(folder, rest)
}

async function launch(folder: string, { node = [], env = {} }: StartOptions): Promise<FrontService> {
  const dataDir = join(folder, 'data')
  const child = spawn(process.execPath, [...START_FLAGS, ...node, MAIN, 'start', '--end-with-parent'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...START_ENV,
      ...process.env,
      DATABASE_URL: '',
      PORT: '0',
      PANTAU_DATA_DIR: dataDir,
      PANTAU_ADMIN_PASSWORD: PASSWORD,
      PANTAU_DEFAULT_QUOTA: '1000000000',
      // There is no network to collect from.
      PANTAU_DEFAULT_FEEDS: '0',
      PANTAU_LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const ended = once(child, 'exit')
  const base = await new Promise<string>((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => {
      child.kill('SIGTERM')
      reject(new Error(`The service did not start: ${output}`))
    }, READY_MS_MAX)
    child.once('exit', (code, signal) => reject(new Error(`The service ended with ${code ?? signal}: ${output}`)))
    child.stdout.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-10_000)
      const address = /is at (http:\S+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(late)
      resolve(address)
    })
  })
  const running = await findRunning(dataDir)
  if (running === null) throw new Error('The bundled database is not running.')
  return {
    base,
    pid: child.pid as number,
    databaseUrl: running.url,
    databaseDir: dataDir,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

// Milliseconds of processor time since each began.
export interface Spent {
  readonly service: number
  readonly database: number
}

// Of the service with all its threads and of every process of the database: connections, checkpointer, WAL writer, autovacuum.
export function openClock({ pid, databaseDir }: FrontService): () => Spent {
  const threads = new Map<string, number>()
  const readThreads = () => {
    for (const thread of listNumbers(`/proc/${pid}/task`)) {
      threads.set(thread, Math.max(threads.get(thread) ?? 0, runMs(`/proc/${pid}/task/${thread}`)))
    }
    return [...threads.values()].reduce((sum, ms) => sum + ms, 0)
  }
  const start = { threads: readThreads(), ticks: ticksMs(pid, OWN_TICKS) }
  // What threads spent between their last reading and their end is only in the ticks of the process.
  let lost = 0
  const readService = () => {
    const spent = readThreads() - start.threads
    lost = Math.max(lost, ticksMs(pid, OWN_TICKS) - start.ticks - spent - TICK_MS)
    return spent + lost
  }
  const readDatabase = () => {
    const pids = processesIn(databaseDir)
    const main = pids.find((one) => !pids.includes(parentOf(one)))
    // A connection that was closed is counted by its parent.
    const ended = main === undefined ? 0 : ticksMs(main, CHILD_TICKS)
    return pids.reduce((sum, one) => sum + runMs(`/proc/${one}`), ended)
  }
  return () => ({ service: readService(), database: readDatabase() })
}

function listNumbers(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\d+$/.test(name))
}

function runMs(folder: string): number {
  try {
    return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // It ended meanwhile.
    return 0
  }
}

function ticksMs(pid: number | string, field: number): number {
  const fields = statOf(pid)
  return (Number(fields[field]) + Number(fields[field + 1])) * TICK_MS
}

function parentOf(pid: string): string {
  return statOf(pid)[1] ?? ''
}

function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

// Waits until no job is due or runs and autovacuum is done, so that what follows is measured alone.
export async function waitUntilQuiet({ databaseUrl }: FrontService): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1, name: 'bench' })
  const deadline = performance.now() + QUIET_MS_MAX
  try {
    for (let quiet = 0; quiet < QUIET_CHECKS; ) {
      if (performance.now() > deadline) throw new Error('The background jobs did not end.')
      await sleep(QUIET_CHECK_MS)
      const [busy] = await pool`
        select (select count(*)::int from job where state = 'running' or (state = 'waiting' and run_at <= now())) as jobs,
               (select count(*)::int from pg_stat_activity where backend_type = 'autovacuum worker') as vacuums`
      quiet = busy?.jobs === 0 && busy.vacuums === 0 ? quiet + 1 : 0
    }
  } finally {
    await pool.end({ timeout: 5 })
  }
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: replies of all endpoints, read field by field.
  readonly body: any
}

export interface FrontClient {
  readonly token: string
  // Throws for a status from 400 on.
  request(method: string, path: string, body?: unknown): Promise<Reply>
  // Reads the response to its end and returns its length.
  download(path: string): Promise<number>
  upload(path: string, rows: Iterable<unknown>): Promise<Reply>
}

export function openClient(base: string, token = ''): FrontClient {
  const send = async (method: string, path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(base + path, {
      ...init,
      method,
      headers: { ...init.headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    })
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const replyOf = async (response: Response): Promise<Reply> => {
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  return {
    token,
    async request(method, path, body) {
      const json =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return replyOf(await send(method, path, json))
    },
    async download(path) {
      const { body } = await send('GET', path, {})
      let bytes = 0
      for await (const chunk of body ?? []) bytes += chunk.length
      return bytes
    },
    async upload(path, rows) {
      const body = Readable.toWeb(Readable.from(linesOf(rows))) as unknown as ReadableStream
      const headers = { 'content-type': 'application/x-ndjson' }
      return replyOf(await send('POST', path, { body, headers, duplex: 'half' } as RequestInit))
    },
  }
}

export function* linesOf(rows: Iterable<unknown>): Generator<Buffer> {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

export async function logIn(base: string, username = 'admin', password = PASSWORD): Promise<FrontClient> {
  const { body } = await openClient(base).request('POST', '/api/auth/login', { username, password })
  return openClient(base, body.token)
}
