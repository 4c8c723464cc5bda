import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { TASKS } from '../src/domain/job.ts'
import { addFeed } from '../src/store/collecting/feeds.ts'
import { addProject, setListening } from '../src/store/projects/projects.ts'
import { addOwner, type Owner, TOKEN } from './fixture.ts'
import type { LoopDelay } from './loop-delay.ts'
import { createData } from './match-data.ts'
import { format, median } from './measure.ts'
import { type ProcessorTime, type ServiceProcess, startService } from './service-process.ts'
import { type MadePost, makePosts, SUBJECTS, toCsv, toFeed } from './worker-data.ts'

// Microseconds of processor time, of the service and its database together; `turn` in milliseconds, of the service alone.
const GOALS = { mention: 600, row: 400, encoder: 1_000, turn: 20 }

const FEEDS = 20
const ENTRIES = 100
const ROUNDS = 3
const PROJECTS = 1_000
const ROWS = 10_000
const WARM = 2_000
const DAYS = 365

export interface IngestCost {
  readonly name: string
  // Microseconds each.
  readonly service: number
  readonly database: number
  readonly goal: number
  // Of the loop that answers requests, for work that it does itself.
  readonly delay?: LoopDelay
}

// From a feed's address to a stored mention, and from a file to stored rows, through a service that was started as a user does.
// `--quick` leaves out the encoder; `--feeds` and `--imports` measure only these. `--warm=50000` is how many mentions and rows are
// stored before: the engine compiles what runs often, until it has seen tens of thousands.
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      feeds: { type: 'boolean', default: false },
      imports: { type: 'boolean', default: false },
      warm: { type: 'string', default: String(WARM) },
    },
  })
  const all = !values.feeds && !values.imports
  report(
    await measureIngest({
      encoder: !values.quick,
      feeds: all || values.feeds,
      imports: all || values.imports,
      warm: Number(values.warm),
    }),
  )
}

export interface IngestParts {
  readonly encoder: boolean
  readonly feeds: boolean
  readonly imports: boolean
  readonly warm: number
}

export async function measureIngest(parts: IngestParts): Promise<IngestCost[]> {
  const hashed = await measureService('hashed model', { PANTAU_SENTIMENT_QUICK: '1' }, 0, parts)
  return parts.encoder ? [...hashed, ...(await measureService('encoder', {}, GOALS.encoder, parts))] : hashed
}

async function measureService(
  model: string,
  settings: Record<string, string>,
  extra: number,
  { feeds, imports, warm }: IngestParts,
): Promise<IngestCost[]> {
  const service = await startService({ ...settings, PANTAU_COLLECT_MINUTES: '1440' })
  try {
    const owner = await addOwner(service.pool, TOKEN)
    const cost = (name: string, used: ProcessorTime, count: number, goal: number) => ({
      name: `${name}, ${model}`,
      service: (used.service * 1000) / count,
      database: (used.database * 1000) / count,
      goal: goal + extra,
    })
    const costs: IngestCost[] = []
    if (feeds)
      costs.push(
        cost('a mention from a feed', await measureFeeds(service, owner, warm), FEEDS * ENTRIES, GOALS.mention),
      )
    if (imports) {
      for (const { name, used, delay } of await measureImports(service, owner, warm))
        costs.push({ ...cost(name, used, ROWS, GOALS.row), delay })
    }
    return costs
  } finally {
    await service.stop()
  }
}

interface MeasuredImport {
  readonly used: ProcessorTime
  readonly delay: LoopDelay
}

async function measureImports(
  service: ServiceProcess,
  owner: Owner,
  warm: number,
): Promise<(MeasuredImport & { name: string })[]> {
  const addEmpty = () => addSubject(service, owner, SUBJECTS.join(' or '), 'manual')
  // Models are loaded, code is compiled and plans are made.
  const first = await addEmpty()
  for (let stored = 0; stored < warm; stored += ROWS)
    await measureImport(service, first, makePosts(200 + stored / ROWS, Math.min(ROWS, warm - stored), DAYS))
  const projectId = await addEmpty()
  const empty = await measureImport(service, projectId, makePosts(101, ROWS, DAYS))
  const filled = await measureImport(service, projectId, makePosts(103, ROWS, DAYS))
  return [
    { name: 'a row, random dates, empty project', ...empty },
    { name: 'a row, random dates, project of 10,000', ...filled },
  ]
}

async function addSubject({ pool }: ServiceProcess, { ownerId }: Owner, keyword: string, kind: 'auto' | 'manual') {
  const { id } = await addProject(pool, ownerId, {
    name: keyword.slice(0, 50),
    keyword,
    exclude: '',
    category: 'umum',
    kind,
    startDay: '2020-01-01',
    endDay: null,
  })
  return id
}

