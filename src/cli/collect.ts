import { setTimeout as sleep } from 'node:timers/promises'
import { collectTasks } from '../collect/tasks.ts'
import { type Job, TASKS } from '../domain/job.ts'
import { Problem } from '../domain/problem.ts'
import { startWorkers } from '../jobs/worker.ts'
import type { Pool } from '../store/db.ts'
import { addJob, findJob } from '../store/jobs/jobs.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'
import { stopSignal } from './stop-signal.ts'
import { openCollectDeps } from './wire-work.ts'

const POLL_MS = 250

export const collectCommand = defineCommand({
  usage: `pantau collect <project id>

Collects a project now and prints the counts, one JSON object per platform. Works with or without a running service.

  pantau collect 0198a6b2-7c11-7d3e-9a54-2f60c1b7e890`,
  options: {},
  arguments: ['project id'],
  run: ({ args: [id = ''] }) => collect(id),
})

async function collect(id: string): Promise<number> {
  const config = loadConfig()
  const stopped = stopSignal()
  return withDatabase(config, async (pool) => {
    const job = await dispatch(pool, id)
    // Only project runs: the run itself reads the feeds that are due.
    const { [TASKS.collect]: task } = collectTasks(await openCollectDeps(config, pool))
    const workers = startWorkers({ pool, tasks: task === undefined ? {} : { collect: task }, concurrency: 1 })
    try {
      return printProgress(await Promise.race([waitFor(pool, job), stopped.then(() => job)]))
    } finally {
      await workers.stop()
    }
  })
}

async function dispatch(pool: Pool, id: string): Promise<Job> {
  const project = await findAnyProject(pool, id)
  if (project === null) throw new Problem('not-found', `No project has the id "${id}".`)
  const { ownerId } = project
  const { job } = await addJob(pool, {
    task: TASKS.collect,
    key: id,
    accountId: ownerId,
    projectId: id,
    requested: true,
  })
  return job
}

// Waits until the job has ended, or is postponed because a source must be queried later.
async function waitFor(pool: Pool, { id, accountId }: Job): Promise<Job> {
  for (;;) {
    const job = await findJob(pool, accountId ?? '', id)
    if (job === null) throw new Problem('not-found', 'The project was deleted.')
    const ended = job.state === 'done' || job.state === 'failed'
    if (ended || (job.state === 'waiting' && job.detail !== null)) return job
    await sleep(POLL_MS)
  }
}

function printProgress(job: Job): number {
  for (const [source, progress] of Object.entries(job.progress)) {
    const { sources: _, ...counts } = progress as Record<string, unknown>
    process.stdout.write(`${JSON.stringify({ source, ...counts })}\n`)
  }
  if (job.detail !== null) process.stderr.write(`${job.detail}\n`)
  return job.state === 'done' ? 0 : 1
}
