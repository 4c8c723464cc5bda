import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeFolder } from './fixture.ts'
import { format, median } from './measure.ts'

const ROUNDS = 5
const MAIN = fileURLToPath(new URL('../bin/pantau.mjs', import.meta.url))
const READY_MS_MAX = 60_000

// Time from `pantau start` to the first response, on an empty data folder and on a used one, compared with the start of Node alone.
export async function run(): Promise<void> {
  const times: Record<string, number[]> = {
    'node alone': [],
    'empty data folder': [],
    'used data folder': [],
    'to stop': [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await makeFolder()
    times['node alone']?.push(await startNode())
    for (const name of ['empty data folder', 'used data folder']) {
      const { readyMs, stopMs } = await startAndStop(folder.path)
      times[name]?.push(readyMs)
      times['to stop']?.push(stopMs)
    }
    folder.remove()
  }
  console.log(`Milliseconds, median of ${ROUNDS} rounds`)
  console.table(Object.fromEntries(Object.entries(times).map(([name, list]) => [name, { ms: format(median(list)) }])))
}

async function startNode(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  return performance.now() - start
}

async function startAndStop(folder: string): Promise<{ readyMs: number; stopMs: number }> {
  const start = performance.now()
  const env = {
    ...process.env,
    PORT: '0',
    PANTAU_DATA_DIR: folder,
    PANTAU_DEFAULT_FEEDS: '0',
    PANTAU_LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [MAIN, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const url = await addressOf(child.stdout)
  const response = await fetch(`${url}/readyz`)
  if (!response.ok) throw new Error(`The first response status was ${response.status}.`)
  const readyMs = performance.now() - start
  child.kill('SIGTERM')
  await ended
  return { readyMs, stopMs: performance.now() - start - readyMs }
}

function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    setTimeout(() => reject(new Error(`The service did not start: ${output}`)), READY_MS_MAX).unref()
    stdout.on('data', (chunk) => {
      output += chunk
      const url = /is at (http:\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}
