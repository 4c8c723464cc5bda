import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../domain/problem.ts'
import { explainFailure } from './cluster.ts'
import type { Home } from './home.ts'
import { clearLeftovers, readServerFile } from './processes.ts'
import { type EmbeddedLog, type Runtime, spawnAs } from './runtime.ts'
import { serverSettings } from './settings.ts'

export interface ServerOptions {
  readonly home: Home
  readonly runtime: Runtime
  readonly durable: boolean
  readonly settings: Readonly<Record<string, string>>
  readonly log: EmbeddedLog
}

export interface Server {
  readonly child: ChildProcess
  readonly port: number
}

const ATTEMPTS_MAX = 6
const RETRY_MS = 300
const CHECK_MS = 20
// Recovery after a crash replays at most a few gigabytes; taking ten minutes means that something is broken.
const READY_MS_MAX = 600_000
const PROGRESS_MS = 10_000
const LOG_BYTES_MAX = 10 * 1024 * 1024

/** Starts the server and waits until it accepts connections. With `port`, only that port is tried. */
export async function startServer(options: ServerOptions, port?: number): Promise<Server> {
  const { home, log } = options
  let output = ''
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const tried = port ?? (await choosePort(home, attempt))
    rotateLog(home.log)
    const logStart = sizeOf(home.log)
    const child = launch(options, tried)
    const failure = (await waitUntilReady(child, options)) ? null : readFrom(home.log, logStart)
    if (failure === null) {
      writeFileSync(home.port, `${tried}\n`)
      return { child, port: tried }
    }
    output = failure
    // Another program may take the port between our check and the server's start; the processes of a killed server may
    // need a moment to exit. Any other failure would repeat.
    if (!/Address already in use|still in use|already exists/.test(output)) break
    await sleep(RETRY_MS)
    await clearLeftovers(home.cluster, log)
  }
  if (/Address already in use/.test(output)) {
    throw new Problem(
      'unavailable',
      `The port of the bundled database (${port ?? 'any free one'}) is taken on 127.0.0.1.`,
    )
  }
  throw new Problem('unavailable', explainFailure(output, home))
}

const HARD_STOP = [
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
] as const
const FAST_STOP = [['SIGINT', 60_000], ...HARD_STOP] as const
// Waits for clients to disconnect first.
const SMART_STOP = [['SIGTERM', 30_000], ...FAST_STOP] as const

interface StopOptions {
  readonly home: Home
  readonly waitForClients: boolean
}

/** Shuts the server down, by force if it takes too long; running statements are cut off, unless `waitForClients`. */
export async function stopServer(child: ChildProcess, { home, waitForClients }: StopOptions): Promise<void> {
  // A server whose folder was deleted cannot write its data and would hang.
  const steps = !existsSync(home.cluster) ? HARD_STOP : waitForClients ? SMART_STOP : FAST_STOP
  child.ref()
  for (const [name, withinMs] of steps) {
    if (hasEnded(child)) return
    const waiting = new AbortController()
    const ended = once(child, 'exit', { signal: waiting.signal }).catch(() => {})
    const timeout = sleep(withinMs, undefined, { signal: waiting.signal }).catch(() => {})
    child.kill(name)
    await Promise.race([ended, timeout])
    waiting.abort()
  }
}

function launch({ home, runtime, durable, settings }: ServerOptions, port: number): ChildProcess {
  writeFileSync(home.settings, serverSettings({ port, durable, settings }))
  chmodSync(home.settings, 0o644)
  const logFile = openSync(home.log, 'a', 0o600)
  const [program = '', ...args] = [
    ...parentDeathWrapper(),
    join(runtime.bin, 'postgres'),
    '-D',
    home.cluster,
    '-c',
    `config_file=${home.settings}`,
  ]
  // A separate session keeps Ctrl-C in the terminal from reaching the server before open requests are finished.
  const child = spawn(program, args, {
    ...spawnAs(home.user),
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  child.on('error', () => {})
  child.unref()
  return child
}

// Where the system has it, `setpriv` makes the server stop by itself when we are killed before we can stop it.
function parentDeathWrapper(): string[] {
  const options = ['--pdeathsig', 'INT']
  const probe = spawnSync('setpriv', [...options, 'true'], spawnAs(null))
  return probe.status === 0 ? ['setpriv', ...options] : []
}

// False when the server exited, or was not ready in time and was stopped.
async function waitUntilReady(child: ChildProcess, { home, log }: ServerOptions): Promise<boolean> {
  const startedAt = Date.now()
  let reportedAt = startedAt
  while (Date.now() - startedAt < READY_MS_MAX && existsSync(home.cluster)) {
    if (hasEnded(child)) return false
    const file = readServerFile(home.cluster)
    if (file?.pid === child.pid && file?.ready === true) return true
    if (Date.now() - reportedAt > PROGRESS_MS) {
      reportedAt = Date.now()
      log.info('The database server is still recovering from the last crash')
    }
    await sleep(CHECK_MS)
  }
  await stopServer(child, { home, waitForClients: false })
  return false
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

// The port stays the same across starts unless another program took it, so that saved addresses keep working.
async function choosePort(home: Home, attempt: number): Promise<number> {
  const kept = existsSync(home.port) ? Number(readFileSync(home.port, 'utf8')) : 0
  const wanted = attempt === 0 && Number.isInteger(kept) && kept > 0 && kept < 65_536 ? kept : 0
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(null))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}

function rotateLog(path: string): void {
  if (sizeOf(path) > LOG_BYTES_MAX) renameSync(path, `${path}.1`)
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}

function readFrom(path: string, start: number): string {
  return readFileSync(path).subarray(start).toString('utf8')
}
