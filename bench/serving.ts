import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import autocannon from 'autocannon'
import { fillProject } from './fill.ts'
import { addOwner, type BenchProject, type Owner, openBenchDatabase } from './fixture.ts'
import { format, median, reportGoal } from './measure.ts'
import {
  measureServer,
  type ServerProcess,
  type Spent,
  startServer,
  startService,
  stopServer,
} from './server-process.ts'

const CONNECTIONS = 32
// Many short rounds: a machine that is slow for a while then slows all alternating servers alike.
const ROUNDS = 7
// The engine compiles what runs often for so long, and of the service that is more than of a bare server.
const WARM_REQUESTS = 20_000
const MENTIONS = 100_000
// The API batches concurrent lookups, so the requests come from several users with different projects.
const OTHERS = 16
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const BASELINE = 'node:http, same statement'
const WITH_TOKEN = 'node:http, token and same statement'
// The share of the service's processor time that bare `node:http` needs for the same pages.
const GOAL = 0.9

// Processor time of a request of the read endpoints under load, of the service and the database, compared with bare servers that send the
// same response. Each server is a process of its own with the same memory; they alternate. Names of endpoints after the options measure
// only those.
export async function run(args: string[]): Promise<void> {
  const amount = args.includes('--full') ? 10_000 : 1_000
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
    const pages = {
      'mentions-first': requestsOf([project], (id) => `/api/mentions?keywordId=${id}&page=1&limit=10`),
      'mentions-deep': requestsOf([project], (id) => `/api/mentions?keywordId=${id}&page=5000&limit=10`),
      'r10-first': requestsOf([project], (id) => `/api/mentions/r10?keywordId=${id}&page=1&limit=10`),
    }
    const small = {
      'content-count': requestsOf(others, (id) => `/api/project/content-count?id=${id}`),
      projects: requestsOf(others, () => '/api/project?page=1&limit=10'),
    }
    const wanted = args.filter((arg) => !arg.startsWith('--'))
    for (const [name, requests] of Object.entries({ ...pages, ...small })) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const share = await compare(project, name, requests, amount)
      if (name in pages) reportGoal(`${name}: processor time of ${BASELINE} / pantau`, share, { min: GOAL })
    }
  } finally {
    await database.close()
  }
}

interface BenchRequest {
  readonly path: string
  // The bare server does not authenticate, so the owner is passed to it.
  readonly headers: { readonly authorization: string; readonly 'x-owner': string }
}

// Returns the share of the goal.
async function compare(
  project: BenchProject,
  name: string,
  requests: readonly BenchRequest[],
  amount: number,
): Promise<number> {
  // None waits for another: the time in a queue is not what is measured here.
  const ours = await startService(project, { PANTAU_REQUESTS_MAX: String(CONNECTIONS) })
  const { body, headers } = await fetchOne(ours, requests)
  const sent = JSON.stringify(headers)
  const servers: Record<string, ServerProcess> = {
    pantau: ours,
    [BASELINE]: await startServer([BARE, 'query', project.url, sent], project),
    [WITH_TOKEN]: await startServer([BARE, 'token', project.url, sent], project),
    'node:http, same bytes': await startServer([BARE, 'bytes', project.url, sent, body], project),
  }
  try {
    for (const [server, served] of Object.entries(servers)) {
      const other = await fetchOne(served, requests)
      if (!isDeepStrictEqual(JSON.parse(other.body), JSON.parse(body)))
        throw new Error(`${server} sends something else for ${name}.`)
    }
    return report(name, await measureRounds(project, requests, servers, amount))
  } finally {
    for (const server of Object.values(servers)) await stopServer(server)
  }
}

// Headers of the connection are set by the server itself.
const OWN_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

async function fetchOne({ url }: ServerProcess, requests: readonly BenchRequest[]) {
  const [first] = requests as [BenchRequest]
  const response = await fetch(url + first.path, { headers: first.headers })
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.has(name)))
  return { body: await response.text(), headers }
}

async function measureRounds(
  project: BenchProject,
  requests: readonly BenchRequest[],
  servers: Readonly<Record<string, ServerProcess>>,
  amount: number,
): Promise<Record<string, Spent[]>> {
  const rounds = Object.fromEntries(Object.keys(servers).map((server): [string, Spent[]] => [server, []]))
  for (const served of Object.values(servers)) await load(requests, served, WARM_REQUESTS)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [server, served] of Object.entries(servers)) {
      const { service, database } = await measureServer(project, served, () => load(requests, served, amount))
      rounds[server]?.push({ service: service / amount, database: database / amount })
    }
  }
  return rounds
}

async function load(requests: readonly BenchRequest[], { url }: ServerProcess, amount: number): Promise<void> {
  const result = await autocannon({ url, requests: [...requests], connections: CONNECTIONS, amount })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Not every request succeeded: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors.`)
}

function report(name: string, rounds: Readonly<Record<string, readonly Spent[]>>): number {
  const ours = rounds.pantau ?? []
  const sum = ({ service, database }: Spent) => service + database
  // Each round is compared with the same round of the other server.
  const shareOf = (list: readonly Spent[]) => median(list.map((spent, round) => sum(spent) / sum(ours[round] as Spent)))
  const rows = Object.entries(rounds).map(([server, list]) => {
    const row = {
      'service, ms': format(median(list.map(({ service }) => service))),
      'database, ms': format(median(list.map(({ database }) => database))),
      'both, ms': format(median(list.map(sum))),
      'of pantau': format(shareOf(list)),
    }
    return [server, row]
  })
  console.log(`\n${name}: processor time of a request, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`)
  console.table(Object.fromEntries(rows))
  return shareOf(rounds[BASELINE] ?? [])
}
