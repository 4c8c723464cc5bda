import type { Job, TaskContext } from '../domain/job.ts'
import type { Platform } from '../domain/platform.ts'
import { addCoverage, type CoverageChange } from '../store/collecting/coverage.ts'
import { saveCursor } from '../store/collecting/cursors.ts'
import type { Db } from '../store/db.ts'
import { saveProgress } from '../store/jobs/jobs.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import { addMentions, type Ingested } from '../store/mentions/ingest.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { storyRules } from './analyse-post.ts'
import type { CollectDeps } from './deps.ts'
import { addProgress, type Progress, type ProgressChange } from './progress.ts'
import type { Target } from './target.ts'

// One run of one project: the job it belongs to, and what was done so far. Its sources run side by side; what they bring is stored
// in turns, because every batch locks the project anyway and tells the whole progress.
export interface Run {
  readonly deps: CollectDeps
  readonly job: Job
  readonly worker: string
  readonly target: Target
  // When a person requested it; null for a run of the schedule.
  readonly requestedAt: Date | null
  readonly signal: AbortSignal
  progress: Progress
  turn: Promise<unknown>
}

// The project was deleted, or its owner stopped it: the run ends here, and what it has stored stays.
export class RunStopped extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'RunStopped'
  }
}

export function openRun(
  deps: CollectDeps,
  job: Job,
  context: TaskContext,
  about: { readonly target: Target; readonly requestedAt: Date | null },
): Run {
  const progress = job.progress as Progress
  return { deps, job, worker: context.worker, signal: context.signal, ...about, progress, turn: Promise.resolve() }
}

export interface Batch {
  readonly platform: Platform
  readonly incoming: readonly Incoming[]
  readonly received?: number
  // Where the source goes on; it is not saved when something before it could not be paid for.
  readonly cursor?: { readonly source: string; readonly value: unknown } | undefined
  readonly coverage?: CoverageChange | undefined
  readonly progress?: ProgressChange
  // What else must happen together with it.
  readonly also?: (tx: Db, ingested: Ingested) => Promise<void>
}

export const QUOTA_NOTICE = 'quota_exhausted: the account has no quota left'
const NOTHING: Ingested = { added: 0, known: 0, unpaid: 0, remaining: 0, outcomes: [] }

// Mentions, counts, quota, ledger, cursor, coverage and progress of one batch, or none of them.
export async function storeBatch(run: Run, batch: Batch): Promise<Ingested> {
  const { platform, incoming } = batch
  return inTurn(run, async () => {
    const { ingested, progress } = await run.deps.pool.begin(async (tx) => {
      await checkWanted(tx, run)
      const { projectId, ownerId } = run.target
      const ingested =
        incoming.length === 0
          ? NOTHING
          : await addMentions(tx, { projectId, ownerId, jobId: run.job.id }, incoming, storyRules)
      if (ingested === null) throw new RunStopped('The project was deleted.')
      if (batch.cursor !== undefined && ingested.unpaid === 0) {
        await saveCursor(tx, projectId, batch.cursor.source, batch.cursor.value)
      }
      if (batch.coverage !== undefined) await addCoverage(tx, projectId, platform, batch.coverage)
      await batch.also?.(tx, ingested)
      const counted = { received: batch.received ?? 0, matched: incoming.length, added: ingested.added }
      const unpaid = ingested.unpaid > 0 ? { notice: QUOTA_NOTICE } : {}
      const progress = addProgress(run.progress, platform, { ...batch.progress, ...counted, ...unpaid })
      // Last, and it throws when the job is no longer ours: the work of a worker that was given up for dead is rolled back.
      await saveProgress(tx, run.job.id, run.worker, progress)
      return { ingested, progress }
    })
    run.progress = progress
    return ingested
  })
}

// A scheduled run needs a project that listens. One that a person asked for goes on until the owner stops the project meanwhile.
async function checkWanted(tx: Db, run: Run): Promise<void> {
  const project = await findAnyProject(tx, run.target.projectId)
  if (project === null) throw new RunStopped('The project was deleted.')
  if (project.listening) return
  if (run.requestedAt === null || project.updatedAt > run.requestedAt)
    throw new RunStopped('The project stopped listening.')
}

function inTurn<T>(run: Run, work: () => Promise<T>): Promise<T> {
  const mine = run.turn.then(work)
  run.turn = mine.catch(() => {})
  return mine
}
