import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { storyRules } from '../src/collect/analyse-post.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { fillProject } from './fill.ts'
import { format } from './measure.ts'
import { openSceneApi, openStage, type Scene } from './stage.ts'
import { incomingBatches, renew } from './writers.ts'

const BATCH = 500
// What lives is looked at each time so much was exported.
const ALIVE_BYTES = 4e6

// Resident memory of the process: idle, while and after ingesting, and while everything is exported. `--full` ingests a million
// mentions and exports a million, otherwise it is a fraction of that.
export async function run(args: string[]): Promise<void> {
  const full = args.includes('--full')
  const [ingested, exported] = full ? [1_000_000, 1_000_000] : [20_000, 200_000]
  const stage = await openStage({ wal_level: 'minimal', max_wal_senders: '0' })
  try {
    const scene = await stage.database('ingested')
    const api = await openSceneApi(scene)
    report('idle, with the API open')
    await ingest(scene, ingested)
    await api.app.close()
    const filled = await stage.database('exported')
    await fillProject(filled, { mentions: exported })
    for (const kind of ['csv', 'jsonl', 'xlsx'] as const) await exportAll(filled, kind, exported)
  } finally {
    await stage.close()
  }
}

async function ingest(scene: Scene, total: number): Promise<void> {
  const batches = incomingBatches(20, BATCH)
  report('with posts made up')
  const target = { projectId: scene.projectId, ownerId: scene.ownerId, jobId: null }
  const start = performance.now()
  for (let stored = 0; stored < total; stored += BATCH) {
    const batch = (batches[(stored / BATCH) % batches.length] ?? []).map((incoming) => renew(incoming, `b${stored}`))
    await scene.pool.begin((tx) => addMentions(tx, target, batch, storyRules))
    if ((stored + BATCH) % (total / 5) === 0) report(`after ${format(stored + BATCH)} ingested`)
  }
  console.log(`${format((total * 1000) / (performance.now() - start))} a second.`)
}

async function exportAll(scene: Scene, kind: 'csv' | 'jsonl' | 'xlsx', rows: number): Promise<void> {
  const { app, events } = await openSceneApi(scene)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/api/export?keywordId=${scene.projectId}&format=${kind}`, {
    headers: { authorization: `Bearer ${scene.token}` },
  })
  if (!response.ok || response.body === null) throw new Error(`The export was refused: ${response.status}.`)
  const [start, before] = [performance.now(), residentMb()]
  const alive: number[] = []
  let [bytes, peak] = [0, 0]
  for await (const chunk of response.body) {
    bytes += chunk.length
    peak = Math.max(peak, residentMb())
    if (bytes > alive.length * ALIVE_BYTES) alive.push(aliveMb())
  }
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${kind}: ${format(rows)} rows, ${format(bytes / 1e6)} MB in ${format(seconds)} s; ${format(before)} MB resident before, ${format(peak)} at most; alive ${format(alive[1] ?? 0)} MB at first, ${format(alive.at(-1) ?? 0)} at last, ${format(Math.max(...alive))} at most`,
  )
  await events.close()
  await app.close()
}

// What is resident includes garbage that nobody had to clear away yet; what lives is counted after a collection.
function report(when: string): void {
  console.log(`${format(residentMb())} MB resident, ${format(aliveMb())} MB alive ${when}`)
}

function aliveMb(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function residentMb(): number {
  return process.memoryUsage.rss() / 1e6
}
