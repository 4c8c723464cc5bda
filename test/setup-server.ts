import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log } from '../src/log.ts'
import { startEmbedded } from '../src/postgres/bundled.ts'
import { lockHolder } from '../src/postgres/lock.ts'

const FOLDER = 'pantau-test-'
const ABANDONED_MS = 120_000
const MEMORY_DISK_BYTES_MIN = 2 * 1024 ** 3
// Test files connect with several pools each.
const SERVER_SETTINGS = { max_connections: '300', shared_buffers: '256MB', autovacuum: 'off' }

export interface TestEnvironment {
  readonly url: string
  readonly folder: string
  readonly env: Record<string, string>
  close(): Promise<void>
}

/** One throw-away database server for a run of tests, or the server of DATABASE_URL. */
export async function openEnvironment(): Promise<TestEnvironment> {
  const parent = roomyMemoryDisk() ?? tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, FOLDER))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  try {
    return { folder, ...(await openServer(folder, remove)) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function openServer(folder: string, remove: () => Promise<void>): Promise<Omit<TestEnvironment, 'folder'>> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, env: {}, close: remove }
  // The server and the processes that the tests start may run under another account.
  chmodSync(folder, 0o711)
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const dataDir = join(folder, 'data')
  const server = await startEmbedded({ dataDir, log, durable: false, settings: SERVER_SETTINGS })
  const env = { TMPDIR: temporary, TEST_DATABASE_STRATEGY: 'file_copy' }
  return { url: server.url, env, close: () => server.stop().finally(remove) }
}

// A killed run leaves its folder behind, and on a memory disk that adds up.
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(FOLDER))) {
    const folder = join(parent, name)
    const found = statSync(folder, { throwIfNoEntry: false })
    const isOld = found?.uid === process.getuid?.() && Date.now() - (found?.mtimeMs ?? 0) > ABANDONED_MS
    if (isOld && lockHolder(join(folder, 'data', 'instance.lock')) === null)
      rmSync(folder, { recursive: true, force: true })
  }
}

function roomyMemoryDisk(): string | null {
  try {
    const { bsize, bavail } = statfsSync('/dev/shm')
    return bsize * bavail >= MEMORY_DISK_BYTES_MIN ? '/dev/shm' : null
  } catch {
    return null
  }
}

/** The environment without the developer's own settings, which must not reach the services that the tests start. */
export function ownEnvironment(): Record<string, string | undefined> {
  const isSetting = (name: string) => /^(PANTAU_(?!FAULT_).*|DATABASE_URL|HOST|PORT)$/.test(name)
  const kept = Object.entries(process.env).filter(([name]) => !isSetting(name))
  return { ...Object.fromEntries(kept), PANTAU_LOG_LEVEL: 'warn' }
}
