import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addFeed } from '../src/store/collecting/feeds.ts'
import { setListening } from '../src/store/projects/projects.ts'
import { makeFeed } from './feed-data.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { format, median, percentile, ratio } from './measure.ts'

const ENTRIES = 500
const SECONDS = 15
const ROUNDS = 3
// Pause between two requests of the single client.
const PAUSE_MS = 10
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const ARRANGEMENTS = {
  'pantau start: workers in a thread': [fileOf('../bin/pantau.mjs'), 'start'],
  'the same on one event loop': [fileOf('one-loop.ts')],
}

interface Result {
  readonly p50: number
  readonly p99: number
  readonly collected: number
}

// How long a request takes while the service collects as fast as it can, with and without a separate worker thread.
export async function run(): Promise<void> {
  const database = await openBenchDatabase()
  const feed = await openFeed()
  try {
    const results: Record<string, Result[]> = {}
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, args] of Object.entries(ARRANGEMENTS)) {
        const project = await database.project(`round${round}of${args.length}`)
        const measured = await measure(project, args, feed.url)
        results[name] = [...(results[name] ?? []), measured]
      }
    }
    report(results)
  } finally {
    feed.close()
    await database.close()
  }
}

// A feed whose entries are all new on every request.
async function openFeed() {
  let number = 0
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/rss+xml')
    response.end(makeFeed(number++, ENTRIES))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/feed`, close: () => server.close() }
}

async function measure(project: BenchProject, args: readonly string[], feedUrl: string): Promise<Result> {
  await project.pool`update project set kind = 'auto' where id = ${project.projectId}`
  await setListening(project.pool, project.ownerId, project.projectId, true)
  await addFeed(project.pool, { source: 'news', address: feedUrl })
  const { child, base } = await startService(args, project)
  const times: number[] = []
  const end = performance.now() + SECONDS * 1000
  const pollNow = setInterval(() => void project.pool`update feed set next_poll_at = now()`.catch(() => {}), 200)
  while (performance.now() < end) {
    const start = performance.now()
    const headers = { authorization: `Bearer ${project.token}` }
    const response = await fetch(`${base}/api/project?limit=10`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The response status was ${response.status}.`)
    times.push(performance.now() - start)
    await sleep(PAUSE_MS)
  }
  clearInterval(pollNow)
  const [row] = await project.pool`select count(*)::int as n from mention`
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { p50: median(times), p99: percentile(times, 99), collected: row?.n / SECONDS }
}

async function startService(
  args: readonly string[],
  project: BenchProject,
): Promise<{ child: ChildProcess; base: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: project.url,
    PORT: '0',
    PANTAU_ADMIN_PASSWORD: 'benchmark password',
    PANTAU_DEFAULT_FEEDS: '0',
    PANTAU_FULL_TEXT: '0',
    PANTAU_ALLOW_PRIVATE_NETWORK: '1',
    PANTAU_HOST_SPACING_MS: '0',
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const base = /is at (http:\S+)/.exec(output)?.[1]
    if (base !== undefined) return { child, base }
  }
  throw new Error(`The service did not start: ${output}`)
}

function report(results: Readonly<Record<string, readonly Result[]>>): void {
  const figure = (list: readonly Result[], key: keyof Result) => median(list.map((one) => one[key]))
  const lists = Object.entries(results)
  const slowest = Math.max(...lists.map(([, list]) => figure(list, 'p99')))
  const rows = lists.map(([name, list]) => [
    name,
    {
      'p50 ms': format(figure(list, 'p50')),
      'p99 ms': format(figure(list, 'p99')),
      'times the slowest': ratio(figure(list, 'p99') / slowest),
      'mentions collected a second': format(figure(list, 'collected')),
    },
  ])
  console.log(
    `Requests of a single client while feeds of ${ENTRIES} entries are collected; median of ${ROUNDS} rounds.`,
  )
  console.table(Object.fromEntries(rows))
}
