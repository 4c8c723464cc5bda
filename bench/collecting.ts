import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addFeed } from '../src/store/collecting/feeds.ts'
import { setListening } from '../src/store/projects/projects.ts'
import { makeFeed } from './feed-data.ts'
import { format, median, percentile, ratio } from './measure.ts'
import { openStage, type Scene } from './stage.ts'

const ENTRIES = 500
const SECONDS = 15
const ROUNDS = 3
// Between two requests of the one person who looks.
const PAUSE_MS = 10
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const ARRANGEMENTS = {
  'pantau start: workers in a thread': [fileOf('../src/main.ts'), 'start'],
  'the same on one event loop': [fileOf('one-loop.ts')],
}

interface Seen {
  readonly p50: number
  readonly p99: number
  readonly collected: number
}

// How long a request takes while the service collects as fast as it can, with the workers in a thread of their own and without.
export async function run(): Promise<void> {
  const stage = await openStage()
  const feed = await openFeed()
  try {
    const seen: Record<string, Seen[]> = {}
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, words] of Object.entries(ARRANGEMENTS)) {
        const scene = await stage.database(`round${round}of${words.length}`)
        const measured = await measure(scene, words, feed.url)
        seen[name] = [...(seen[name] ?? []), measured]
      }
    }
    report(seen)
  } finally {
    feed.close()
    await stage.close()
  }
}

// A feed that has nothing but news each time it is read.
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

async function measure(scene: Scene, words: readonly string[], feedUrl: string): Promise<Seen> {
  await scene.pool`update project set kind = 'auto' where id = ${scene.projectId}`
  await setListening(scene.pool, scene.ownerId, scene.projectId, true)
  await addFeed(scene.pool, { source: 'news', address: feedUrl })
  const { child, base } = await open(words, scene)
  const times: number[] = []
  const end = performance.now() + SECONDS * 1000
  const hurry = setInterval(() => void scene.pool`update feed set next_poll_at = now()`.catch(() => {}), 200)
  while (performance.now() < end) {
    const start = performance.now()
    const answer = await fetch(`${base}/api/project?limit=10`, { headers: { authorization: `Bearer ${scene.token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`The answer was ${answer.status}.`)
    times.push(performance.now() - start)
    await sleep(PAUSE_MS)
  }
  clearInterval(hurry)
  const [row] = await scene.pool`select count(*)::int as n from mention`
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { p50: median(times), p99: percentile(times, 99), collected: row?.n / SECONDS }
}

async function open(words: readonly string[], scene: Scene): Promise<{ child: ChildProcess; base: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: scene.url,
    PORT: '0',
    PANTAU_ADMIN_PASSWORD: 'benchmark password',
    PANTAU_DEFAULT_FEEDS: '0',
    PANTAU_FULL_TEXT: '0',
    PANTAU_ALLOW_PRIVATE_NETWORK: '1',
    PANTAU_HOST_SPACING_MS: '0',
  }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const base = /is at (http:\S+)/.exec(said)?.[1]
    if (base !== undefined) return { child, base }
  }
  throw new Error(`The service did not start: ${said}`)
}

function report(seen: Readonly<Record<string, readonly Seen[]>>): void {
  const figure = (list: readonly Seen[], key: keyof Seen) => median(list.map((one) => one[key]))
  const lists = Object.entries(seen)
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
  console.log(`One person's requests while feeds of ${ENTRIES} entries are collected; median of ${ROUNDS} rounds.`)
  console.table(Object.fromEntries(rows))
}
