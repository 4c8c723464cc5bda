import { setImmediate } from 'node:timers/promises'
import type { App } from '../src/api/app.ts'
import { fillProject, indexProject, scatterProject } from './fill.ts'
import { addOwner, type BenchProject, openBenchApi, openBenchDatabase } from './fixture.ts'
import { type Clock, cpuClock, format, median, timeMs } from './measure.ts'
import { SETTINGS } from './page-readers.ts'
import { TEXT } from './search-scan.ts'

const SMALL = 10_000
const READINGS = [
  { name: '30 days', from: '2025-11-15', to: '2025-12-14', filter: '', goalMs: 25 },
  { name: '30 days, a sentiment', from: '2025-11-15', to: '2025-12-14', filter: '&sentimen=-1', goalMs: 25 },
  { name: 'a year', from: '2025-01-01', to: '2025-12-31', filter: '', goalMs: 60 },
  { name: 'a year, a sentiment', from: '2025-01-01', to: '2025-12-31', filter: '&sentimen=-1', goalMs: 60 },
] as const
const ROUNDS = 9
// Not measured: code is compiled while it runs.
const WARM_UP = 6
const TURN_MS_MAX = 20
// In every text.
const FREQUENT_WORD = 'banjir'
const PROJECTS = 100
const OVERVIEW_MS_MAX = 10
const CONNECTIONS = 4

// What the project page requests besides its list, with 10,000 mentions in a year and with a million, or `--mentions=<number>`: figures
// and insights, and the overview of a hundred projects, in processor milliseconds of service and database, the first time and the median
// of later ones; and what a second user notices while three others read the insights of a year. `--only=overview` leaves the rest out.
// `--scattered` indexes the mentions as files of 10,000 rows with random dates leave them.
// The texts have 60 words each of 50,000 and no stop words, so they have more different terms than real ones.
export async function run(args: string[]): Promise<void> {
  const large = Number(args.find((arg) => arg.startsWith('--mentions='))?.slice(11) ?? 1_000_000)
  const database = await openBenchDatabase(SETTINGS)
  try {
    for (const mentions of args.includes('--only=overview') ? [] : [SMALL, large]) {
      const project = await database.project(`insights${mentions}`, CONNECTIONS)
      await fillProject(project, { mentions, text: TEXT })
      if (args.includes('--scattered')) await scatterProject(project, mentions)
      else await indexProject(project)
      console.log(`\n${format(mentions)} mentions of a year:`)
      await measureProject(project)
    }
    await measureOverview(await database.project('overview', CONNECTIONS))
  } finally {
    await database.close()
  }
}

export async function measureProject(project: BenchProject): Promise<void> {
  const { app } = await openBenchApi(project)
  const read = readerOf(app, project.token)
  const clock = await openConnections(project)
  const rows: { name: string; goalMs: number; figures: Measured; insights: Measured; total: number }[] = []
  for (const { name, from, to, filter, goalMs } of READINGS) {
    const query = `id=${project.projectId}&from=${from}&to=${to}${filter}`
    const figures = await measure(() => read(`/api/project/figures?${query}`), clock)
    const insights = await measure(() => read(`/api/project/insights?${query}`), clock)
    const { total } = await read(`/api/project/figures?${query}`)
    rows.push({ name, goalMs, figures, insights, total })
  }
  console.log('| range, filter | mentions | figures, first | figures | insights, first | insights | goal |')
  console.log('|---|---|---|---|---|---|---|')
  for (const { name, goalMs, figures, insights, total } of rows) {
    const cells = [total, figures.firstMs, figures.ms, insights.firstMs, insights.ms].map(format)
    console.log(`| ${name} | ${cells.join(' | ')} | ${verdict(insights.ms, goalMs)} |`)
  }
  await measureOthers(read, project.projectId)
  await measureTurns(read, project.projectId)
  console.log(`Resident, with the benchmark itself: ${format(process.memoryUsage().rss / 2 ** 20)} MiB`)
  await app.close()
}

// All connections of the pool, so that the processor time of each is counted.
async function openConnections({ pool }: BenchProject): Promise<Clock> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => pool`select pg_sleep(0.2)`))
  return cpuClock([pool])
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes of replies are checked by the contract tests.
type Read = (path: string) => Promise<any>

function readerOf(app: App, token: string): Read {
  const request = requesterOf(app, token)
  return async (url) => JSON.parse(await request(url))
}

function requesterOf(app: App, token: string): (path: string) => Promise<string> {
  return async (url) => {
    const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
    return response.body
  }
}

interface Measured {
  readonly firstMs: number
  readonly ms: number
}

async function measure(
  work: () => Promise<unknown>,
  clock: Clock,
  prepare: () => Promise<unknown> = async () => {},
): Promise<Measured> {
  await prepare()
  const firstMs = await timeMs(work, clock)
  for (let round = 0; round < WARM_UP; round++) await work()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await prepare()
    times.push(await timeMs(work, clock))
  }
  return { firstMs, ms: median(times) }
}

function verdict(ms: number, goalMs: number): string {
  return `at most ${goalMs}: ${ms <= goalMs ? 'met' : '**not met**'}`
}

