import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stopSignal } from '../src/cli/stop-signal.ts'
import { log } from '../src/log.ts'
import { listServers } from './setup-nodes.ts'
import { openEnvironment, ownEnvironment, type TestEnvironment } from './setup-server.ts'
import { dropDatabases, ensureTemplate } from './setup-template.ts'

// What `npm test` runs: the checks, then every test (or those named) against one throw-away database server.

const ROOT = join(import.meta.dirname, '..')
const EVERYTHING = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts', 'train/**/*.test.ts']
const CONCURRENCY = 4
const TEST_MS_MAX = 240_000

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
    const status = await run('npm', ['run', '--silent', 'check'], auditSetting())
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
      // Every file is a process, and many start others: each source is read and stripped of its types once for all of them.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    })
  } finally {
    await dropDatabases(servers, prefix)
    printNotice()
    if (existsSync(counts)) process.stdout.write(`\n${readFileSync(counts, 'utf8')}`)
  }
}

// Repeated at the end: what the check printed is far above the results.
function printNotice(): void {
  const notice = join(ROOT, '.cache', 'audit-notice')
  if (wantsCheck && existsSync(notice)) process.stdout.write(readFileSync(notice))
}

function auditSetting(): Record<string, string> {
  const { PANTAU_AUDIT } = process.env
  return PANTAU_AUDIT === undefined ? {} : { PANTAU_AUDIT }
}

async function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  if (stopped.signal.aborted) return 130
  running = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...ownEnvironment(), ...env } })
  const [code] = (await once(running, 'exit')) as [number | null]
  running = undefined
  return stopped.signal.aborted ? 130 : (code ?? 1)
}
