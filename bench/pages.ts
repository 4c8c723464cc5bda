import { type CellFilter, cellsOf } from '../src/domain/cell.ts'
import type { Pool } from '../src/store/db.ts'
import { countMentions } from '../src/store/mentions/mentions.ts'
import { type Clock, cpuClock, format, ratio, takeTurns, timeMs } from './measure.ts'
import { checkAgreement, LIMIT, type List, pageAt, prepare, readPage, SETTINGS } from './page-readers.ts'
import { openSceneApi, openStage, type Scene } from './stage.ts'

const ROUNDS = 41
const FILTERS: Readonly<Record<string, CellFilter>> = {
  'no filter': {},
  sentiment: { sentiment: -1 },
  source: { platforms: ['facebook'] },
  both: { sentiment: 1, platforms: ['twitter'] },
}
const PLACES = { first: 0, middle: 0.5, last: 1 } as const

type Scenes = ReadonlyMap<string, Scene>
type Rows = Record<string, Record<string, string>>

// Any page with any filter, at any size, beside OFFSET with count(*). `--full` adds ten million mentions.
export async function run(args: string[]): Promise<void> {
  const sizes = args.includes('--full') ? [10_000, 1_000_000, 10_000_000] : [10_000, 1_000_000]
  const stage = await openStage(SETTINGS)
  try {
    const scenes = new Map<string, Scene>()
    for (const mentions of sizes) {
      scenes.set(nameOf(mentions), await prepare(await stage.database(`m${mentions}`, 1), { mentions }))
    }
    const clock = await cpuClock([...scenes.values()].map(({ pool }) => pool))
    console.log(`Processor milliseconds of database and client together, median of ${ROUNDS} rounds.`)
    for (const list of ['mentions', 'r10'] as const) await comparePages(list, scenes, clock)
    await compareCounts(scenes, clock)
    await compareRequests(scenes, clock)
  } finally {
    await stage.close()
  }
}

async function comparePages(list: List, scenes: Scenes, clock: Clock): Promise<void> {
  const rows: Rows = {}
  for (const [filterName, filter] of Object.entries(FILTERS)) {
    for (const [placeName, place] of Object.entries(PLACES)) {
      const turns: Record<string, () => Promise<unknown>> = {}
      let plain = 0
      for (const [name, scene] of scenes) {
        const page = await pageAt(scene, list, filter, place)
        plain = await checkAgreement(scene, list, filter, page, clock)
        turns[name] = () => readPage(scene, list, filter, page)
      }
      rows[`${filterName}, ${placeName} page`] = toRow(
        await takeTurns(turns, ROUNDS, clock),
        'OFFSET and count(*)',
        plain,
      )
    }
  }
  console.log(`\n${list === 'mentions' ? 'GET /api/mentions' : 'R10'}: the store's part of a page of ${LIMIT}`)
  console.table(rows)
}

async function compareCounts(scenes: Scenes, clock: Clock): Promise<void> {
  const rows: Rows = {}
  const filters: Record<string, CellFilter> = { all: {}, 'one source': { platforms: ['facebook'] } }
  for (const [filterName, filter] of Object.entries(filters)) {
    const turns = [...scenes].map(([name, { pool, projectId }]) => [
      name,
      () => countMentions(pool, [{ project: { ownerId: null, id: projectId }, filter }]),
    ])
    const largest = [...scenes.values()].at(-1) as Scene
    const plain = await timeMs(() => countPlainly(largest.pool, largest.projectId, cellsOf(filter)), clock)
    rows[filterName] = toRow(await takeTurns(Object.fromEntries(turns), ROUNDS, clock), 'count(*)', plain)
  }
  console.log('\ncontent-count: the store’s part')
  console.table(rows)
}

async function countPlainly(pool: Pool, projectId: string, cells: readonly number[] | null): Promise<unknown> {
  const chosen = cells === null ? pool`` : pool`and cell = any(${cells as number[]}::smallint[])`
  return pool`select count(*) from mention where project_id = ${projectId} ${chosen}`
}

// The same through the front door: token, validation, query and JSON.
async function compareRequests(scenes: Scenes, clock: Clock): Promise<void> {
  const rows: Rows = {}
  const apis = []
  for (const [name, scene] of scenes) apis.push({ name, scene, api: await openSceneApi(scene) })
  for (const [path, list] of [
    ['/api/mentions', 'mentions'],
    ['/api/mentions/r10', 'r10'],
  ] as const) {
    for (const [placeName, place] of Object.entries(PLACES)) {
      const turns: Record<string, () => Promise<unknown>> = {}
      for (const { name, scene, api } of apis) {
        const page = await pageAt(scene, list, {}, place)
        const url = `${path}?keywordId=${scene.projectId}&page=${page}&limit=${LIMIT}`
        turns[name] = () => api.app.inject({ url, headers: { authorization: `Bearer ${scene.token}` } })
      }
      rows[`${path}, ${placeName} page`] = toRow(await takeTurns(turns, ROUNDS, clock))
    }
  }
  for (const { api } of apis) await api.app.close()
  console.log('\nThe whole request: token, project, page, validation, JSON')
  console.table(rows)
}

function toRow(cost: Record<string, number>, plainName = '', plain?: number): Record<string, string> {
  const names = Object.keys(cost)
  const [smallest = '', largest = ''] = [names[0], names.at(-1)]
  const row: Record<string, string> = {}
  for (const [name, ms] of Object.entries(cost)) row[name] = format(ms)
  row[`${largest} / ${smallest}`] = ratio((cost[largest] ?? 0) / (cost[smallest] ?? 1))
  if (plain !== undefined) {
    row[`${plainName} at ${largest}`] = format(plain)
    row['/ ours'] = ratio(plain / (cost[largest] ?? 1))
  }
  return row
}

function nameOf(mentions: number): string {
  return mentions >= 1_000_000 ? `${mentions / 1_000_000} M` : `${mentions / 1_000} k`
}
