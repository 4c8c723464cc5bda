import type { Call, Schemas } from './calls.ts'
import { QuotaError, RefusedError, RunFailedError } from './errors.ts'
import { waitFor } from './send.ts'

export interface WaitOptions {
  readonly signal?: AbortSignal
  /** The job after each check. */
  readonly onProgress?: (job: Schemas['Job']) => void
}

const POLL_MS = 250
const POLL_MS_MAX = 5_000

/** Starts a run, or finds the one that is under way; returns the id of its job. */
export async function startRun(post: Call<'post'>, keywordId: string, signal?: AbortSignal): Promise<string> {
  const { result } = await post('/api/ai-service/scrap-project-keywords', {
    body: { keyword_id: keywordId },
    // A run that is under way is not started twice.
    repeatable: true,
    ...(signal === undefined ? {} : { signal }),
  })
  if (result.job_id !== undefined) return result.job_id
  const reason = result.reason ?? 'unknown'
  throw reason === 'quota_exhausted' ? new QuotaError(reason) : new RefusedError(reason)
}

/** Resolves with the job when it is done; throws RunFailedError when it failed. */
export async function waitForRun(
  get: Call<'get'>,
  jobId: string,
  { signal, onProgress }: WaitOptions,
): Promise<Schemas['Job']> {
  const init = { path: { job_id: jobId }, ...(signal === undefined ? {} : { signal }) }
  for (let waitMs = POLL_MS; ; waitMs = Math.min(waitMs * 1.5, POLL_MS_MAX)) {
    const job = await get('/api/ai-service/jobs/{job_id}', init)
    onProgress?.(job)
    if (job.status === 'done') return job
    if (job.status === 'failed') throw new RunFailedError(job)
    await waitFor(waitMs, signal)
  }
}
