import { countFigures } from '../src/api/insight-counts.ts'
import { stepOf } from '../src/api/insight-series.ts'
import { readInsightsOf } from '../src/api/insights.ts'
import { storyRules } from '../src/collect/analyse-post.ts'
import type { MentionFilter } from '../src/domain/filter.ts'
import type { Project } from '../src/domain/project.ts'
import { addBulkChange, runBulkChange, selectPacked } from '../src/store/mentions/bulk.ts'
import { SNAPSHOT } from '../src/store/mentions/selection.ts'
import { findProject } from '../src/store/projects/projects.ts'
import { keyResolver, readAliases } from '../src/store/search/aliases.ts'
import { fillProject, indexProject } from './fill.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { cpuClock, timeMs } from './measure.ts'
import { SETTINGS } from './page-readers.ts'
import { TEXT } from './search-scan.ts'

const RANGES = {
  '30 days': { from: new Date('2025-11-15'), to: new Date('2025-12-15') },
  'half a year': { from: new Date('2025-07-01'), to: new Date('2026-01-01') },
}
const WORD = 'kt7'
const FILTERS: Readonly<Record<string, MentionFilter>> = {
  none: {},
  sentiment: { sentiment: -1 },
  source: { platforms: ['news'] },
  language: { language: 'jv' },
  tag: { tag: 'uji' },
  word: { text: { q: WORD, all: [[[WORD]]], none: [] } },
}
const ROUNDS = 3
const how = { timeZone: 'Asia/Jakarta', requestSeconds: 900, now: new Date('2026-01-02') }

// What a change of the filter costs on the project page, in a project of a million mentions of a year, or `--mentions=<number>`: the
// figures and the series, and then everything that the charts and lists show. Milliseconds of processor time of service and database,
// the first time and the median of the times after it.
export async function run(args: string[]): Promise<void> {
  const mentions = Number(args.find((arg) => arg.startsWith('--mentions='))?.slice(11) ?? 1_000_000)
  const database = await openBenchDatabase(SETTINGS)
  try {
    const bench = await database.project('insights', 1)
    await fillProject(bench, { mentions, text: TEXT })
    await indexProject(bench)
    await tagTenth(bench)
    await measureAll(bench)
  } finally {
    await database.close()
  }
}

async function tagTenth({ pool, projectId, ownerId }: BenchProject): Promise<void> {
  const ids = await selectPacked(pool, projectId, { platforms: ['news'] })
  const action = { kind: 'tag', tag: 'uji' } as const
  const id = await pool.begin((tx) => addBulkChange(tx, { projectId, by: { id: ownerId, name: 'bench' }, action }, ids))
  while (!(await runBulkChange(pool, { projectId, id }, storyRules, { stepsMax: 1_000 })));
}

async function measureAll({ pool, projectId, ownerId }: BenchProject): Promise<void> {
  const clock = await cpuClock([pool])
  const project = (await findProject(pool, ownerId, projectId)) as Project
  console.log('| filter | mentions | figures, first | figures | all | ')
  for (const [range, bounds] of Object.entries(RANGES)) {
    for (const [name, filter] of Object.entries(FILTERS)) {
      const bounded = { ...filter, ...bounds }
      let total = 0
      const readFigures = () =>
        pool.begin(async (tx) => {
          const resolve = keyResolver(await readAliases(tx, projectId))
          const { figures } = await countFigures(tx, project, bounded, { ...how, step: stepOf(bounded), resolve })
          total = figures.total
        }, SNAPSHOT)
      const readAll = () => pool.begin((tx) => readInsightsOf(tx, project, bounded, how), SNAPSHOT)
      const first = await timeMs(readFigures, clock)
      const figures = await medianOf(readFigures, clock)
      const all = await medianOf(readAll, clock)
      console.log(`| ${range}, ${name} | ${total} | ${[first, figures, all].map(Math.round).join(' | ')} |`)
    }
  }
}

async function medianOf(work: () => Promise<unknown>, clock: () => number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timeMs(work, clock))
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number
}
