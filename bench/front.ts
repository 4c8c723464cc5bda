import { parseArgs } from 'node:util'
import { openClassifier } from '../src/collect/classifier.ts'
import { makeFolder } from './fixture.ts'
import { measureReadings, totalOf } from './front/measure-readings.ts'
import { openPostMaker, type PostMaker, type PostRow, rareWord } from './front/posts.ts'
import { addProject, importRows, logInAgain, type Made, makeExtras, type Prepared, prepare } from './front/prepare.ts'
import { checkComplete, findSubject, LEFT_OUT, type Subject } from './front/readings.ts'
import {
  type FirstImports,
  type Imported,
  printGoals,
  printImports,
  printReadings,
  printSecondUser,
  type SizeResult,
  sizeName,
} from './front/report.ts'
import { measureSecondUser } from './front/second-user.ts'
import { type FrontService, openClock, type Spent, startService, waitUntilQuiet } from './front/service.ts'

// `npm run bench -- front [--sizes=10k,100k] [--full] [--only=word]`: the service as a user starts it, filled and read through HTTP alone.
// 1M is `--sizes=10k,100k,1M` and takes as long as a million rows take to import; `--full` adds 10M.
const SIZES = '10k,100k'
const SIZES_FULL = '10k,100k,1M,10M'
// The size of a file that is imported to measure; large imports are sent in files of FILE_ROWS_MAX.
const FILE_ROWS = 5_000
const FILE_ROWS_MAX = 10_000
const ENCODER_ROWS = 500

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { sizes: { type: 'string' }, full: { type: 'boolean' }, only: { type: 'string', default: '' } },
  })
  const sizes = (values.sizes ?? (values.full === true ? SIZES_FULL : SIZES)).split(',').map(readSize)
  const folder = await makeFolder()
  const measured: Measurements = { first: null, sizes: [] }
  try {
    await measureSizes(folder.path, sizes, values.only, measured)
  } finally {
    // Large sizes take long: what was measured before one failed is shown.
    report(measured, values.only === '')
    folder.remove()
  }
}

interface Measurements {
  first: FirstImports | null
  readonly sizes: SizeResult[]
}

async function measureSizes(
  folder: string,
  sizes: readonly number[],
  only: string,
  measured: Measurements,
): Promise<void> {
  const end = new Date()
  // Rules are evaluated sooner while things are prepared.
  let service = await startService(folder, { env: { PANTAU_ALERT_SECONDS: '3' } })
  try {
    let prepared = await prepare(service, end)
    await checkComplete(prepared.client)
    measured.first = await measureFirstImports(service, prepared)
    const posts = openPostMaker(1, end)
    let stored = 0
    let made: Made | undefined
    for (const mentions of sizes) {
      const imported = await grow(service, prepared, posts, mentions - stored)
      const grown = await measureImport(service, prepared, prepared.projectId, posts.make(FILE_ROWS), FILE_ROWS)
      stored = mentions + FILE_ROWS
      made ??= await makeExtras(prepared)
      await waitUntilQuiet(service)
      await service.stop()
      service = await startService(folder)
      prepared = await logInAgain(prepared, service)
      const subject = await findSubject(prepared, made, stored)
      const readings = await measureReadings(subject, openClock(service), ({ name }) => name.includes(only))
      const rareRequests = await countRequestsToTheEnd(subject)
      const felt = await measureSecondUser(service, subject)
      measured.sizes.push({ mentions, imported, grown, readings, rareRequests, felt })
      console.log(`${sizeName(mentions)}: measured`)
    }
  } finally {
    await service.stop()
  }
}

function report({ first, sizes }: Measurements, withGoals: boolean): void {
  if (first === null || sizes.length === 0) return
  printImports(first, sizes)
  printReadings(sizes)
  printSecondUser(sizes)
  const leftOut = Object.entries(LEFT_OUT).map(([name, reason]) => `${name} (${reason})`)
  console.log(`\nLeft out: ${leftOut.join('; ')}.\n`)
  if (withGoals) printGoals(first, sizes)
}

function readSize(text: string): number {
  const [, digits, unit] = /^(\d+)([kM])$/.exec(text) ?? []
  if (digits === undefined) throw new Error(`A size is a number and k or M, not "${text}".`)
  return Number(digits) * (unit === 'k' ? 1e3 : 1e6)
}

async function measureFirstImports(service: FrontService, prepared: Prepared): Promise<FirstImports> {
  const { client, end } = prepared
  const rows = [...openPostMaker(5, end).make(FILE_ROWS)]
  const byTime = [...openPostMaker(6, end).make(FILE_ROWS)].sort((a, b) => (a.published_at < b.published_at ? -1 : 1))
  // The first rows of all load the models.
  await importRows(client, await addProject(client, 'Pertama'), openPostMaker(7, end).make(ENCODER_ROWS))
  const scattered = await measureImport(service, prepared, await addProject(client, 'Acak'), rows, FILE_ROWS)
  const encoder = measureEncoder(rows.slice(0, ENCODER_ROWS))
  const sorted = await measureImport(service, prepared, await addProject(client, 'Urut'), byTime, FILE_ROWS)
  return { scattered, sorted, encoder }
}

// What judging takes with the encoder and without it.
function measureEncoder(rows: readonly PostRow[]): number {
  const [full, quick] = [false, true].map((isQuick) => {
    const classifier = openClassifier({ isQuick: () => isQuick })
    const judge = () => {
      const start = process.cpuUsage()
      for (const { text } of rows) classifier.judge(text, 'post')
      const { user, system } = process.cpuUsage(start)
      return (user + system) / rows.length
    }
    judge()
    return judge()
  })
  return (full as number) - (quick as number)
}

async function grow(service: FrontService, prepared: Prepared, posts: PostMaker, rows: number): Promise<Imported> {
  if (rows <= 0) throw new Error(`Sizes must be more than ${FILE_ROWS} apart.`)
  const clock = openClock(service)
  const before = clock()
  for (let left = rows; left > 0; left -= FILE_ROWS_MAX) {
    await importRows(prepared.client, prepared.projectId, posts.make(Math.min(left, FILE_ROWS_MAX)))
  }
  return importedSince(service, clock, before, rows)
}

async function measureImport(
  service: FrontService,
  { client }: Prepared,
  projectId: string,
  posts: Iterable<PostRow>,
  rows: number,
): Promise<Imported> {
  await waitUntilQuiet(service)
  const clock = openClock(service)
  const before = clock()
  await importRows(client, projectId, posts)
  return importedSince(service, clock, before, rows)
}

async function importedSince(
  service: FrontService,
  clock: () => Spent,
  before: Spent,
  rows: number,
): Promise<Imported> {
  const perRow = (spent: Spent) => ((totalOf(spent) - totalOf(before)) * 1_000) / rows
  const responded = perRow(clock())
  await waitUntilQuiet(service)
  return { rows, responded, quiet: perRow(clock()) }
}

// Requests to read all mentions with a word that few have.
async function countRequestsToTheEnd({ client, projectId, mentions }: Subject): Promise<number> {
  const path = `/api/mentions/search?keywordId=${projectId}&limit=100&q=${rareWord(12_345, mentions)}`
  let cursor: string | null = ''
  let requests = 0
  while (cursor !== null) {
    const page = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await client.request('GET', path + page)
    cursor = body.next ?? null
    requests += 1
  }
  return requests
}
