import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Holder {
  readonly pid: number
  /** Distinguishes this process from a later one with the same pid. */
  readonly born: string
}

export type Lock = { readonly taken: true; release(): void } | { readonly taken: false; readonly holder: Holder | null }

const ATTEMPTS_MAX = 50
const RETRY_MS = 20
const CLAIM_DEPTH_MAX = 4

// A lock file that outlives its holder is replaced. Only the holder of a second lock, named after the content of the
// stale file, may replace that file, so two processes that find it stale at once cannot both end up with the lock.
export async function takeLock(path: string, depth = 0): Promise<Lock> {
  const content = JSON.stringify({ pid: process.pid, born: bornAt(process.pid), nonce: randomUUID() })
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { mode: 0o644 })
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (createLink(draft, path)) return { taken: true, release: () => release(path, content) }
      const found = readText(path)
      if (found === null) continue
      const holder = readHolder(found)
      if (holder !== null && isAlive(holder)) return { taken: false, holder }
      if (await replaceStale({ path, draft, found, depth }))
        return { taken: true, release: () => release(path, content) }
      await sleep(RETRY_MS)
    }
    return { taken: false, holder: null }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The live process that holds the lock, if there is one. */
export function lockHolder(path: string): Holder | null {
  const holder = readHolder(readText(path) ?? '')
  return holder !== null && isAlive(holder) ? holder : null
}

interface Stale {
  readonly path: string
  readonly draft: string
  readonly found: string
  readonly depth: number
}

async function replaceStale({ path, draft, found, depth }: Stale): Promise<boolean> {
  if (depth >= CLAIM_DEPTH_MAX) return false
  const claim = await takeLock(`${path}.${createHash('sha256').update(found).digest('hex').slice(0, 12)}`, depth + 1)
  if (!claim.taken) return false
  try {
    // The file may have been replaced between reading it and holding the claim.
    if (readText(path) !== found) return false
    renameSync(draft, path)
    return true
  } finally {
    claim.release()
  }
}

function createLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function release(path: string, content: string): void {
  if (readText(path) === content) unlinkSync(path)
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

// A file truncated by a full disk or a crash names no holder, so it counts as stale.
function readHolder(text: string): Holder | null {
  try {
    const { pid, born } = JSON.parse(text) as Partial<Holder>
    return typeof pid === 'number' && typeof born === 'string' ? { pid, born } : null
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  const born = bornAt(holder.pid)
  return born === 'hidden' || (born !== null && born === holder.born)
}

// Process ids are reused, especially after a reboot: the boot id and the start time within that boot make them unique.
function bornAt(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null
  }
  return process.platform === 'linux' ? bornOnLinux(pid) : bornElsewhere(pid)
}

function bornOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may contain anything, so counting starts after its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
  } catch {
    // The process exists, as the caller has checked, but /proc hides other users' processes.
    return 'hidden'
  }
}

function bornElsewhere(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}
