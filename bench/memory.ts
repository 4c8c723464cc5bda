import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { storyRules } from '../src/collect/analyse-post.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { fillProject, indexProject } from './fill.ts'
import { type BenchProject, openBenchApi, openBenchDatabase } from './fixture.ts'
import { format } from './measure.ts'
import { incomingBatches, renew } from './writers.ts'

const BATCH = 500
// Live memory is sampled each time this many bytes were exported.
const SAMPLE_BYTES = 4e6

// Resident memory of the process: idle, during and after ingesting, and during an export of all mentions. `--full` ingests and
// exports a million mentions, otherwise a fraction of that.
export async function run(args: string[]): Promise<void> {
  const full = args.includes('--full')
  const [ingested, exported] = full ? [1_000_000, 1_000_000] : [20_000, 200_000]
  const database = await openBenchDatabase({ wal_level: 'minimal', max_wal_senders: '0' })
  try {
    const project = await database.project('ingested')
    const api = await openBenchApi(project)
    report('idle, with the API open')
    await ingest(project, ingested)
    await api.app.close()
    const filled = await database.project('exported')
    await fillProject(filled, { mentions: exported })
    await indexProject(filled)
    for (const kind of ['csv', 'jsonl', 'xlsx'] as const) await exportAll(filled, kind, exported)
  } finally {
    await database.close()
  }
}

async function ingest(project: BenchProject, total: number): Promise<void> {
  const batches = incomingBatches(20, BATCH)
  report('with the test posts generated')
  const target = { projectId: project.projectId, ownerId: project.ownerId, jobId: null }
  const start = performance.now()
  for (let stored = 0; stored < total; stored += BATCH) {
    const batch = (batches[(stored / BATCH) % batches.length] ?? []).map((incoming) => renew(incoming, `b${stored}`))
    await project.pool.begin((tx) => addMentions(tx, target, batch, storyRules))
    if ((stored + BATCH) % (total / 5) === 0) report(`after ${format(stored + BATCH)} ingested`)
  }
  console.log(`${format((total * 1000) / (performance.now() - start))} a second.`)
}

async function exportAll(project: BenchProject, kind: 'csv' | 'jsonl' | 'xlsx', rows: number): Promise<void> {
  const { app, events } = await openBenchApi(project)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/api/export?keywordId=${project.projectId}&format=${kind}`, {
    headers: { authorization: `Bearer ${project.token}` },
  })
  if (!response.ok || response.body === null) throw new Error(`The export was refused: ${response.status}.`)
  const [start, before] = [performance.now(), residentMb()]
  const live: number[] = []
  let [bytes, peak] = [0, 0]
  for await (const chunk of response.body) {
    bytes += chunk.length
    peak = Math.max(peak, residentMb())
    if (bytes > live.length * SAMPLE_BYTES) live.push(liveMb())
  }
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${kind}: ${format(rows)} rows, ${format(bytes / 1e6)} MB in ${format(seconds)} s; ${format(before)} MB resident before, ${format(peak)} at most; live ${format(live[1] ?? 0)} MB at first, ${format(live.at(-1) ?? 0)} at last, ${format(Math.max(...live))} at most`,
  )
  await events.close()
  await app.close()
}

// Resident memory includes garbage that was not collected yet; live memory is measured after a collection.
function report(when: string): void {
  console.log(`${format(residentMb())} MB resident, ${format(liveMb())} MB live ${when}`)
}

function liveMb(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function residentMb(): number {
  return process.memoryUsage.rss() / 1e6
}
