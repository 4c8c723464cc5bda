import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { cpuClock, format, measureInRounds, ratio } from './measure.ts'
import { checkAgreement, pageAt, prepare, readPage, readPlainly, SETTINGS } from './page-readers.ts'
import { startWriters } from './writers.ts'

const MENTIONS = 1_000_000
const ROUNDS = 41
const ROUNDS_WRITING = 15
const WRITERS = 8

// Pages of a million mentions when a tenth of them were published in a burst, and while eight writers add more.
export async function run(args: string[]): Promise<void> {
  const mentions = args.includes('--small') ? MENTIONS / 10 : MENTIONS
  const database = await openBenchDatabase(SETTINGS)
  try {
    const projects = new Map<string, BenchProject>()
    const create = (name: string) => database.project(name, 1)
    projects.set('spread over a year', await prepare(await create('year'), { mentions }))
    projects.set('a tenth in one hour', await prepare(await create('hour'), { mentions, burstSeconds: 3_600 }))
    projects.set('a tenth in one second', await prepare(await create('second'), { mentions, burstSeconds: 1 }))
    projects.set('a tenth at one instant', await prepare(await create('instant'), { mentions, burstSeconds: 0 }))
    await compareBursts(projects)
    await compareWhileWriting(projects.get('spread over a year') as BenchProject)
  } finally {
    await database.close()
  }
}

async function compareBursts(projects: ReadonlyMap<string, BenchProject>): Promise<void> {
  const clock = await cpuClock([...projects.values()].map(({ pool }) => pool))
  const rows: Record<string, Record<string, string>> = {}
  for (const list of ['mentions', 'r10'] as const) {
    // The burst is in the middle of the year: these pages are before, inside and after it.
    for (const share of [0, 0.46, 0.5, 0.54, 1]) {
      const alternatives: Record<string, () => Promise<unknown>> = {}
      for (const [name, project] of projects) {
        const page = await pageAt(project, list, {}, share)
        await checkAgreement(project, list, {}, page, clock)
        alternatives[name] = () => readPage(project, list, {}, page)
      }
      const cost = await measureInRounds(alternatives, ROUNDS, clock)
      const base = Object.values(cost)[0] ?? 1
      rows[`${list}, at ${share * 100} %`] = Object.fromEntries(
        Object.entries(cost).map(([name, ms]) => [name, `${format(ms)} (${ratio(ms / base)})`]),
      )
    }
  }
  console.log(`\nProcessor milliseconds of a page, median of ${ROUNDS} rounds`)
  console.table(rows)
}

async function compareWhileWriting(project: BenchProject): Promise<void> {
  const last = await pageAt(project, 'mentions', {}, 1)
  const alternatives = {
    'first page': () => readPage(project, 'mentions', {}, 1),
    'last page': () => readPage(project, 'mentions', {}, last),
    'first page of R10': () => readPage(project, 'r10', {}, 1),
    'OFFSET and count(*), first page': () => readPlainly(project, 'mentions', {}, 1),
  }
  const clock = await cpuClock([project.pool])
  const quiet = await measureInRounds(alternatives, ROUNDS_WRITING, clock)
  const quietWall = await measureInRounds(alternatives, ROUNDS_WRITING)
  const writers = await startWriters(project, WRITERS)
  const busy = await measureInRounds(alternatives, ROUNDS_WRITING, clock)
  const busyWall = await measureInRounds(alternatives, ROUNDS_WRITING)
  const { perSecond } = await writers.stop()
  console.log(`\nWhile ${WRITERS} writers add ${format(perSecond)} mentions a second to the same project`)
  const rows = Object.entries(quiet).map(([name, ms]) => [
    name,
    {
      'quiet, processor ms': format(ms),
      'while writing, processor ms': format(busy[name] ?? 0),
      times: ratio((busy[name] ?? 0) / ms),
      'quiet, ms': format(quietWall[name] ?? 0),
      'while writing, ms': format(busyWall[name] ?? 0),
    },
  ])
  console.table(Object.fromEntries(rows))
  const { total } = await readPage(project, 'mentions', {}, 1)
  const [counted] = await project.pool`select count(*)::int as n from mention where project_id = ${project.projectId}`
  console.log(
    `Afterwards the total is ${total} and count(*) ${counted?.n}: ${total === counted?.n ? 'exact' : 'WRONG'}.`,
  )
}
