import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn } from '../temporary.ts'
import { end, endsWithTest, openFolder, stoppedFolder, untilNoProcessIn } from './launch.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('the first start prints the address and a password that works; SIGTERM leaves no process; later starts print no password', async (t) => {
  const dataDir = join(openFolder(t), 'data')
  const first = await start(t, dataDir)
  const password = await first.find(/│ +Password +(\S+) +│/)
  assert.equal((await logIn(first.address, password)).status, 200)
  assert.match(first.output(), /Pantau is at \S+\n\n┌─+┐\n(│.*│\n)+└─+┘\n\n/, 'a frame that no log line interrupts')
  await end(first.process, 'SIGTERM')
  assert.equal(first.process.exitCode, 0)
  assert.deepEqual(processesIn(dataDir), [])

  const second = await start(t, dataDir)
  assert.equal((await logIn(second.address, password)).status, 200)
  await end(second.process, 'SIGKILL')
  assert.equal(second.output().includes('password'), false)

  const third = await start(t, dataDir)
  assert.equal((await logIn(third.address, password)).status, 200)
})

test('a second start on the same data folder fails with the reason', async (t) => {
  const dataDir = await stoppedFolder(t)
  await start(t, dataDir)
  const second = spawnService(process.execPath, ['src/main.ts', 'start'], dataDir)
  let output = ''
  second.stderr?.on('data', (chunk) => {
    output += String(chunk)
  })
  const [status] = await once(second, 'close')
  assert.equal(status, 1)
  assert.match(output, /Another Pantau \(process \d+\) is running on the data folder/)
})

// npm runs a script through a shell, which does not forward signals unless the script replaces it (`exec`).
test('npm start runs on the right Node and forwards SIGTERM', async (t) => {
  const dataDir = await stoppedFolder(t)
  const service = await start(t, dataDir, ['npm', '--silent', 'start'])
  assert.equal((await fetch(`${service.address}/openapi.json`)).status, 200)
  service.process.kill('SIGTERM')
  assert.equal(await untilNoProcessIn(dataDir), true)
})

interface Service {
  readonly process: ChildProcess
  readonly address: string
  output(): string
  find(pattern: RegExp): Promise<string>
}

async function start(
  t: TestContext,
  dataDir: string,
  command = [process.execPath, 'src/main.ts', 'start'],
): Promise<Service> {
  const child = spawnService(command[0] ?? '', command.slice(1), dataDir)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  // Even if the signal does not reach the service behind npm, it must not outlive the test.
  t.after(() => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {}
  })
  endsWithTest(t, child)
  const find = async (pattern: RegExp) => {
    for (let polls = 0; polls < 600 && child.exitCode === null; polls++) {
      const found = pattern.exec(output)?.[1]
      if (found !== undefined) return found
      await sleep(50)
    }
    throw new Error(`The service did not print ${pattern}, but: ${output}`)
  }
  return { process: child, address: await find(/Pantau is at (\S+)\n/), output: () => output, find }
}

// No source is queried: the feeds that Pantau ships with are left out.
function spawnService(command: string, args: readonly string[], dataDir: string): ChildProcess {
  const env = { ...process.env, PANTAU_DATA_DIR: dataDir, PORT: '0', PANTAU_DEFAULT_FEEDS: '0' }
  return spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
}

function logIn(address: string, password: string): Promise<Response> {
  return fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
}
