import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { fillProject } from './fill.ts'
import { format, median, ratio } from './measure.ts'
import { addOwner, type Owner, openStage, type Scene } from './stage.ts'

const CONNECTIONS = 32
// Many short ones: a machine that is slow for a while is slow for all who take turns meanwhile.
const ROUNDS = 9
const MENTIONS = 100_000
// What is asked for together is looked up together, so those who ask are several people with different projects.
const OTHERS = 16
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url))

// Requests a second and waiting times of the read endpoints under load, beside bare servers. Each server is a process of its own;
// they take turns. Logging of every request is on for ours.
export async function run(args: string[]): Promise<void> {
  const seconds = args.includes('--full') ? 6 : 2
  const stage = await openStage({ wal_level: 'minimal', max_wal_senders: '0' })
  try {
    const scene = await stage.database('serving')
    await fillProject(scene, { mentions: MENTIONS })
    const others: Owner[] = []
    for (let number = 0; number < OTHERS; number++) others.push(await addOwner(scene.pool, `${scene.token}-${number}`))
    const of = (owners: readonly Owner[], path: (id: string) => string): CoverageChange[] =>
      owners.map(({ ownerId, projectId, token }) => ({
        path: path(projectId),
        headers: { authorization: `Bearer ${token}`, 'x-owner': ownerId },
      }))
    const askings: Record<string, CoverageChange[]> = {
      'mentions, page 1': of([scene], (id) => `/api/mentions?keywordId=${id}&page=1&limit=10`),
      'mentions, page 5,000': of([scene], (id) => `/api/mentions?keywordId=${id}&page=5000&limit=10`),
      'R10, page 1': of([scene], (id) => `/api/mentions/r10?keywordId=${id}&page=1&limit=10`),
      'content-count': of(others, (id) => `/api/project/content-count?id=${id}`),
      projects: of(others, () => '/api/project?page=1&limit=10'),
    }
    for (const [name, asked] of Object.entries(askings)) await compare(scene, name, asked, seconds)
  } finally {
    await stage.close()
  }
}

interface CoverageChange {
  readonly path: string
  // The owner is told to the bare server, which looks up nobody.
  readonly headers: { readonly authorization: string; readonly 'x-owner': string }
}

interface Served {
  readonly child: ChildProcess
  readonly url: string
}

interface Round {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  // Processor milliseconds a request: of the server, and of the database.
  readonly cpu: number
  readonly databaseCpu: number
}

async function compare(scene: Scene, name: string, asked: readonly CoverageChange[], seconds: number): Promise<void> {
  const ours = await open([MAIN, 'serve'], scene)
  const [first] = asked as [CoverageChange]
  const body = await fetch(ours.url + first.path, { headers: first.headers }).then((response) => response.text())
  const servers: Record<string, Served> = {
    pantau: ours,
    'node:http, same query': await open([BARE, 'query', scene.url], scene),
    'node:http, token and same query': await open([BARE, 'token', scene.url], scene),
    'node:http, same bytes': await open([BARE, 'bytes', scene.url, body], scene),
  }
  try {
    report(name, await takeRounds(scene, asked, servers, seconds))
  } finally {
    for (const { child } of Object.values(servers)) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  }
}

async function takeRounds(
  scene: Scene,
  asked: readonly CoverageChange[],
  servers: Readonly<Record<string, Served>>,
  seconds: number,
): Promise<Record<string, Round[]>> {
  const rounds = Object.fromEntries(Object.keys(servers).map((server): [string, Round[]] => [server, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [server, served] of Object.entries(servers)) {
      const measured = await load(scene, asked, served, round < 0 ? 1 : seconds)
      if (round >= 0) rounds[server]?.push(measured)
    }
  }
  return rounds
}

async function open(words: readonly string[], scene: Scene): Promise<Served> {
  const env = {
    ...process.env,
    DATABASE_URL: scene.url,
    PORT: '0',
    PANTAU_LOG_LEVEL: 'debug',
    PANTAU_ADMIN_PASSWORD: 'benchmark password',
  }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const url = /is at (http:\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve({ child, url })
    })
    child.once('exit', () => reject(new Error(`The server did not start: ${said}`)))
  })
}

async function load(
  scene: Scene,
  asked: readonly CoverageChange[],
  { child, url }: Served,
  seconds: number,
): Promise<Round> {
  const pid = child.pid ?? 0
  const backends = await scene.pool`select pid from pg_stat_activity where datname = current_database()`
  const databaseMs = () => backends.reduce((sum, row) => sum + cpuMs(row.pid), 0)
  const [before, databaseBefore] = [cpuMs(pid), databaseMs()]
  const result = await autocannon({ url, requests: [...asked], connections: CONNECTIONS, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Not every answer was good: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors.`)
  const { total, average } = result.requests
  return {
    rate: average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: (cpuMs(pid) - before) / total,
    databaseCpu: (databaseMs() - databaseBefore) / total,
  }
}

// Of a process with all its threads, in steps of 10 ms; 0 where the system does not tell.
function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

function report(name: string, rounds: Record<string, Round[]>): void {
  const figure = (list: readonly Round[], key: keyof Round) => median(list.map((round) => round[key]))
  const ours = rounds.pantau ?? []
  // Each round beside the same round of the other.
  const served = (list: readonly Round[]) => median(list.map(({ rate }, round) => (ours[round]?.rate ?? 0) / rate))
  const rows = Object.entries(rounds).map(([server, list]) => {
    const row = {
      'requests/s': format(figure(list, 'rate')),
      'p50 ms': figure(list, 'p50'),
      'p99 ms': figure(list, 'p99'),
      'processor ms a request': format(figure(list, 'cpu')),
      'of the database': format(figure(list, 'databaseCpu')),
      'pantau serves': ratio(served(list)),
    }
    return [server, row]
  })
  console.log(`\n${name}: ${CONNECTIONS} connections, median of ${ROUNDS} rounds`)
  console.table(Object.fromEntries(rows))
}
