import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopSignal } from '../src/cli/stop-signal.ts'
import { log } from '../src/log.ts'
import { startEmbedded } from '../src/postgres/bundled.ts'
import { listServers } from './setup-nodes.ts'
import { dropDatabases, ensureTemplate } from './setup-template.ts'
import { openTemporaryFolder, type TemporaryFolder } from './temporary.ts'

// What `npm test` runs: the checks, then every test (or those named) against one throw-away database server.

const ROOT = join(import.meta.dirname, '..')
const EVERYTHING = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts', 'train/**/*.test.ts']
const FOLDER = 'pantau-test-'
const CONCURRENCY = 4
const TEST_MS_MAX = 240_000
const MEMORY_DISK_BYTES_MIN = 2 * 1024 ** 3
// Test files connect with several pools each.
const SERVER_SETTINGS = { max_connections: '300', shared_buffers: '256MB', autovacuum: 'off' }

const args = process.argv.slice(2)
const wantsCheck = !args.includes('--no-check')
const options = args.filter((arg) => arg.startsWith('-') && arg !== '--no-check')
const files = args.filter((arg) => !arg.startsWith('-'))

log.level = 'warn'
const stopped = new AbortController()
let running: ChildProcess | undefined
stopSignal({ endWithParent: true }).then(() => {
  stopped.abort()
  running?.kill('SIGTERM')
})

process.exitCode = await main()

async function main(): Promise<number> {
  if (wantsCheck) {
    const status = await run('npm', ['run', '--silent', 'check'])
    if (status !== 0) return status
  }
  const environment = await openEnvironment()
  try {
    return await runTests(environment)
  } finally {
    await environment.close()
  }
}

async function runTests({ url: server, folder, env }: TestEnvironment): Promise<number> {
  const counts = join(folder, 'counts')
  const servers = await listServers(server)
  const template = await ensureTemplate(servers, join(ROOT, 'migrations'))
  const prefix = `pantau_test_${randomBytes(4).toString('hex')}_`
  const flags = [
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${TEST_MS_MAX}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(import.meta.dirname, 'setup-reporter.ts')}`,
    `--test-reporter-destination=${counts}`,
    ...options,
  ]
  try {
    return await run(process.execPath, ['--test', ...flags, ...(files.length > 0 ? files : EVERYTHING)], {
      ...env,
      TEST_DATABASE_SERVERS: servers.join(' '),
      TEST_DATABASE_TEMPLATE: template,
      TEST_DATABASE_PREFIX: prefix,
    })
  } finally {
    await dropDatabases(servers, prefix)
    if (existsSync(counts)) process.stdout.write(`\n${readFileSync(counts, 'utf8')}`)
  }
}

interface TestEnvironment {
  readonly url: string
  readonly folder: string
  readonly env: Record<string, string>
  close(): Promise<void>
}

async function openEnvironment(): Promise<TestEnvironment> {
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

async function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  if (stopped.signal.aborted) return 130
  running = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...ownEnvironment(), ...env } })
  const [code] = (await once(running, 'exit')) as [number | null]
  running = undefined
  return stopped.signal.aborted ? 130 : (code ?? 1)
}

// The developer's own settings must not reach the services that the tests start.
function ownEnvironment(): Record<string, string | undefined> {
  const isSetting = (name: string) => /^(PANTAU_(?!FAULT_).*|DATABASE_URL|HOST|PORT)$/.test(name)
  const kept = Object.entries(process.env).filter(([name]) => !isSetting(name))
  return { ...Object.fromEntries(kept), PANTAU_LOG_LEVEL: 'warn' }
}
