import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../domain/problem.ts'
import { DATABASE, explainFailure, prepareCluster, ROLE } from './cluster.ts'
import { findHome, type Home, openHome, SHARED_FOLDERS, sharedFolder } from './home.ts'
import { lockHolder, takeLock } from './lock.ts'
import { clearLeftovers, readServerFile } from './processes.ts'
import { type EmbeddedLog, findRuntime } from './runtime.ts'
import { type ServerOptions, startServer, stopServer } from './server.ts'

export interface Embedded {
  readonly url: string
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: EmbeddedLog
  readonly settings?: Readonly<Record<string, string>>
  /** False for tests only: data may be lost when the machine crashes. */
  readonly durable?: boolean
  /** Whether stopping waits for other connections to close: for a server that other processes may be using. */
  readonly waitForClients?: boolean
  /** How long to wait for an instance that is stopping. */
  readonly waitMs?: number
  /** For root with a data folder closed to others: system folders to use instead, the first that is safe. */
  readonly sharedFolders?: readonly string[]
}

const CHECK_MS = 100
const BORROW_MS_MAX = 60_000
const RESTARTS_MAX = 5
const RESTART_WINDOW_MS = 600_000
const RESTART_MS = 500
const RESTART_MS_MAX = 30_000

/** Starts the bundled PostgreSQL on a data folder, created when missing, and keeps it running until `stop`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, durable = true, settings = {}, sharedFolders = SHARED_FOLDERS } = options
  const dataDir = resolve(options.dataDir)
  const home = openHome({ dataDir, sharedFolders, log })
  const release = await lockHome(home, options.waitMs ?? 0)
  try {
    const copies = () => (home.user === null ? home.directory : sharedFolder(sharedFolders))
    const runtime = findRuntime({ user: home.user, copies, log })
    if (existsSync(home.cluster)) await clearLeftovers(home.cluster, log)
    const password = await prepareCluster({ home, runtime, durable, log })
    const server = await superviseServer({ home, runtime, durable, settings, log })
    let stopped: Promise<void> | undefined
    const stop = () => server.stop({ waitForClients: options.waitForClients ?? false }).finally(release)
    return {
      url: urlOf(password, server.port),
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    release()
    throw isDiskFull(error) ? new Problem('unavailable', explainFailure('ENOSPC', home)) : error
  }
}

/** The bundled server that another process runs on this data folder, once it accepts connections. */
export async function findRunning(dataDir: string): Promise<{ readonly url: string } | null> {
  const folder = resolve(dataDir)
  if (!existsSync(folder)) return null
  const home = findHome(folder)
  const server = readServerFile(home.cluster)
  const port = existsSync(home.port) ? Number(readFileSync(home.port, 'utf8')) : null
  // The lock is checked last: while its holder is alive, the files read before belong to it.
  if (server === null || !server.ready || server.port !== port || lockHolder(home.lock) === null) return null
  return { url: urlOf(readPassword(home), port) }
}

/** For a command: uses the server that is already running and leaves it running, or starts one until `stop`. */
export async function borrowEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const deadline = Date.now() + BORROW_MS_MAX
  for (;;) {
    const running = await findRunning(options.dataDir)
    if (running !== null) return { ...running, stop: async () => {} }
    try {
      return await startEmbedded({ ...options, waitMs: 0, waitForClients: true })
    } catch (error) {
      // Another process is starting or stopping it: check again.
      if (!(error instanceof Problem && error.kind === 'conflict') || Date.now() > deadline) throw error
    }
    await sleep(CHECK_MS)
  }
}

function urlOf(password: string, port: number): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`
}

function readPassword(home: Home): string {
  try {
    return readFileSync(home.password, 'utf8').trim()
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new Problem(
      'unavailable',
      `The password of the running database cannot be read (${home.password}: ${reason}). Run this as the user who started Pantau.`,
    )
  }
}

async function lockHome(home: Home, waitMs: number): Promise<() => void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const lock = await takeLock(home.lock).catch((error: NodeJS.ErrnoException) => {
      const message = `The data folder ${home.directory} cannot be written to (${error.code}).`
      throw new Problem('unavailable', isDiskFull(error) ? explainFailure('ENOSPC', home) : message)
    })
    if (lock.taken) return lock.release
    if (Date.now() >= deadline) {
      const holder = lock.holder === null ? '' : ` (process ${lock.holder.pid})`
      throw new Problem(
        'conflict',
        `Another Pantau${holder} is running on the data folder ${home.directory}. Stop it first, or set PANTAU_DATA_DIR to another folder.`,
      )
    }
    await sleep(CHECK_MS)
  }
}

interface SupervisedServer {
  readonly port: number
  stop(options: { readonly waitForClients: boolean }): Promise<void>
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

// A server that exits unexpectedly (killed, out of memory) is restarted on the same port, so that every connection pool
// can reconnect. One that keeps exiting, or cannot start, is retried with increasing delays.
async function superviseServer(options: ServerOptions): Promise<SupervisedServer> {
  const { home, log } = options
  const first = await startServer(options)
  let child = first.child
  const stopping = new AbortController()
  let restarting: Promise<void> = Promise.resolve()
  const restarts: number[] = []

  const watch = (watched: ChildProcess) => watched.once('exit', () => (restarting = restart()))
  const restart = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const now = Date.now()
      if (failures === 0) {
        restarts.push(now)
        log.warn('The database server ended unexpectedly; starting it again')
      }
      const often = restarts.filter((at) => now - at < RESTART_WINDOW_MS).length > RESTARTS_MAX
      if (often && failures === 0)
        log.error(`The database server keeps exiting; it is restarted at longer intervals. Its log is ${home.log}`)
      await pause(often ? RESTART_MS_MAX : failures === 0 ? 0 : Math.min(RESTART_MS * 2 ** failures, RESTART_MS_MAX))
      if (stopping.signal.aborted) return
      try {
        await clearLeftovers(home.cluster, log)
        child = (await startServer(options, first.port)).child
        watch(child)
        return
      } catch (error) {
        // A disk that is full now may have room in a minute.
        log.error(`The database server could not be restarted: ${(error as Error).message}`)
      }
    }
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const endNow = () => child.kill('SIGINT')
  process.on('exit', endNow)
  watch(child)
  return {
    port: first.port,
    stop: async (stopOptions) => {
      stopping.abort()
      await restarting
      await stopServer(child, { home, ...stopOptions })
      process.off('exit', endNow)
    },
  }
}
