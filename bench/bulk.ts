import { monitorEventLoopDelay } from 'node:perf_hooks'
import { storyRules } from '../src/collect/analyse-post.ts'
import type { BulkAction } from '../src/domain/bulk.ts'
import { ID_BYTES } from '../src/store/ids.ts'
import { addBulkChange, runBulkChange, selectPacked, startUndo } from '../src/store/mentions/bulk.ts'
import { SNAPSHOT } from '../src/store/mentions/selection.ts'
import { listTags } from '../src/store/mentions/tags.ts'
import { countSelected, selectParts } from '../src/store/search/select.ts'
import { fillProject, indexProject } from './fill.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { SETTINGS } from './page-readers.ts'
import { TEXT } from './search-scan.ts'

// One change of everything that a filter selects, and filters by the tag that it put on. One million mentions, or
// `--mentions=<number>`. How long a batch holds the project's lock, and how long the process was busy at a stretch.
export async function run(args: string[]): Promise<void> {
  const mentions = Number(args.find((arg) => arg.startsWith('--mentions='))?.slice(11) ?? 1_000_000)
  const database = await openBenchDatabase(SETTINGS)
  try {
    const project = await database.project('bulk', 1)
    await fillProject(project, { mentions, text: TEXT })
    await indexProject(project)
    await measure(project, 'tag all', { kind: 'tag', tag: 'semua' }, {})
    await measureFilter(project)
    const some = { from: new Date('2025-06-20'), to: new Date('2025-06-22') }
    await measure(project, 'correct two days', { kind: 'sentiment', sentiment: -1 }, some)
    await measure(project, 'hide two days', { kind: 'hide' }, some)
  } finally {
    await database.close()
  }
}

async function measure(
  { pool, projectId, ownerId }: BenchProject,
  name: string,
  action: BulkAction,
  filter: { readonly from?: Date; readonly to?: Date },
): Promise<void> {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const selecting = await stretch(() => selectPacked(pool, projectId, filter))
  const by = { id: ownerId, name: 'bench' }
  const storing = await stretch(() =>
    pool.begin((tx) => addBulkChange(tx, { projectId, by, action }, selecting.result)),
  )
  const change = { projectId, id: storing.result }
  const doing = await runAll(pool, change)
  await pool.begin((tx) => startUndo(tx, change))
  const undoing = await runAll(pool, change)
  loop.disable()
  const total = selecting.result.length / ID_BYTES
  console.log(
    `${name}: ${total} mentions; select ${ms(selecting.ms)}, store ${ms(storing.ms)}, change ${describe(doing)}, undo ${describe(undoing)}; event loop blocked at most ${ms(loop.max / 1e6)}`,
  )
  if (action.kind === 'tag') await runAgain(pool, { projectId, by, action }, selecting.result)
}

type Pool = BenchProject['pool']

async function runAgain(pool: Pool, change: Parameters<typeof addBulkChange>[1], ids: Buffer): Promise<void> {
  const id = await pool.begin((tx) => addBulkChange(tx, change, ids))
  await runAll(pool, { projectId: change.projectId, id })
}

async function runAll(pool: Pool, change: { readonly projectId: string; readonly id: string }): Promise<number[]> {
  const batches: number[] = []
  for (let done = false; !done; ) {
    const batch = await stretch(() => runBulkChange(pool, change, storyRules, { stepsMax: 1 }))
    done = batch.result
    batches.push(batch.ms)
  }
  return batches
}

async function measureFilter({ pool, projectId }: BenchProject): Promise<void> {
  const count = () =>
    pool.begin(async (tx) => countSelected(await selectParts(tx, projectId, { tag: 'semua' })), SNAPSHOT)
  const first = await stretch(count)
  const again = await stretch(count)
  const listed = await stretch(() => pool.begin((tx) => listTags(tx, projectId), SNAPSHOT))
  console.log(
    `filter by a tag on ${first.result} mentions: first ${ms(first.ms)}, again ${ms(again.ms)}; list of tags ${ms(listed.ms)}`,
  )
}

async function stretch<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const start = performance.now()
  const result = await work()
  return { result, ms: performance.now() - start }
}

function describe(batches: readonly number[]): string {
  const sorted = batches.toSorted((a, b) => a - b)
  const sum = batches.reduce((total, one) => total + one, 0)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${ms(sum)} (batch of 200: median ${ms(middle)}, longest ${ms(sorted.at(-1) ?? 0)})`
}

function ms(value: number): string {
  return value >= 10_000 ? `${(value / 1_000).toFixed(1)} s` : `${value.toFixed(value < 10 ? 1 : 0)} ms`
}
