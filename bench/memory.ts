import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPool } from '../src/store/db.ts'
import { processesIn } from '../test/temporary.ts'
import { END, fillProject, indexProject } from './fill.ts'
import { makeFolder } from './fixture.ts'
import { COMMON_WORD, DAY_MS, openPostMaker } from './front/posts.ts'
import { addProject, importRows } from './front/prepare.ts'
import { type FrontClient, type FrontService, logIn, openClock, startService, waitUntilQuiet } from './front/service.ts'
import { format } from './measure.ts'
import { TEXT } from './search-scan.ts'

// `npm run bench -- memory [--rows=20000] [--full] [--folder=<path>] [--semi=default,4]`: resident memory of the service and
// of all processes together while rows are imported over HTTP, read, exported and summarised, with a heap of 96 MB, with semi-spaces of
// these sizes in turn. With `--full` the project already has a million mentions, of the year 2025: they are filled into the database
// directly, because importing them takes hours, and exports are of a month of them. `--folder` keeps the database for the next run.
const HEAP_MB = 96
const FILE_ROWS = 10_000
const FULL = 1_000_000
const SAMPLE_MS = 200
const ROUNDS = 3
const SERVICE_MB_MAX = 400
const TOGETHER_MIB_MAX = 512
// What operate.md advises for such a machine, besides the heap.
const SMALL_MACHINE = { PANTAU_DATABASE_CONNECTIONS: '5' }

interface Peak {
  readonly startMb: number
  readonly serviceMb: number
  readonly togetherMib: number
  readonly processorMs: number
}

// What is read besides what is imported.
interface Work {
  // Imported meanwhile.
  readonly rows: number
  readonly end: Date
  // In many mentions.
  readonly word: string
  // The range of the exports.
  readonly exported: string
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '20000' },
      full: { type: 'boolean', default: false },
      folder: { type: 'string' },
      semi: { type: 'string', default: '4' },
    },
  })
  const rows = Number(values.rows)
  for (const semi of values.semi.split(',')) {
    const flags = [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${semi === 'default' ? 0 : semi}`]
    const temporary = values.folder === undefined ? await makeFolder() : null
    const folder = temporary?.path ?? values.folder ?? ''
    if (values.full) await fillFolder(folder)
    const peak = await measurePeak(folder, flags, {
      rows,
      ...(values.full
        ? { end: new Date(END), word: 'kt40', exported: '&from=2025-11-15&to=2025-12-14' }
        : { end: new Date(), word: COMMON_WORD, exported: '' }),
    })
    temporary?.remove()
    const before = values.full ? `${format(FULL)} filled directly and ` : ''
    console.log(
      `\n${before}${format(rows)} imported mentions, ${flags.join(' ')}, database for ${TOGETHER_MIB_MAX} MiB`,
    )
    console.log(`${format(peak.startMb)} MB after the start, ${format(peak.processorMs)} ms of processor time in all`)
    printGoal(`service, at most ${SERVICE_MB_MAX} MB resident`, peak.serviceMb, SERVICE_MB_MAX, 'MB')
    printGoal(`with the database, at most ${TOGETHER_MIB_MAX} MiB`, peak.togetherMib, TOGETHER_MIB_MAX, 'MiB')
  }
}

function printGoal(name: string, value: number, max: number, unit: string): void {
  console.log(`${value <= max ? 'met    ' : 'NOT MET'}  ${name}: ${format(value)} ${unit}`)
}

// A project of a million mentions, unless the folder has one.
async function fillFolder(folder: string): Promise<void> {
  const service = await startService(folder)
  const pool = openPool(service.databaseUrl, { max: 2, name: 'bench' })
  try {
    const client = await logIn(service.base)
    if ((await pool`select from project limit 1`).length > 0) return
    const filled = { pool, projectId: await addProject(client, 'Besar') }
    await fillProject(filled, { mentions: FULL, text: TEXT })
    await indexProject(filled)
  } finally {
    await pool.end({ timeout: 5 })
    await service.stop()
  }
}

async function measurePeak(folder: string, node: readonly string[], what: Work): Promise<Peak> {
  const service = await startService(folder, { node, machineMib: TOGETHER_MIB_MAX, env: SMALL_MACHINE })
  const clock = openClock(service)
  const startMb = residentMb(service)
  const peak = { serviceMb: 0, togetherMib: 0 }
  const sampling = setInterval(() => {
    peak.serviceMb = Math.max(peak.serviceMb, residentMb(service))
    peak.togetherMib = Math.max(peak.togetherMib, togetherMib(service))
  }, SAMPLE_MS)
  try {
    await work(service, what)
    const { service: own, database } = clock()
    return { startMb, ...peak, processorMs: own + database }
  } finally {
    clearInterval(sampling)
    await service.stop()
  }
}

async function work(service: FrontService, what: Work): Promise<void> {
  const client = await logIn(service.base)
  const { body } = await client.request('GET', '/api/project/overview')
  const projectId = body.data[0]?.project.id ?? (await addProject(client, 'Besar'))
  // A folder that is used again has the rows of earlier runs.
  const posts = openPostMaker(Date.now(), what.end)
  for (let left = what.rows; left > 0; left -= FILE_ROWS) {
    await importRows(client, projectId, posts.make(Math.min(left, FILE_ROWS)))
    await readAll(client, projectId, what, 1)
  }
  await readAll(client, projectId, what, ROUNDS)
  await waitUntilQuiet(service)
}

// What takes most memory: ranges of a year, files of everything, summaries and previews.
async function readAll(client: FrontClient, id: string, { end, word, exported }: Work, rounds: number): Promise<void> {
  const day = (ago: number) => new Date(end.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  for (let n = 0; n < rounds; n++) {
    const year = `from=${day(365 + n)}&to=${day(n)}`
    const insights = [`id=${id}&${year}`, `id=${id}&sentimen=-1&${year}`, `id=${id}&q=${word}&${year}`]
    await Promise.all(insights.map((query) => client.request('GET', `/api/project/insights?${query}`)))
    await client.request('GET', `/api/mentions/search?keywordId=${id}&q=${word}&order=ranked`)
    await client.request('GET', '/api/project/overview')
    await client.request('POST', `/api/project/generate-summary/${id}`)
    await client.request('POST', '/api/project/preview', { keyword: 'banjir or rob' })
    for (const kind of ['csv', 'jsonl', 'xlsx', 'parquet']) {
      await client.download(`/api/export?keywordId=${id}&format=${kind}${exported}`)
    }
  }
}

function residentMb({ pid }: FrontService): number {
  return (kilobytes(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m) * 1024) / 1e6
}

// Memory that several processes share is divided among them, so that the sum counts it once.
function togetherMib({ pid, databaseDir }: FrontService): number {
  const pids = [String(pid), ...processesIn(databaseDir)]
  return pids.reduce((sum, one) => sum + kilobytes(`/proc/${one}/smaps_rollup`, /^Pss:\s+(\d+) kB/m), 0) / 1024
}

function kilobytes(file: string, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process ended meanwhile.
    return 0
  }
}
