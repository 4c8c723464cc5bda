import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ATTEMPTS_MAX, type Job, type Task, type TaskName, type Tasks } from '../domain/job.ts'
import { log, logWith } from '../log.ts'
import { lostNode, type Pool } from '../store/db.ts'
import {
  finishJob,
  JOB_CHANNEL,
  LeaseLost,
  postponeJob,
  releaseExpired,
  renewLease,
  takeJob,
} from '../store/jobs/jobs.ts'
import { listen } from '../store/listen.ts'

export interface WorkerOptions {
  readonly pool: Pool
  readonly tasks: Tasks
  readonly concurrency: number
  // After this long a killed worker's job returns to the queue; a live worker renews its lease well before.
  readonly leaseSeconds?: number
}

export interface Workers {
  // Stops tasks at their next step and returns unfinished jobs to the queue.
  stop(): Promise<void>
}

const LEASE_SECONDS = 30
const POLL_MS = 1_000
const BACKOFF_SECONDS = 5
// How long a job waits for a node of the database that cannot be reached. It is not an attempt: nothing is wrong with the job.
const NODE_SECONDS = 30
const BACKOFF_SECONDS_MAX = 900

// The worker knows no task by name: the caller passes them in.
export function startWorkers(options: WorkerOptions): Workers {
  const stopping = new AbortController()
  const wakeUp = new WakeUp()
  // For jobs that are due later, and for lost notifications.
  const poll = setInterval(() => wakeUp.one(), POLL_MS)
  const loops = Array.from({ length: options.concurrency }, () => workLoop(options, stopping.signal, wakeUp))
  const sweeper = sweepLoop(options.pool, stopping.signal)
  const listening = listen(options.pool, [JOB_CHANNEL], {
    onMessage: (task) => {
      if (task in options.tasks) wakeUp.one()
    },
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'job notifications are unavailable; falling back to polling')
  })
  return {
    async stop() {
      stopping.abort()
      clearInterval(poll)
      wakeUp.all()
      await Promise.all([...loops, sweeper])
      await listening.then((subscription) => subscription?.close()).catch(() => {})
    },
  }
}

async function workLoop(options: WorkerOptions, stopping: AbortSignal, wakeUp: WakeUp): Promise<void> {
  const worker = randomUUID()
  const leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS
  const tasks = Object.keys(options.tasks) as TaskName[]
  while (!stopping.aborted) {
    try {
      const job = await takeJob(options.pool, { worker, tasks, leaseSeconds })
      if (job === null) {
        await wakeUp.wait(stopping)
        continue
      }
      wakeUp.one()
      await logWith({ job: job.id }, () => work(options, job, worker, leaseSeconds, stopping))
    } catch (error) {
      // The database is unreachable. Its jobs are safe there, so wait and retry.
      log.error({ err: error }, 'the worker could not reach its queue')
      await pause(POLL_MS, stopping)
    }
  }
}

async function work(
  { pool, tasks }: WorkerOptions,
  job: Job,
  worker: string,
  leaseSeconds: number,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const heartbeat = keepLease(pool, job.id, worker, leaseSeconds, lost)
  const started = Date.now()
  try {
    const outcome = await (tasks[job.task] as Task)(job, { worker, signal })
    if (outcome === 'done') await finishJob(pool, job.id, worker, { state: 'done', detail: null })
    else
      await postponeJob(pool, job.id, worker, {
        seconds: outcome.postponeSeconds,
        detail: outcome.detail,
        attempt: false,
      })
    log.info({ job: job.id, task: job.task, key: job.key, ms: Date.now() - started, outcome }, 'job ended')
  } catch (error) {
    await recordFailure(pool, job, worker, error, { stopping: stopping.aborted, lost: lost.signal.aborted })
  } finally {
    clearInterval(heartbeat)
  }
}

async function recordFailure(
  pool: Pool,
  job: Job,
  worker: string,
  error: unknown,
  cause: { readonly stopping: boolean; readonly lost: boolean },
): Promise<void> {
  if (cause.lost || error instanceof LeaseLost) {
    log.warn({ job: job.id, task: job.task }, 'lost the lease of the job; leaving it to its new worker')
    return
  }
  if (cause.stopping) {
    await postponeJob(pool, job.id, worker, { seconds: 0, detail: null, attempt: false })
    return
  }
  const node = lostNode(error)
  if (node !== null) {
    log.warn({ job: job.id, task: job.task, node }, 'the node of the database that holds the project cannot be reached')
    const detail = `The node ${node} of the database cannot be reached.`
    await postponeJob(pool, job.id, worker, { seconds: NODE_SECONDS, detail, attempt: false })
    return
  }
  const detail = error instanceof Error ? error.message : String(error)
  log.error({ job: job.id, task: job.task, attempt: job.attempts + 1, err: error }, 'job failed')
  if (job.attempts + 1 >= ATTEMPTS_MAX) await finishJob(pool, job.id, worker, { state: 'failed', detail })
  else await postponeJob(pool, job.id, worker, { seconds: backoffSeconds(job.attempts), detail, attempt: true })
}

// Doubles with every attempt; the jitter keeps many failed jobs from being retried at the same time.
function backoffSeconds(attempts: number): number {
  const full = Math.min(BACKOFF_SECONDS * 2 ** attempts, BACKOFF_SECONDS_MAX)
  return full / 2 + (Math.random() * full) / 2
}

function keepLease(pool: Pool, id: string, worker: string, leaseSeconds: number, lost: AbortController) {
  return setInterval(
    () => {
      renewLease(pool, id, worker, leaseSeconds).then(
        (renewed) => {
          if (!renewed) lost.abort(new LeaseLost(id))
        },
        // The lease may outlast a short database outage; if it does not, saving progress fails with LeaseLost.
        (error: unknown) => log.warn({ job: id, err: error }, 'could not renew the lease'),
      )
    },
    (leaseSeconds * 1000) / 3,
  )
}

async function sweepLoop(pool: Pool, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const released = await releaseExpired(pool).catch(() => 0)
    if (released > 0) log.warn({ released }, 'returned jobs of dead workers to the queue')
    await pause(POLL_MS * 5, stopping)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

// Wakes waiting loops one at a time: one that finds a job wakes the next, so that a single job costs one look into the queue and many
// jobs get all workers.
class WakeUp {
  readonly #waiting: (() => void)[] = []
  // Whether one would have been woken when none was waiting.
  #missed = false

  one(): void {
    const wake = this.#waiting.shift()
    if (wake === undefined) this.#missed = true
    else wake()
  }

  all(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  async wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    if (!this.#missed) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#missed = false
  }
}
