import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf, isRunning } from '../processes/tree.ts'
import { until } from '../processes/until.ts'
import { processesIn } from '../temporary.ts'

// Whatever ends the demonstration, nothing of it is left. It is promised within ten seconds; the limit here is for slow machines.
const END_MS_MAX = 30_000
const START_MS_MAX = 150_000
const ROOT = join(import.meta.dirname, '..', '..')
const DEMO = join(import.meta.dirname, 'demo.ts')

const temporary = mkdtempSync(join(tmpdir(), 'pantau-demo-end-'))
spawnSync('chmod', ['711', temporary])
after(() => rmSync(temporary, { recursive: true, force: true }))

// Node's cache of compiled code is beside them; it belongs to no process.
const foldersLeft = () => readdirSync(temporary).filter((name) => name.startsWith('pantau-demo-'))

const processes: ChildProcess[] = []
after(() => {
  for (const child of processes) child.kill('SIGKILL')
})

interface Demo {
  readonly started: ChildProcess
  // The demonstration and everything below it, with the database.
  readonly pids: readonly number[]
}

async function start(command: readonly string[]): Promise<Demo> {
  const [program = '', ...args] = command
  const env = { ...process.env, PORT: '0', TMPDIR: temporary }
  const started = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  processes.push(started)
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  await until(
    'the demonstration runs',
    async () => {
      if (started.exitCode !== null) throw new Error(output)
      return output.includes('Ctrl-C')
    },
    START_MS_MAX,
  )
  assert.match(output, /Open first +http:\/\/\S+\/projects\/\S+\s+As an analyst +demo +password \S+\s/)
  assert.match(output, /As administrator +admin +password \S+/)
  const pids = [...descendantsOf(started.pid as number), ...processesIn(temporary).map(Number)]
  assert.ok(pids.length > 3, `it has a database: ${pids}`)
  return { started, pids }
}

async function assertNothingLeft({ pids }: Pick<Demo, 'pids'>): Promise<void> {
  await until('every process has ended', async () => !pids.some(isRunning), END_MS_MAX)
  await until('every folder is removed', async () => foldersLeft().length === 0, END_MS_MAX)
}

const NPM = ['npm', '--silent', 'run', 'demo']

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} to npm run demo ends everything`, async () => {
    const demo = await start(NPM)
    demo.started.kill(signal)
    await assertNothingLeft(demo)
  })
}

test('npm killed by SIGKILL: the demonstration notices, and ends everything', async () => {
  const demo = await start(NPM)
  demo.started.kill('SIGKILL')
  await assertNothingLeft(demo)
})

const hasScript = spawnSync('script', ['--version']).status === 0

test('a closed terminal ends everything', { skip: hasScript ? false : 'needs script(1)' }, async () => {
  const demo = await start(['script', '--quiet', '--return', '--command', NPM.join(' '), '/dev/null'])
  // The terminal is closed with the process that holds it.
  demo.started.kill('SIGKILL')
  await assertNothingLeft(demo)
})

test('the demonstration killed by SIGKILL: its service and database end, and the next start removes its folder', async () => {
  const demo = await start([process.execPath, DEMO])
  const [abandoned = ''] = foldersLeft()
  demo.started.kill('SIGKILL')
  await until('every process has ended', async () => !demo.pids.some(isRunning), END_MS_MAX)
  const next = await start([process.execPath, DEMO])
  assert.equal(existsSync(join(temporary, abandoned)), false)
  next.started.kill('SIGTERM')
  assert.deepEqual(await once(next.started, 'exit'), [0, null])
  await assertNothingLeft(next)
})

test('a signal while it still starts ends everything', async () => {
  const started = spawn(process.execPath, [DEMO], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', TMPDIR: temporary },
    stdio: 'ignore',
  })
  processes.push(started)
  const ended = once(started, 'exit')
  await until('it has begun', async () => foldersLeft().length > 0)
  await sleep(500)
  const pids = descendantsOf(started.pid as number)
  started.kill('SIGTERM')
  await ended
  await assertNothingLeft({ pids })
})
