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
// Recovery after a crash replays at most a few gigabytes; ten minutes is a broken machine.
const READY_MS_MAX = 600_000
const PROGRESS_MS = 10_000
const LOG_BYTES_MAX = 10 * 1024 * 1024

/** Starts the server and waits until it takes connections. With `port`, on no other. */
export async function startServer(options: ServerOptions, port?: number): Promise<Server> {
  const { home, log } = options
  let said = ''
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const tried = port ?? (await choosePort(home, attempt))
    rotateLog(home.log)
    const logStart = sizeOf(home.log)
    const child = launch(options, tried)
    const failure = (await untilReady(child, options)) ? null : readFrom(home.log, logStart)
    if (failure === null) {
      writeFileSync(home.port, `${tried}\n`)
      return { child, port: tried }
    }
    said = failure
    // Another program may take the port between our look and the server's; the processes of a killed server may need a
    // moment to notice. Everything else would fail again.
    if (!/Address already in use|still in use|already exists/.test(said)) break
    await sleep(RETRY_MS)
    await clearLeftovers(home.cluster, log)
  }
  if (/Address already in use/.test(said)) {
    throw new Problem(
      'unavailable',
      `The port of the bundled database (${port ?? 'any free one'}) is taken on 127.0.0.1.`,
    )
  }
  throw new Problem('unavailable', explainFailure(said, home))
}

const HARD_STOP = [
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
] as const
const FAST_STOP = [['SIGINT', 60_000], ...HARD_STOP] as const
// First lets those who are connected finish.
const PATIENT_STOP = [['SIGTERM', 30_000], ...FAST_STOP] as const

interface StopOptions {
  readonly home: Home
  readonly patient: boolean
}

/** Writes everything down and stops; what is under way is cut off, unless patient. */
export async function stopServer(child: ChildProcess, { home, patient }: StopOptions): Promise<void> {
  // A server whose folder was deleted has nowhere to write and would hang over it.
  const steps = !existsSync(home.cluster) ? HARD_STOP : patient ? PATIENT_STOP : FAST_STOP
  child.ref()
  for (const [name, withinMs] of steps) {
    if (hasEnded(child)) return
    const waiting = new AbortController()
    const ended = once(child, 'exit', { signal: waiting.signal }).catch(() => {})
    const late = sleep(withinMs, undefined, { signal: waiting.signal }).catch(() => {})
    child.kill(name)
    await Promise.race([ended, late])
    waiting.abort()
  }
}

function launch({ home, runtime, durable, settings }: ServerOptions, port: number): ChildProcess {
  writeFileSync(home.settings, serverSettings({ port, durable, settings }))
  chmodSync(home.settings, 0o644)
  const output = openSync(home.log, 'a', 0o600)
  const [program = '', ...words] = [
    ...diesWithParent(),
    join(runtime.bin, 'postgres'),
    '-D',
    home.cluster,
    '-c',
    `config_file=${home.settings}`,
  ]
  // A session of its own keeps Ctrl-C in the terminal from reaching the server before requests under way are finished.
  const child = spawn(program, words, {
    ...spawnAs(home.user),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.on('error', () => {})
  child.unref()
  return child
}

// Where the system has it, `setpriv` makes the server stop by itself when we are killed without a chance to stop it.
function diesWithParent(): string[] {
  const options = ['--pdeathsig', 'INT']
  const probe = spawnSync('setpriv', [...options, 'true'], spawnAs(null))
  return probe.status === 0 ? ['setpriv', ...options] : []
}

// Answers false when the server ended instead.
async function untilReady(child: ChildProcess, { home, log }: ServerOptions): Promise<boolean> {
  const begun = Date.now()
  let told = begun
  while (Date.now() - begun < READY_MS_MAX && existsSync(home.cluster)) {
    if (hasEnded(child)) return false
    const file = readServerFile(home.cluster)
    if (file?.pid === child.pid && file?.ready === true) return true
    if (Date.now() - told > PROGRESS_MS) {
      told = Date.now()
      log.info('The database server is still recovering from the last crash')
    }
    await sleep(CHECK_MS)
  }
  await stopServer(child, { home, patient: false })
  return false
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

// The port stays the same from start to start as long as nobody else took it, so that addresses written down keep working.
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
