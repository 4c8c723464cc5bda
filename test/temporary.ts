import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { lockHolder, takeLock } from '../src/postgres/lock.ts'

// Folders of the demonstration, of test runs and of benchmarks, which may have a bundled server in them. They are removed when
// the process ends, however it ends: by `remove`, at its exit, or by the next start after it was killed.

const OWNER_FILE = 'owner.lock'
// A folder without an owner file may be a second old, with its owner about to write one.
const UNOWNED_MS_MAX = 120_000
const SERVER_END_MS_MAX = 5_000
const CHECK_MS = 20

export interface TemporaryFolder {
  readonly path: string
  // Stops a database server in it first.
  remove(): void
}

export async function openTemporaryFolder(prefix: string, parent = tmpdir()): Promise<TemporaryFolder> {
  removeAbandoned(prefix, parent)
  const path = mkdtempSync(join(parent, prefix))
  // As root, the server runs under another account, which must be able to enter the folder.
  chmodSync(path, 0o711)
  const remove = () => {
    process.off('exit', remove)
    endAndRemove(path)
  }
  process.on('exit', remove)
  await takeLock(join(path, OWNER_FILE))
  return { path, remove }
}

function removeAbandoned(prefix: string, parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const path = join(parent, name)
    if (isAbandoned(path)) endAndRemove(path)
  }
}

function isAbandoned(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.uid !== process.getuid?.()) return false
  const owner = statSync(join(path, OWNER_FILE), { throwIfNoEntry: false })
  if (owner === undefined && Date.now() - found.mtimeMs < UNOWNED_MS_MAX) return false
  // A service that was started by the owner may need a moment to notice that it is gone.
  return [OWNER_FILE, join('data', 'instance.lock')].every((file) => lockHolder(join(path, file)) === null)
}

// Without awaiting anything, so that it works at the exit of a process.
function endAndRemove(path: string): void {
  const deadline = Date.now() + SERVER_END_MS_MAX
  signalAll(serversIn(path), 'SIGQUIT')
  while (serversIn(path).length > 0 && Date.now() < deadline) pause()
  signalAll(serversIn(path), 'SIGKILL')
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

// Processes of a database server, or of the program that creates its files, which has another working directory.
function serversIn(path: string): string[] {
  const inside = new Set(processesIn(path))
  return readdirSync('/proc').filter((pid) => {
    try {
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
      if (program !== 'postgres' && program !== 'initdb') return false
      return inside.has(pid) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${path}/`)
    } catch {
      return false
    }
  })
}

function signalAll(pids: readonly string[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(Number(pid), signal)
    } catch {}
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CHECK_MS)
}

/** The processes whose working directory is in a folder; that of every process of a database server is its data folder. */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && `${readlinkSync(`/proc/${name}/cwd`)}/`.startsWith(`${folder}/`)
    } catch {
      return false
    }
  })
}
