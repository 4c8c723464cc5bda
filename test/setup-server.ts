import { chmodSync, mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log } from '../src/log.ts'
import { startEmbedded } from '../src/postgres/bundled.ts'
import { openTemporaryFolder, type TemporaryFolder } from './temporary.ts'

const FOLDER = 'pantau-test-'
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
  const folder = await openTemporaryFolder(FOLDER, roomyMemoryDisk() ?? tmpdir())
  try {
    return { folder: folder.path, ...(await openServer(folder)) }
  } catch (error) {
    folder.remove()
    throw error
  }
}

async function openServer({ path, remove }: TemporaryFolder): Promise<Omit<TestEnvironment, 'folder'>> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, env: {}, close: async () => remove() }
  // The processes that the tests start may run under another account.
  const temporary = join(path, 'tmp')
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const dataDir = join(path, 'data')
  const server = await startEmbedded({ dataDir, log, durable: false, settings: SERVER_SETTINGS })
  const env = { TMPDIR: temporary, TEST_DATABASE_STRATEGY: 'file_copy' }
  return { url: server.url, env, close: () => server.stop().finally(remove) }
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
  return { ...Object.fromEntries(kept), PANTAU_LOG_LEVEL: 'warn', PANTAU_ENV_FILE: '/dev/null' }
}
