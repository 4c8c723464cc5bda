import { openBenchDatabase } from './fixture.ts'
import { measureSteps } from './ingest-steps.ts'
import { measureStoring } from './ingest-storing.ts'
import { run as measureWorker } from './ingest-worker.ts'

const PARTS = ['steps', 'storing', 'worker'] as const

// What it costs to bring posts into a project, in processor time of this process and all processes of the database. `--full` measures
// more feeds, a project of a million mentions and the encoder; `--only=steps`, `--only=storing` or `--only=worker` one part.
export async function run(args: string[]): Promise<void> {
  const only = args.find((arg) => arg.startsWith('--only='))?.slice(7)
  const full = args.includes('--full')
  const work: Record<(typeof PARTS)[number], () => Promise<void>> = {
    // Each step of a single feed, without archive, queue and HTTP.
    steps: () => inDatabase((database) => measureSteps(database, full ? 100 : 16)),
    // Storing alone, in the cases that could make it expensive, and the search index that follows it.
    storing: () => inDatabase((database) => measureStoring(database, full ? 1_000_000 : 200_000)),
    // Everything, in a service that runs as a user starts it.
    worker: () => measureWorker(full ? [] : ['--quick']),
  }
  for (const part of PARTS) if (only === undefined || only === part) await work[part]()
}

async function inDatabase(work: (database: Awaited<ReturnType<typeof openBenchDatabase>>) => Promise<void>) {
  const database = await openBenchDatabase()
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
