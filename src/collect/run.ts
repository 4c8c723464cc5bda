import type { Job, TaskContext, TaskOutcome } from '../domain/job.ts'
import type { Platform } from '../domain/platform.ts'
import { addCoverage, type CoverageChange } from '../store/collecting/coverage.ts'
import { saveCursor } from '../store/collecting/cursors.ts'
import type { Db } from '../store/db.ts'
import { saveProgress } from '../store/jobs/jobs.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import { addMentions, type Ingested } from '../store/mentions/ingest.ts'
import { type Revision, reviseMentions } from '../store/mentions/revise.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { storyRules } from './analyse-post.ts'
import type { CollectDeps } from './deps.ts'
import { addProgress, type Progress, type ProgressChange } from './progress.ts'
import { ruleOf, type Target } from './target.ts'

// One collecting run of a project: its job and its progress so far. Its sources run in parallel; their batches are stored one at a
// time, because every batch locks the project anyway and saves the whole progress.
export interface Run {
  readonly deps: CollectDeps
  readonly job: Job
  readonly worker: string
  readonly target: Target
  // When a user requested it; null for a scheduled run.
  readonly requestedAt: Date | null
  // Whether the end date has passed: what was published inside the dates is read as far back as each source allows.
  readonly lookback: boolean
  readonly signal: AbortSignal
  progress: Progress
  // Settles when the last batch is stored.
  lastStore: Promise<unknown>
}

// The project was deleted, or its owner stopped it: the run ends, and the mentions already stored stay.
export class RunStopped extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'RunStopped'
  }
}

// The project was edited: what is in hand was matched by its former expression. The run goes on with the new one.
export class RunOutdated extends Error {
  constructor() {
    super('The project was edited.')
    this.name = 'RunOutdated'
  }
}

export function openRun(
  deps: CollectDeps,
  job: Job,
  context: TaskContext,
  details: Pick<Run, 'target' | 'requestedAt' | 'lookback'>,
): Run {
  const progress = job.progress as Progress
  const { worker, signal } = context
  return { deps, job, worker, signal, ...details, progress, lastStore: Promise.resolve() }
}

export interface Batch {
  readonly platform: Platform
  readonly incoming: readonly Incoming[]
  // Of mentions that may be stored already.
  readonly revisions?: readonly Revision[]
  readonly received?: number
  // Where the source continues; not saved when a post before it could not be paid for.
  readonly cursor?: { readonly source: string; readonly value: unknown } | undefined
  readonly coverage?: CoverageChange | undefined
  readonly progress?: ProgressChange
  // Runs in the same transaction.
  readonly also?: (tx: Db, ingested: Ingested) => Promise<void>
}

export const QUOTA_NOTICE = 'quota_exhausted: the account has no quota left'
const NOTHING: Ingested = { added: 0, known: 0, unpaid: 0, remaining: 0, outcomes: [] }

// Stores mentions, counts, quota, ledger, cursor, coverage and progress of one batch in one transaction.
export async function storeBatch(run: Run, batch: Batch): Promise<Ingested> {
  const { platform, incoming } = batch
  return serialise(run, async () => {
    const { ingested, progress } = await run.deps.pool.begin(async (tx) => {
      await throwIfStopped(tx, run)
      const { projectId, ownerId } = run.target
      await reviseMentions(tx, run.target, batch.revisions ?? [], storyRules)
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
      // Last, because it throws when the lease is lost: the work of a worker that was presumed dead is rolled back.
      await saveProgress(tx, run.job.id, run.worker, progress)
      return { ingested, progress }
    })
    run.progress = progress
    return ingested
  })
}

// A scheduled run requires a listening project. A requested run continues unless the owner stops the project during the run.
async function throwIfStopped(tx: Db, run: Run): Promise<void> {
  const project = await findAnyProject(tx, run.target.projectId)
  if (project === null) throw new RunStopped('The project was deleted.')
  if (ruleOf(project) !== run.target.rule) throw new RunOutdated()
  if (project.listening) return
  if (run.requestedAt === null || (project.stoppedAt !== null && project.stoppedAt > run.requestedAt))
    throw new RunStopped('The project stopped listening.')
}

// Every source is queried again, with the new expression.
export async function startOver(run: Run): Promise<TaskOutcome> {
  const progress = Object.fromEntries(
    Object.entries(run.progress).map(([platform, reached]) => [platform, { ...reached, sources: {} }]),
  )
  await run.deps.pool.begin((tx) => saveProgress(tx, run.job.id, run.worker, progress))
  return { postponeSeconds: 0, detail: 'The project was edited: it is collected with its new expression.' }
}

function serialise<T>(run: Run, work: () => Promise<T>): Promise<T> {
  const result = run.lastStore.then(work)
  run.lastStore = result.catch(() => {})
  return result
}
