import { cpuClock, format, ratio, takeTurns } from './measure.ts'
import { checkAgreement, pageAt, prepare, readPage, readPlainly, SETTINGS } from './page-readers.ts'
import { openStage, type Scene } from './stage.ts'
import { startWriters } from './writers.ts'

const MENTIONS = 1_000_000
const ROUNDS = 41
const ROUNDS_WRITING = 15
const WRITERS = 8

// Pages of a million mentions when a tenth of them came at once, and while eight writers add more.
export async function run(args: string[]): Promise<void> {
  const mentions = args.includes('--small') ? MENTIONS / 10 : MENTIONS
  const stage = await openStage(SETTINGS)
  try {
    const scenes = new Map<string, Scene>()
    const make = async (name: string) => stage.database(name, 1)
    scenes.set('spread over a year', await prepare(await make('year'), { mentions }))
    scenes.set('a tenth in one hour', await prepare(await make('hour'), { mentions, burstSeconds: 3_600 }))
    scenes.set('a tenth in one second', await prepare(await make('second'), { mentions, burstSeconds: 1 }))
    scenes.set('a tenth at one instant', await prepare(await make('instant'), { mentions, burstSeconds: 0 }))
    await compareBursts(scenes)
    await compareWhileWriting(scenes.get('spread over a year') as Scene)
  } finally {
    await stage.close()
  }
}

async function compareBursts(scenes: ReadonlyMap<string, Scene>): Promise<void> {
  const clock = await cpuClock([...scenes.values()].map(({ pool }) => pool))
  const rows: Record<string, Record<string, string>> = {}
  for (const list of ['mentions', 'r10'] as const) {
    // The burst lies in the middle of the year: these pages are before, inside and after it.
    for (const place of [0, 0.46, 0.5, 0.54, 1]) {
      const turns: Record<string, () => Promise<unknown>> = {}
      for (const [name, scene] of scenes) {
        const page = await pageAt(scene, list, {}, place)
        await checkAgreement(scene, list, {}, page, clock)
        turns[name] = () => readPage(scene, list, {}, page)
      }
      const cost = await takeTurns(turns, ROUNDS, clock)
      const base = Object.values(cost)[0] ?? 1
      rows[`${list}, at ${place * 100} %`] = Object.fromEntries(
        Object.entries(cost).map(([name, ms]) => [name, `${format(ms)} (${ratio(ms / base)})`]),
      )
    }
  }
  console.log(`\nProcessor milliseconds of a page, median of ${ROUNDS} rounds`)
  console.table(rows)
}

async function compareWhileWriting(scene: Scene): Promise<void> {
  const last = await pageAt(scene, 'mentions', {}, 1)
  const alternatives = {
    'first page': () => readPage(scene, 'mentions', {}, 1),
    'last page': () => readPage(scene, 'mentions', {}, last),
    'first page of R10': () => readPage(scene, 'r10', {}, 1),
    'OFFSET and count(*), first page': () => readPlainly(scene, 'mentions', {}, 1),
  }
  const clock = await cpuClock([scene.pool])
  const quiet = await takeTurns(alternatives, ROUNDS_WRITING, clock)
  const quietWall = await takeTurns(alternatives, ROUNDS_WRITING)
  const writers = await startWriters(scene, WRITERS)
  const busy = await takeTurns(alternatives, ROUNDS_WRITING, clock)
  const busyWall = await takeTurns(alternatives, ROUNDS_WRITING)
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
  const { total } = await readPage(scene, 'mentions', {}, 1)
  const [counted] = await scene.pool`select count(*)::int as n from mention where project_id = ${scene.projectId}`
  console.log(
    `Afterwards the total is ${total} and count(*) ${counted?.n}: ${total === counted?.n ? 'exact' : 'WRONG'}.`,
  )
}
