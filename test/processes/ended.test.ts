import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { readServerFile } from '../../src/postgres/processes.ts'
import { descendantsOf, isRunning } from './tree.ts'
import { until } from './until.ts'

// `npm start`, `npm test` and `npm run bench` end like the demonstration (test/platforms/demo-end.test.ts).
const ROOT = join(import.meta.dirname, '..', '..')
const WAIT_MS_MAX = 60_000

const folder = mkdtempSync(join(tmpdir(), 'pantau-ended-'))
chmodSync(folder, 0o711)
const waiting = join(folder, 'waiting.test.ts')
writeFileSync(
  waiting,
  `import { test } from 'node:test'\ntest('waits', () => new Promise((done) => setTimeout(done, 600_000)))\n`,
)
const started: ChildProcess[] = []
after(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Command {
  readonly args: readonly string[]
  // The data of a service stays; everything else is temporary.
  readonly keepsData: boolean
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'npm start': { args: ['start'], keepsData: true },
  'npm test': { args: ['test', '--', '--no-check', waiting], keepsData: false },
  'npm run bench': { args: ['run', 'bench', '--', 'pages'], keepsData: false },
}

// The folder of the database server that a process below `pid` runs, once it accepts connections.
function clusterBelow(pid: number): string | null {
  for (const child of descendantsOf(pid)) {
    try {
      const cwd = readlinkSync(`/proc/${child}/cwd`)
      if (readServerFile(cwd)?.ready === true) return cwd
    } catch {}
  }
  return null
}

async function assertEnds({ args, keepsData }: Command, signal: NodeJS.Signals): Promise<void> {
  const temporary = mkdtempSync(join(folder, 'tmp-'))
  chmodSync(temporary, 0o711)
  const dataDir = join(temporary, 'data')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o711)
  // Without the marks of this run of tests: a nested one has its own server, and reports by itself.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TEST_|NODE_TEST_)/.test(name))
  const env = { ...Object.fromEntries(inherited), TMPDIR: temporary, PORT: '0', PANTAU_DATA_DIR: dataDir }
  const npm = spawn('npm', ['--silent', '--ignore-scripts', ...args], {
    cwd: ROOT,
    env: { ...env, PANTAU_DEFAULT_FEEDS: '0' },
    stdio: 'ignore',
  })
  started.push(npm)
  const pid = npm.pid as number
  let cluster = ''
  await until(
    'its database runs',
    async () => {
      cluster = clusterBelow(pid) ?? ''
      return cluster !== ''
    },
    WAIT_MS_MAX,
  )
  const pids = descendantsOf(pid)
  npm.kill(signal)
  await until('every process has ended', async () => !pids.some(isRunning), WAIT_MS_MAX)
  if (!keepsData) await until('its folder is removed', async () => !existsSync(dirname(cluster)), WAIT_MS_MAX)
  else assert.equal(existsSync(join(cluster, 'postmaster.pid')), false, 'the database was shut down')
}

for (const [name, command] of Object.entries(COMMANDS)) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    test(`${name} ends with everything it started when npm gets ${signal}`, () => assertEnds(command, signal))
  }
}
