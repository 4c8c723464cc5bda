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
  /** False for tests only: after a crash of the machine the data may be gone. */
  readonly durable?: boolean
  /** Whether stopping waits for other connections to end: for a server that others may have borrowed. */
  readonly patient?: boolean
  /** How long to wait for an instance that is just stopping. */
  readonly waitMs?: number
  /** For root in a closed folder: system folders to use instead, the first that is safe. */
  readonly sharedFolders?: readonly string[]
}

const CHECK_MS = 100
const BORROW_MS_MAX = 60_000
const REVIVALS_MAX = 5
const REVIVAL_WINDOW_MS = 600_000
const REVIVE_MS = 500
const REVIVE_MS_MAX = 30_000

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
    const server = await keepRunning({ home, runtime, durable, settings, log })
    let stopped: Promise<void> | undefined
    const stop = () => server.stop({ patient: options.patient ?? false }).finally(release)
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

/** The bundled server that another process runs on this data folder, once it takes connections. */
export async function findRunning(dataDir: string): Promise<{ readonly url: string } | null> {
  const folder = resolve(dataDir)
  if (!existsSync(folder)) return null
  const home = findHome(folder)
  const server = readServerFile(home.cluster)
  const port = existsSync(home.port) ? Number(readFileSync(home.port, 'utf8')) : null
  // The lock is looked at last: while its holder lives, the files read before it are its own.
  if (server === null || !server.ready || server.port !== port || lockHolder(home.lock) === null) return null
  return { url: urlOf(readPassword(home), port) }
}

/** For a command: the server that runs already, left alone at the end, or one of our own for as long as it takes. */
export async function borrowEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const deadline = Date.now() + BORROW_MS_MAX
  for (;;) {
    const running = await findRunning(options.dataDir)
    if (running !== null) return { ...running, stop: async () => {} }
    try {
      return await startEmbedded({ ...options, waitMs: 0, patient: true })
    } catch (error) {
      // Somebody else is just starting or stopping it: look again.
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
      const plain = `The data folder ${home.directory} cannot be written to (${error.code}).`
      throw new Problem('unavailable', isDiskFull(error) ? explainFailure('ENOSPC', home) : plain)
    })
    if (lock.taken) return lock.release
    if (Date.now() >= deadline) {
      const who = lock.holder === null ? '' : ` (process ${lock.holder.pid})`
      throw new Problem(
        'conflict',
        `Another Pantau${who} is running on the data folder ${home.directory}. Stop it first, or set PANTAU_DATA_DIR to another folder.`,
      )
    }
    await sleep(CHECK_MS)
  }
}

interface KeptServer {
  readonly port: number
  stop(how: { readonly patient: boolean }): Promise<void>
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

// A server that ends without being told to (killed, out of memory) is started again on the same port, so that every
// connection pool finds it again. One that keeps ending, or cannot start, is tried at longer and longer intervals.
async function keepRunning(options: ServerOptions): Promise<KeptServer> {
  const { home, log } = options
  const first = await startServer(options)
  let child = first.child
  const stopping = new AbortController()
  let reviving: Promise<void> = Promise.resolve()
  const revivals: number[] = []

  const watch = (watched: ChildProcess) => watched.once('exit', () => (reviving = revive()))
  const revive = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const now = Date.now()
      if (failures === 0) {
        revivals.push(now)
        log.warn('The database server ended unexpectedly; starting it again')
      }
      const often = revivals.filter((at) => now - at < REVIVAL_WINDOW_MS).length > REVIVALS_MAX
      if (often && failures === 0)
        log.error(`The database server keeps ending; it is started again at longer intervals. Its log is ${home.log}`)
      await pause(often ? REVIVE_MS_MAX : failures === 0 ? 0 : Math.min(REVIVE_MS * 2 ** failures, REVIVE_MS_MAX))
      if (stopping.signal.aborted) return
      try {
        await clearLeftovers(home.cluster, log)
        child = (await startServer(options, first.port)).child
        watch(child)
        return
      } catch (error) {
        // A disk that is full now may have room in a minute.
        log.error(`The database server could not be started again: ${(error as Error).message}`)
      }
    }
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const endNow = () => child.kill('SIGINT')
  process.on('exit', endNow)
  watch(child)
  return {
    port: first.port,
    stop: async (how) => {
      stopping.abort()
      await reviving
      await stopServer(child, { home, ...how })
      process.off('exit', endNow)
    },
  }
}
