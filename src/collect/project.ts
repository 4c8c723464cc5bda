import { dayOf } from '../domain/day.ts'
import { ATTEMPTS_MAX, type Job, type TaskContext, type TaskOutcome } from '../domain/job.ts'
import { PLATFORMS, type Platform } from '../domain/platform.ts'
import { phaseOf } from '../domain/project.ts'
import type { ConfiguredSearch } from '../sources/index.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { addCoverage } from '../store/collecting/coverage.ts'
import { deferSearch } from '../store/collecting/cursors.ts'
import { listFeedPlatforms } from '../store/collecting/feeds.ts'
import { findRequestTime } from '../store/jobs/due.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { catchUp } from './catch-up.ts'
import type { CollectDeps } from './deps.ts'
import { addAddressesFor } from './feed-addresses.ts'
import { pollDue, sourcesOf } from './feeds.ts'
import { type FullTexts, openFullTexts } from './full-text.ts'
import { saveArchived } from './lookback.ts'
import { outcomeOf, type SourceOutcome } from './progress.ts'
import { openRun, QUOTA_NOTICE, type Run, RunOutdated, RunStopped, startOver, storeBatch } from './run.ts'
import { type SearchOutcome, searchSource } from './search.ts'
import { targetOf } from './target.ts'

// The longest time a job waits for a source. For a longer pause the job ends and the schedule queries the source later: otherwise
// one exhausted daily budget would keep the project from querying all other sources.
const WAIT_SECONDS_MAX = 20 * 60
const FEEDS_MS_MAX = 45_000
const ARCHIVE = 'archive'

// One pass of one project over all of its sources. A resumed run queries only the sources that have not finished.
export async function collectProject(deps: CollectDeps, job: Job, context: TaskContext): Promise<TaskOutcome> {
  const project = await findAnyProject(deps.pool, job.key)
  if (project === null) return 'done'
  const today = dayOf(new Date(), deps.settings.timeZone)
  const phase = phaseOf(project, today)
  const requestedAt = await findRequestTime(deps.pool, job.id)
  // The schedule stops at the end date. A requested run looks back.
  if (phase === 'not-started' || (phase === 'ended' && requestedAt === null)) return 'done'
  const target = targetOf(project, deps.settings)
  const failing = new AbortController()
  const signal = AbortSignal.any([context.signal, failing.signal])
  const run = openRun(deps, job, { ...context, signal }, { target, requestedAt, lookback: phase === 'ended' })
  try {
    if (Object.keys(job.progress).length === 0) await recordNotConfigured(run)
    if (((await findQuota(deps.pool, project.ownerId)) ?? 0) <= 0) return await endWithoutQuota(run)
    return await querySources(run, failing)
  } catch (error) {
    if (error instanceof RunStopped) return 'done'
    if (error instanceof RunOutdated) return startOver(run)
    throw error
  }
}

// Queries the sources in parallel. The first unexpected failure aborts all of them: it comes from the database or our own code, not
// from a source.
async function querySources(run: Run, failing: AbortController): Promise<TaskOutcome> {
  const fullTexts = openFullTexts(run.deps.sources.article)
  const work = run.deps.sources.search
    .filter((source) => includesSource(run, source.name) && !isFinished(run, source))
    .map((source) => searchSource(run, source, fullTexts).then((outcome) => ({ source, outcome })))
  const archive =
    run.requestedAt !== null && includesSource(run, ARCHIVE) ? readArchiveFor(run, fullTexts) : Promise.resolve()
  const all = [...work, archive]
  for (const one of all) one.catch((error: unknown) => failing.abort(error))
  const settled = await Promise.allSettled(all)
  if (failing.signal.aborted) throw failing.signal.reason
  const results = settled.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []))
  return conclude(run, results)
}

// A run that the schedule queued for deferred sources queries only those.
function includesSource(run: Run, name: string): boolean {
  const { only } = run.job.payload
  return !Array.isArray(only) || only.includes(name)
}

function isFinished(run: Run, source: ConfiguredSearch): boolean {
  const outcome = outcomeOf(run.progress, source.platform, source.name)
  return outcome === 'done' || outcome === 'refused'
}

