import { storyRules } from '../src/collect/analyse-post.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { type BenchServer, openBenchServer } from './cluster-nodes.ts'
import { indexProject } from './fill.ts'
import { openBenchApi } from './fixture.ts'
import { format, median, ratio } from './measure.ts'
import { incomingBatches } from './writers.ts'

const BATCH = 500
const BATCHES = 24
const WARM_BATCHES = 4
const ROUNDS = 7
const REQUESTS = 10
const GOALS = { coordinator: 1.2, nodes: 2, growth: 1.2 }

// A cluster of Citus compared with a plain server of the same version, by the processor time of the database alone:
// `npm run bench -- citus -- --cluster=URL --plain=URL`. The URLs are those of the coordinator and of the plain server; all nodes must
// run on this machine. `--batches=N` stores N batches of 500 mentions.
export async function run(args: string[]): Promise<void> {
  const cluster = argument(args, 'cluster')
  const plain = argument(args, 'plain')
  const batches = Number(argument(args, 'batches') ?? BATCHES)
  if (cluster === null || plain === null) {
    console.log('npm run bench -- citus -- --cluster=postgres://… --plain=postgres://…')
    process.exitCode = 2
    return
  }
  const database = `pantau_bench_${process.pid}`
  const servers: Servers = {
    plain: await openBenchServer(plain, database),
    cluster: await openBenchServer(cluster, database),
  }
  try {
    const [version] = await servers.plain.pool`select current_setting('server_version') as plain`
    const [known] = await servers.cluster.pool`
      select current_setting('server_version') as server, extversion as citus from pg_extension where extname = 'citus'`
    console.log(`PostgreSQL ${version?.plain} against ${known?.server} with Citus ${known?.citus}`)
    await compareImports(servers, batches)
    for (const server of Object.values(servers)) await indexProject(server)
    for (const { pool } of Object.values(servers)) await pool.script('vacuum analyze')
    await comparePages(servers, batches * BATCH)
  } finally {
    for (const server of Object.values(servers)) await server.close()
  }
}

interface Servers {
  readonly plain: BenchServer
  readonly cluster: BenchServer
}

// Processor milliseconds of each node.
async function costOf(server: BenchServer, work: () => Promise<unknown>): Promise<number[]> {
  const before = server.nodesMs()
  await work()
  return server.nodesMs().map((ms, node) => ms - (before[node] ?? 0))
}

interface Cost {
  readonly plain: number
  readonly coordinator: number
  readonly nodes: number
}

async function compare(servers: Servers, work: (server: BenchServer) => Promise<unknown>): Promise<Cost> {
  const [plain = 0] = await costOf(servers.plain, () => work(servers.plain))
  const nodes = await costOf(servers.cluster, () => work(servers.cluster))
  return { plain, coordinator: nodes[0] ?? 0, nodes: nodes.reduce((sum, ms) => sum + ms, 0) }
}

async function compareImports(servers: Servers, total: number): Promise<void> {
  const costs: Cost[] = []
  for (const [number, incoming] of incomingBatches(total, BATCH).entries()) {
    // Without statistics, the first plans would be those of empty tables.
    if (number === WARM_BATCHES) for (const { pool } of Object.values(servers)) await pool.script('analyze')
    const store = ({ pool, projectId, ownerId }: BenchServer) =>
      pool.begin((tx) => addMentions(tx, { projectId, ownerId, jobId: null }, incoming, storyRules))
    costs.push(await compare(servers, store))
  }
  // The first batches make plans and fill caches.
  const quarter = Math.ceil(costs.length / 4)
  const warm = costs.slice(Math.min(WARM_BATCHES, costs.length - 1))
  const early = warm.slice(0, quarter)
  const late = warm.slice(-quarter)
  console.log(`\nStoring batches of ${BATCH} mentions, ${total * BATCH} in all; processor us a mention, medians`)
  console.table(
    Object.fromEntries(
      [['early', early] as const, ['late', late] as const].map(([name, part]) => [
        name,
        toRow(medianOf(part), 1000 / BATCH),
      ]),
    ),
  )
  const { plain, nodes } = medianOf(warm)
  const growth = medianOf(late).nodes / medianOf(early).nodes / (medianOf(late).plain / medianOf(early).plain)
  check('import, all nodes against plain', nodes / plain, GOALS.nodes)
  check('import, all nodes, growth with stored data against that of plain', growth, GOALS.growth)
}

async function comparePages(servers: Servers, mentions: number): Promise<void> {
  const last = Math.floor(mentions / 10)
  const paths: Record<string, string> = {
    'first page': 'mentions?page=1&limit=10',
    'middle page': `mentions?page=${Math.floor(last / 2)}&limit=10`,
    'last page': `mentions?page=${last - 1}&limit=10`,
    'first page, one sentiment': 'mentions?page=1&limit=10&sentimen=-1',
    'R10, first page': 'mentions/r10?page=1&limit=10',
    'R10, middle page': `mentions/r10?page=${Math.floor(last / 4)}&limit=10`,
  }
  const apis = new Map<BenchServer, Awaited<ReturnType<typeof openBenchApi>>>()
  for (const server of Object.values(servers)) apis.set(server, await openBenchApi(server))
  const table: Record<string, ReturnType<typeof toRow>> = {}
  const goals: Cost[] = []
  for (const [name, path] of Object.entries(paths)) {
    const read = async (server: BenchServer) => {
      for (let request = 0; request < REQUESTS; request++) {
        const url = `/api/${path}&keywordId=${server.projectId}`
        const reply = await apis.get(server)?.app.inject({ url, headers: { authorization: `Bearer ${server.token}` } })
        if (reply?.statusCode !== 200) throw new Error(`${url}: ${reply?.statusCode} ${reply?.body}`)
      }
    }
    await compare(servers, read)
    const costs: Cost[] = []
    for (let round = 0; round < ROUNDS; round++) costs.push(await compare(servers, read))
    const cost = medianOf(costs)
    table[name] = toRow(cost, 1000 / REQUESTS)
    if (!name.startsWith('R10')) goals.push(cost)
  }
  for (const { app } of apis.values()) await app.close()
  console.log('\nA page of 10: processor us of the database, the whole request, medians')
  console.table(table)
  check('a page, coordinator against plain', Math.max(...goals.map((c) => c.coordinator / c.plain)), GOALS.coordinator)
  check('a page, all nodes against plain', Math.max(...goals.map((c) => c.nodes / c.plain)), GOALS.nodes)
}

function medianOf(costs: readonly Cost[]): Cost {
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick))
  return { plain: of((c) => c.plain), coordinator: of((c) => c.coordinator), nodes: of((c) => c.nodes) }
}

function toRow({ plain, coordinator, nodes }: Cost, scale: number): Record<string, string> {
  return {
    plain: format(plain * scale),
    coordinator: format(coordinator * scale),
    'all nodes': format(nodes * scale),
    'coordinator / plain': ratio(coordinator / plain),
    'all nodes / plain': ratio(nodes / plain),
  }
}

function check(name: string, value: number, goal: number): void {
  console.log(`${value <= goal ? 'met' : 'NOT MET'}: ${name}: ${ratio(value)} (goal: at most ${ratio(goal)})`)
}

function argument(args: readonly string[], name: string): string | null {
  const prefix = `--${name}=`
  return args.find((value) => value.startsWith(prefix))?.slice(prefix.length) ?? null
}