// The requests of a second user, alone and while three others read the insights of a year, and the longest turn of the event loop then.
async function measureOthers(read: Read, id: string): Promise<void> {
  const [, , { from, to }] = READINGS
  const count = async () => {
    const times: number[] = []
    for (let n = 0; n < 100; n++) times.push(await timeMs(() => read(`/api/project/content-count?id=${id}`)))
    return median(times)
  }
  await count()
  const alone = await count()
  let isOver = false
  const turn = longestTurn(() => isOver)
  const readings = [1, 2, 3].map(async () => {
    while (!isOver) await read(`/api/project/insights?id=${id}&from=${from}&to=${to}`)
  })
  const beside = await count()
  isOver = true
  await Promise.all(readings)
  console.log(
    `While three users read the insights of a year: longest turn of the event loop ${format(await turn)} ms of processor time, ${verdict(await turn, TURN_MS_MAX)};`,
  )
  console.log(`p50 of content-count ${format(beside)} ms, ${format(alone)} without them (wall time).`)
}

// What else reads many mentions, each alone: the longest turn of the second time, when all columns are there and code has run.
async function measureTurns(read: Read, id: string): Promise<void> {
  const [month, , year] = READINGS
  const range = `from=${year.from}&to=${year.to}`
  const paths: Readonly<Record<string, string>> = {
    'figures of a word': `/api/project/figures?id=${id}&q=${FREQUENT_WORD}&${range}`,
    'insights of a word': `/api/project/insights?id=${id}&q=${FREQUENT_WORD}&${range}`,
    'search, newest': `/api/mentions/search?keywordId=${id}&q=${FREQUENT_WORD}`,
    'search, ranked': `/api/mentions/search?keywordId=${id}&q=${FREQUENT_WORD}&order=ranked`,
    'search, ranked, all': `/api/mentions/search?keywordId=${id}&order=ranked`,
    'compare two months': `/api/compare?id=${id}&periods=2025-10-15..2025-11-14,${month.from}..${month.to}`,
    moments: `/api/project/moments?id=${id}&from=2025-12-13&to=${month.to}`,
    campaigns: `/api/campaigns?keywordId=${id}&from=${month.from}&to=${month.to}`,
  }
  const turns: string[] = []
  let most = 0
  for (const [name, path] of Object.entries(paths)) {
    await read(path)
    let isOver = false
    const turn = longestTurn(() => isOver)
    await read(path)
    isOver = true
    most = Math.max(most, await turn)
    turns.push(`${name} ${format(await turn)}`)
  }
  console.log(`Longest turn of the event loop in other readings: ${turns.join(', ')}; ${verdict(most, TURN_MS_MAX)}.`)
}

// In processor time of this thread, because other processes take the processor away.
async function longestTurn(isOver: () => boolean): Promise<number> {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  for (let before = usedMs(); !isOver(); ) {
    await setImmediate()
    const now = usedMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  return longest
}

// Each project has mentions in every hour of the last 16 days, the most there can be to read, fifty jobs and five hundred charges.
export async function fillOverview({ pool, ownerId }: BenchProject): Promise<void> {
  for (let n = 1; n < PROJECTS; n++) {
    const { projectId } = await addOwner(pool, `other-${n}`)
    await pool`update project set owner_id = ${ownerId} where id = ${projectId}`
  }
  await pool`
    insert into mention_count (project_id, list, span, start, split, total, counts)
    select id, 0, 0, 0, true, 18 * 384, array_fill(384, array[18]) from project union all
    select id, 0, 86400, (extract(epoch from now())::bigint / 86400 - day) * 86400, true, 18 * 24, array_fill(24, array[18])
      from project cross join generate_series(0, 15) day union all
    select id, 0, 3600, (extract(epoch from now())::bigint / 86400 * 24 + 23 - hour) * 3600, false, 18, array_fill(1, array[18])
      from project cross join generate_series(0, 383) hour`
  await pool`
    insert into job (id, task, key, account_id, project_id, requested, state, finished_at, created_at)
    select gen_random_uuid(), 'collect', p.id || ' ' || n, owner_id, p.id, true, 'done', now(), now() - make_interval(hours => n)
      from project p cross join generate_series(1, 50) n`
  await pool`
    insert into quota_entry (account_id, project_id, amount)
    select owner_id, p.id, -1 from project p cross join generate_series(1, 500)`
  for (const table of ['mention_count', 'job', 'quota_entry', 'project']) await pool.script(`vacuum analyze ${table}`)
}

async function measureOverview(project: BenchProject): Promise<void> {
  await fillOverview(project)
  const { app } = await openBenchApi(project)
  await app.ready()
  const request = requesterOf(app, project.token)
  const clock = await openConnections(project)
  const read = () => request('/api/project/overview')
  const { firstMs, ms } = await measure(read, clock)
  // As a mention of now changes them: all mentions, today's and this hour's.
  const change = () =>
    project.pool`update mention_count set total = total where span = 0 or start + span > extract(epoch from now())`
  const { ms: changedMs } = await measure(read, clock, change)
  const [all, changed] = [ms, changedMs].map(format)
  console.log(
    `\nOverview of ${PROJECTS} projects: first ${format(firstMs)} ms, then ${all}, ${verdict(ms, OVERVIEW_MS_MAX)}; after the mentions of all of them changed ${changed}.`,
  )
  await app.close()
}