// A requested run reads all due feeds, which serve every project, and then catches the project up with the archive.
async function readArchiveFor(run: Run, fullTexts: FullTexts): Promise<undefined> {
  if (outcomeOf(run.progress, 'news', ARCHIVE) === 'done') return
  await addAddressesFor(run.deps, run.target)
  const limit = AbortSignal.timeout(FEEDS_MS_MAX)
  const { read, unread } = await pollDue(run.deps, AbortSignal.any([run.signal, limit]))
  run.signal.throwIfAborted()
  for (const [platform, asked] of read) await storeBatch(run, { platform, incoming: [], progress: { asked } })
  if (unread > 0) {
    const notice = `${unread} feeds were not read in time; the schedule reads them later`
    await storeBatch(run, { platform: 'news', incoming: [], progress: { notice } })
  }
  const caughtUp = await catchUp(run, fullTexts)
  await storeBatch(run, {
    platform: 'news',
    incoming: [],
    progress: { source: { name: ARCHIVE, outcome: 'done' } },
    also: async (tx) => {
      if (run.lookback && caughtUp === 'done') await saveArchived(tx, run)
    },
  })
}

interface SearchResult {
  readonly source: ConfiguredSearch
  readonly outcome: SearchOutcome
}

async function conclude(run: Run, results: readonly SearchResult[]): Promise<TaskOutcome> {
  const broken = results.filter(({ outcome }) => outcome.kind === 'broken')
  if (broken.length > 0 && (run.job.attempts + 1 < ATTEMPTS_MAX || !hasSuccess(run))) {
    throw new Error(broken.map(({ source, outcome }) => `${source.name}: ${detailOf(outcome)}`).join('; '))
  }
  const waits: { readonly seconds: number; readonly detail: string }[] = []
  for (const { source, outcome } of results) {
    if (outcome.kind !== 'busy') continue
    const seconds = (outcome.retryAt.getTime() - Date.now()) / 1000
    const detail = `${source.name} waits until ${outcome.retryAt.toISOString()}: ${outcome.detail}`
    if (seconds <= WAIT_SECONDS_MAX) waits.push({ seconds, detail })
    else {
      const deferral = { until: outcome.retryAt, requested: run.requestedAt !== null }
      await run.deps.pool.begin((tx) => deferSearch(tx, run.target.projectId, source.name, deferral))
    }
  }
  const [first] = waits.sort((a, b) => a.seconds - b.seconds)
  if (first === undefined) return endWithReason(run)
  // Many projects may wait for the same source: the jitter keeps them from retrying at the same time.
  return { postponeSeconds: Math.max(1, first.seconds) * (1 + Math.random() * 0.1), detail: first.detail }
}

// A refused source is not queried again in this run, but a run in which no source succeeded has failed with that reason.
function endWithReason(run: Run): TaskOutcome {
  const refused = Object.values(run.progress).filter(({ sources }) => Object.values(sources).includes('refused'))
  if (refused.length === 0 || hasSuccess(run)) return 'done'
  throw new Error(refused.map(({ error }) => error ?? '').join('; '))
}

function hasSuccess(run: Run): boolean {
  const outcomes = Object.values(run.progress).flatMap((progress) => Object.values<SourceOutcome>(progress.sources))
  return outcomes.includes('done')
}

function detailOf(outcome: SearchOutcome): string {
  return 'detail' in outcome ? outcome.detail : ''
}

// Records platforms without a configured source in the progress and the coverage: that is neither an error nor a count of zero.
async function recordNotConfigured(run: Run): Promise<void> {
  for (const platform of await listNotConfigured(run)) {
    await storeBatch(run, {
      platform,
      incoming: [],
      progress: { notice: 'not_configured' },
      also: (tx) => addCoverage(tx, run.target.projectId, platform, { notConfigured: 1 }),
    })
  }
}

async function listNotConfigured(run: Run): Promise<Platform[]> {
  const { sources, pool } = run.deps
  const ready = new Set<Platform>(sources.search.map((source) => source.platform))
  for (const name of sourcesOf(run.deps)) if (name !== 'news') ready.add(name)
  // Web feeds bring news, and through bridges the posts of other platforms.
  if (sources.feeds.news !== undefined)
    for (const platform of await listFeedPlatforms(pool, 'news')) ready.add(platform)
  return PLATFORMS.filter((platform) => !ready.has(platform))
}

async function endWithoutQuota(run: Run): Promise<TaskOutcome> {
  for (const source of run.deps.sources.search) {
    await storeBatch(run, { platform: source.platform, incoming: [], progress: { notice: QUOTA_NOTICE } })
  }
  return 'done'
}
