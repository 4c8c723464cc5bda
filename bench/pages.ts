import { type CellFilter, cellsOf } from '../src/domain/cell.ts'
import type { Pool } from '../src/store/db.ts'
import { countMentions } from '../src/store/mentions/mentions.ts'
import { NOTHING, sql } from '../src/store/sql.ts'
import { type BenchProject, openBenchApi, openBenchDatabase } from './fixture.ts'
import { type Clock, cpuClock, format, measureInRounds, ratio, timeMs } from './measure.ts'
import { checkAgreement, LIMIT, type List, pageAt, prepare, readPage, SETTINGS } from './page-readers.ts'

const ROUNDS = 41
const FILTERS: Readonly<Record<string, CellFilter>> = {
  'no filter': {},
  sentiment: { sentiment: -1 },
  source: { platforms: ['facebook'] },
  both: { sentiment: 1, platforms: ['twitter'] },
}
const POSITIONS = { first: 0, middle: 0.5, last: 1 } as const

type Projects = ReadonlyMap<string, BenchProject>
type Rows = Record<string, Record<string, string>>

// Any page with any filter, at any size, compared with OFFSET and count(*). `--full` adds ten million mentions.
export async function run(args: string[]): Promise<void> {
  const sizes = args.includes('--full') ? [10_000, 1_000_000, 10_000_000] : [10_000, 1_000_000]
  const database = await openBenchDatabase(SETTINGS)
  try {
    const projects = new Map<string, BenchProject>()
    for (const mentions of sizes) {
      projects.set(nameOf(mentions), await prepare(await database.project(`m${mentions}`, 1), { mentions }))
    }
    const clock = await cpuClock([...projects.values()].map(({ pool }) => pool))
    console.log(`Processor milliseconds of database and client together, median of ${ROUNDS} rounds.`)
    for (const list of ['mentions', 'r10'] as const) await comparePages(list, projects, clock)
    await compareCounts(projects, clock)
    await compareRequests(projects, clock)
  } finally {
    await database.close()
  }
}

async function comparePages(list: List, projects: Projects, clock: Clock): Promise<void> {
  const rows: Rows = {}
  for (const [filterName, filter] of Object.entries(FILTERS)) {
    for (const [positionName, share] of Object.entries(POSITIONS)) {
      const alternatives: Record<string, () => Promise<unknown>> = {}
      let plain = 0
      for (const [name, project] of projects) {
        const page = await pageAt(project, list, filter, share)
        plain = await checkAgreement(project, list, filter, page, clock)
        alternatives[name] = () => readPage(project, list, filter, page)
      }
      rows[`${filterName}, ${positionName} page`] = toRow(
        await measureInRounds(alternatives, ROUNDS, clock),
        'OFFSET and count(*)',
        plain,
      )
    }
  }
  console.log(`\n${list === 'mentions' ? 'GET /api/mentions' : 'R10'}: the store's share of a page of ${LIMIT}`)
  console.table(rows)
}

async function compareCounts(projects: Projects, clock: Clock): Promise<void> {
  const rows: Rows = {}
  const filters: Record<string, CellFilter> = { all: {}, 'one source': { platforms: ['facebook'] } }
  for (const [filterName, filter] of Object.entries(filters)) {
    const alternatives = [...projects].map(([name, { pool, projectId }]) => [
      name,
      () => countMentions(pool, [{ project: { ownerId: null, id: projectId }, filter }]),
    ])
    const largest = [...projects.values()].at(-1) as BenchProject
    const plain = await timeMs(() => countPlainly(largest.pool, largest.projectId, cellsOf(filter)), clock)
    rows[filterName] = toRow(await measureInRounds(Object.fromEntries(alternatives), ROUNDS, clock), 'count(*)', plain)
  }
  console.log('\ncontent-count: the store’s share')
  console.table(rows)
}

async function countPlainly(pool: Pool, projectId: string, cells: readonly number[] | null): Promise<unknown> {
  const chosen = cells === null ? NOTHING : sql`and cell = any(${cells as number[]}::smallint[])`
  return pool`select count(*) from mention where project_id = ${projectId} ${chosen}`
}

// The same as whole requests: token, validation, query and JSON.
async function compareRequests(projects: Projects, clock: Clock): Promise<void> {
  const rows: Rows = {}
  const apis = []
  for (const [name, project] of projects) apis.push({ name, project, api: await openBenchApi(project) })
  for (const [path, list] of [
    ['/api/mentions', 'mentions'],
    ['/api/mentions/r10', 'r10'],
  ] as const) {
    for (const [positionName, share] of Object.entries(POSITIONS)) {
      const alternatives: Record<string, () => Promise<unknown>> = {}
      for (const { name, project, api } of apis) {
        const page = await pageAt(project, list, {}, share)
        const url = `${path}?keywordId=${project.projectId}&page=${page}&limit=${LIMIT}`
        alternatives[name] = () => api.app.inject({ url, headers: { authorization: `Bearer ${project.token}` } })
      }
      rows[`${path}, ${positionName} page`] = toRow(await measureInRounds(alternatives, ROUNDS, clock))
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