async function measureImport(
  service: ServiceProcess,
  keywordId: string,
  posts: readonly MadePost[],
): Promise<MeasuredImport> {
  const body = toCsv(posts)
  await settle(service)
  const before = service.used()
  await service.loopDelay()
  const response = await fetch(`${service.base}/api/import?keywordId=${keywordId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/csv' },
    body,
  })
  const answer = (await response.json()) as { new?: number }
  const delay = await service.loopDelay()
  if (answer.new !== posts.length) throw new Error(`The import answered ${JSON.stringify(answer).slice(0, 500)}.`)
  await settle(service)
  return { used: since(service, before), delay }
}

// Every round, each feed has ENTRIES new articles; each is a mention of one of 1,000 projects.
async function measureFeeds(service: ServiceProcess, owner: Owner, warm: number): Promise<ProcessorTime> {
  const { pool } = service
  await addProjects(service, owner)
  const feeds = await serveFeeds()
  try {
    for (let number = 0; number < FEEDS; number++)
      await addFeed(pool, { source: 'news', address: `${feeds.url}/${number}` })
    const rounds: ProcessorTime[] = []
    for (let round = 0; round < warm / (FEEDS * ENTRIES) + ROUNDS; round++) {
      await pool`update feed set next_poll_at = now() + interval '1 day'`
      await settle(service)
      feeds.next()
      const [stored] = await pool`select count(*)::int as n from mention`
      const before = service.used()
      await pool`update feed set next_poll_at = now(), interval_seconds = 86400`
      await waitFor(pool, stored?.n + FEEDS * ENTRIES)
      await settle(service)
      rounds.push(since(service, before))
    }
    const middle = (pick: (used: ProcessorTime) => number) => median(rounds.slice(-ROUNDS).map(pick))
    return { service: middle((one) => one.service), database: middle((one) => one.database) }
  } finally {
    feeds.close()
  }
}

async function addProjects(service: ServiceProcess, owner: Owner): Promise<void> {
  const { projects } = createData({ projects: PROJECTS - SUBJECTS.length, posts: 0 })
  // Words that no post has: what other projects find would be mentions too.
  const keywords = projects.map(({ keyword }) =>
    keyword.alternatives.map((terms) => terms.map((term) => `${term}qx`).join(' and ')).join(' or '),
  )
  for (const keyword of [...SUBJECTS, ...keywords]) {
    const id = await addSubject(service, owner, keyword, 'auto')
    await setListening(service.pool, owner.ownerId, id, true)
  }
}

async function serveFeeds() {
  let round = 0
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/rss+xml')
    response.end(toFeed(round === 0 ? [] : makePosts(1_000 * round + Number(request.url?.slice(1)), ENTRIES, 1)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, next: () => round++, close: () => server.close() }
}

const WAIT_MS_MAX = 300_000

async function waitFor(pool: ServiceProcess['pool'], mentions: number): Promise<void> {
  const end = performance.now() + WAIT_MS_MAX
  for (;;) {
    const [stored] = await pool`select count(*)::int as n from mention`
    if (stored?.n >= mentions) return
    if (performance.now() > end) throw new Error(`Only ${stored?.n} of ${mentions} mentions were stored.`)
    await sleep(250)
  }
}

// Until the queue is empty, what was written is indexed, and the schedule has looked for more.
async function settle({ pool }: ServiceProcess): Promise<void> {
  const end = performance.now() + WAIT_MS_MAX
  for (let quiet = 0; quiet < 8; ) {
    const [open] = await pool`
      select count(*)::int as n from job where state in ('waiting', 'running') and (run_at <= now() or task = ${TASKS.indexMentions})`
    quiet = open?.n === 0 ? quiet + 1 : 0
    if (performance.now() > end) throw new Error(`${open?.n} jobs are still open.`)
    await sleep(250)
  }
}

function since(service: ServiceProcess, before: ProcessorTime): ProcessorTime {
  const after = service.used()
  return { service: after.service - before.service, database: after.database - before.database }
}

function report(costs: readonly IngestCost[]): void {
  console.log(
    'Processor microseconds, from the address of a feed or the bytes of a file to stored and indexed mentions.',
  )
  const rows = costs.map(({ name, service, database }) => [
    name,
    { service: format(service), database: format(database), both: format(service + database) },
  ])
  console.table(Object.fromEntries(rows))
  for (const { name, service, database, goal } of costs) {
    const met = service + database <= goal
    console.log(`${name}: ${format(service + database)} us, at most ${goal}: ${met ? 'met' : 'NOT MET'}`)
  }
  for (const { name, delay } of costs) {
    if (delay === undefined) continue
    const met = delay.turn <= GOALS.turn
    console.log(
      `${name}: the loop of requests spends ${delay.turn.toFixed(1)} ms on a turn, at most ${GOALS.turn}: ${met ? 'met' : 'NOT MET'}`,
    )
    // On a machine that does other work too, they wait for a processor as well.
    console.log(`  requests wait ${delay.most.toFixed(1)} ms (99 of 100), ${delay.longest.toFixed(1)} ms (longest)`)
  }
}
