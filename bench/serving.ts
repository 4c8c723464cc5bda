import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { fillProject } from './fill.ts'
import { addOwner, type BenchProject, type Owner, openBenchDatabase } from './fixture.ts'
import { format, median, ratio } from './measure.ts'

const CONNECTIONS = 32
// Many short rounds: a machine that is slow for a while then slows all alternating servers alike.
const ROUNDS = 9
const MENTIONS = 100_000
// The API batches concurrent lookups, so the requests come from several users with different projects.
const OTHERS = 16
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url))

// Requests a second and latencies of the read endpoints under load, compared with bare servers. Each server is a separate process;
// they alternate. Pantau logs every request.
export async function run(args: string[]): Promise<void> {
  const seconds = args.includes('--full') ? 6 : 2
  const database = await openBenchDatabase({ wal_level: 'minimal', max_wal_senders: '0' })
  try {
    const project = await database.project('serving')
    await fillProject(project, { mentions: MENTIONS })
    const others: Owner[] = []
    for (let number = 0; number < OTHERS; number++)
      others.push(await addOwner(project.pool, `${project.token}-${number}`))
    const requestsOf = (owners: readonly Owner[], path: (id: string) => string): BenchRequest[] =>
      owners.map(({ ownerId, projectId, token }) => ({
        path: path(projectId),
        headers: { authorization: `Bearer ${token}`, 'x-owner': ownerId },
      }))
    const endpoints: Record<string, BenchRequest[]> = {
      'mentions, page 1': requestsOf([project], (id) => `/api/mentions?keywordId=${id}&page=1&limit=10`),
      'mentions, page 5,000': requestsOf([project], (id) => `/api/mentions?keywordId=${id}&page=5000&limit=10`),
      'R10, page 1': requestsOf([project], (id) => `/api/mentions/r10?keywordId=${id}&page=1&limit=10`),
      'content-count': requestsOf(others, (id) => `/api/project/content-count?id=${id}`),
      projects: requestsOf(others, () => '/api/project?page=1&limit=10'),
    }
    for (const [name, requests] of Object.entries(endpoints)) await compare(project, name, requests, seconds)
  } finally {
    await database.close()
  }
}

interface BenchRequest {
  readonly path: string
  // The bare server does not authenticate, so the owner is passed to it.
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
  // Processor milliseconds a request, of the server and of the database.
  readonly cpu: number
  readonly databaseCpu: number
}

async function compare(
  project: BenchProject,
  name: string,
  requests: readonly BenchRequest[],
  seconds: number,
): Promise<void> {
  const ours = await startServer([MAIN, 'serve'], project)
  const [first] = requests as [BenchRequest]
  const body = await fetch(ours.url + first.path, { headers: first.headers }).then((response) => response.text())
  const servers: Record<string, Served> = {
    pantau: ours,
    'node:http, same query': await startServer([BARE, 'query', project.url], project),
    'node:http, token and same query': await startServer([BARE, 'token', project.url], project),
    'node:http, same bytes': await startServer([BARE, 'bytes', project.url, body], project),
  }
  try {
    report(name, await measureRounds(project, requests, servers, seconds))
  } finally {
    for (const { child } of Object.values(servers)) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  }
}

async function measureRounds(
  project: BenchProject,
  requests: readonly BenchRequest[],
  servers: Readonly<Record<string, Served>>,
  seconds: number,
): Promise<Record<string, Round[]>> {
  const rounds = Object.fromEntries(Object.keys(servers).map((server): [string, Round[]] => [server, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [server, served] of Object.entries(servers)) {
      const measured = await load(project, requests, served, round < 0 ? 1 : seconds)
      if (round >= 0) rounds[server]?.push(measured)
    }
  }
  return rounds
}

async function startServer(args: readonly string[], project: BenchProject): Promise<Served> {
  const env = {
    ...process.env,
    DATABASE_URL: project.url,
    PORT: '0',
    PANTAU_LOG_LEVEL: 'debug',
    PANTAU_ADMIN_PASSWORD: 'benchmark password',
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const url = /is at (http:\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve({ child, url })
    })
    child.once('exit', () => reject(new Error(`The server did not start: ${output}`)))
  })
}

async function load(
  project: BenchProject,
  requests: readonly BenchRequest[],
  { child, url }: Served,
  seconds: number,
): Promise<Round> {
  const pid = child.pid ?? 0
  const backends = await project.pool`select pid from pg_stat_activity where datname = current_database()`
  const databaseMs = () => backends.reduce((sum, row) => sum + cpuMs(row.pid), 0)
  const [before, databaseBefore] = [cpuMs(pid), databaseMs()]
  const result = await autocannon({ url, requests: [...requests], connections: CONNECTIONS, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Not every request succeeded: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors.`)
  const { total, average } = result.requests
  return {
    rate: average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: (cpuMs(pid) - before) / total,
    databaseCpu: (databaseMs() - databaseBefore) / total,
  }
}

// Of a process with all its threads, in steps of 10 ms; 0 where the system does not report it.
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
  // Each round is compared with the same round of the other server.
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
