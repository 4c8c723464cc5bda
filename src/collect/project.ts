import { dayOf } from '../domain/day.ts'
import { ATTEMPTS_MAX, type Job, type TaskContext, type TaskOutcome } from '../domain/job.ts'
import { PLATFORMS, type Platform } from '../domain/platform.ts'
import { phaseOf } from '../domain/project.ts'
import type { SearchSource } from '../sources/source.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { addCoverage } from '../store/collecting/coverage.ts'
import { deferSearch } from '../store/collecting/cursors.ts'
import { hasFeeds } from '../store/collecting/feeds.ts'
import { findRequestTime } from '../store/jobs/due.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { catchUp } from './catch-up.ts'
import type { CollectDeps } from './deps.ts'
import { addAddressesFor } from './feed-addresses.ts'
import { pollDue, sourcesOf } from './feeds.ts'
import { type FullTexts, openFullTexts } from './full-text.ts'
import { outcomeOf, type SourceOutcome } from './progress.ts'
import { openRun, QUOTA_NOTICE, type Run, RunStopped, storeBatch } from './run.ts'
import { type SearchOutcome, searchSource } from './search.ts'
import { targetOf } from './target.ts'

// A job waits for a source this long. For a longer rest it ends, and the schedule comes back for the source: otherwise one spent
// day's budget would keep the project from asking all the others.
const WAIT_SECONDS_MAX = 20 * 60
const FEEDS_MS_MAX = 45_000
const ARCHIVE = 'archive'

// One pass of one project over everything it can ask. A run that is taken up again asks only what did not answer before.
export async function collectProject(deps: CollectDeps, job: Job, context: TaskContext): Promise<TaskOutcome> {
  const project = await findAnyProject(deps.pool, job.key)
  if (project === null) return 'done'
  const today = dayOf(new Date(), deps.settings.timeZone)
  if (phaseOf(project, today) !== 'active') return 'done'
  const target = targetOf(project, deps.settings)
  const failing = new AbortController()
  const signal = AbortSignal.any([context.signal, failing.signal])
  const requestedAt = await findRequestTime(deps.pool, job.id)
  const run = openRun(deps, job, { ...context, signal }, { target, requestedAt })
  try {
    if (Object.keys(job.progress).length === 0) await noteNotConfigured(run)
    if (((await findQuota(deps.pool, project.ownerId)) ?? 0) <= 0) return await endWithoutQuota(run)
    return await askAll(run, failing)
  } catch (error) {
    if (error instanceof RunStopped) return 'done'
    throw error
  }
}

// Sources are asked side by side. The first unexpected failure ends them all: it is the database's or ours, not a source's.
async function askAll(run: Run, failing: AbortController): Promise<TaskOutcome> {
  const fullTexts = openFullTexts(run.deps.sources.article)
  const work = run.deps.sources.search
    .filter((source) => wants(run, source.name) && !isOver(run, source))
    .map((source) => searchSource(run, source, fullTexts).then((ending) => ({ source, ending })))
  const archive = run.requestedAt !== null && wants(run, ARCHIVE) ? readArchiveFor(run, fullTexts) : Promise.resolve()
  const all = [...work, archive]
  for (const one of all) one.catch((error: unknown) => failing.abort(error))
  const ended = await Promise.allSettled(all)
  if (failing.signal.aborted) throw failing.signal.reason
  const endings = ended.flatMap((end) => (end.status === 'fulfilled' && end.value !== undefined ? [end.value] : []))
  return conclude(run, endings)
}

// A run that comes back for one source asks only that one.
function wants(run: Run, name: string): boolean {
  const { only } = run.job.payload
  return !Array.isArray(only) || only.includes(name)
}

function isOver(run: Run, source: SearchSource): boolean {
  const ending = outcomeOf(run.progress, source.platform, source.name)
  return ending === 'done' || ending === 'refused'
}

// A dispatch reads what is due for everybody and then brings the project up to date with the archive.
async function readArchiveFor(run: Run, fullTexts: FullTexts): Promise<undefined> {
  if (outcomeOf(run.progress, 'news', ARCHIVE) === 'done') return
  await addAddressesFor(run.deps, run.target)
  const enough = AbortSignal.timeout(FEEDS_MS_MAX)
  const { read, left } = await pollDue(run.deps, AbortSignal.any([run.signal, enough]))
  run.signal.throwIfAborted()
  for (const [platform, asked] of read) await storeBatch(run, { platform, incoming: [], progress: { asked } })
  if (left > 0) {
    const notice = `${left} feeds were not read in time and follow with the schedule`
    await storeBatch(run, { platform: 'news', incoming: [], progress: { notice } })
  }
  await catchUp(run, fullTexts)
  await storeBatch(run, { platform: 'news', incoming: [], progress: { source: { name: ARCHIVE, outcome: 'done' } } })
}

interface Ended {
  readonly source: SearchSource
  readonly ending: SearchOutcome
}

async function conclude(run: Run, endings: readonly Ended[]): Promise<TaskOutcome> {
  const broken = endings.filter(({ ending }) => ending.ending === 'broken')
  if (broken.length > 0 && (run.job.attempts + 1 < ATTEMPTS_MAX || !hasAnswers(run))) {
    throw new Error(broken.map(({ source, ending }) => `${source.name}: ${detailOf(ending)}`).join('; '))
  }
  const waits: { readonly seconds: number; readonly detail: string }[] = []
  for (const { source, ending } of endings) {
    if (ending.ending !== 'busy') continue
    const seconds = (ending.retryAt.getTime() - Date.now()) / 1000
    const detail = `${source.name} waits until ${ending.retryAt.toISOString()}: ${ending.detail}`
    if (seconds <= WAIT_SECONDS_MAX) waits.push({ seconds, detail })
    else await run.deps.pool.begin((tx) => deferSearch(tx, run.target.projectId, source.name, ending.retryAt))
  }
  const [first] = waits.sort((a, b) => a.seconds - b.seconds)
  if (first === undefined) return endWithReason(run)
  // Many projects wait for the same source: they come back one after the other.
  return { postponeSeconds: Math.max(1, first.seconds) * (1 + Math.random() * 0.1), detail: first.detail }
}

// What was refused is not asked again in this run, but a run that got no answer at all has failed, and says why.
function endWithReason(run: Run): TaskOutcome {
  const refused = Object.values(run.progress).filter(({ sources }) => Object.values(sources).includes('refused'))
  if (refused.length === 0 || hasAnswers(run)) return 'done'
  throw new Error(refused.map(({ error }) => error ?? '').join('; '))
}

function hasAnswers(run: Run): boolean {
  const endings = Object.values(run.progress).flatMap((progress) => Object.values<SourceOutcome>(progress.sources))
  return endings.includes('done')
}

function detailOf(ending: SearchOutcome): string {
  return 'detail' in ending ? ending.detail : ''
}

// Platforms that nothing is set up for say so, in the progress and in the coverage: it is no error and no zero.
async function noteNotConfigured(run: Run): Promise<void> {
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
  for (const name of sourcesOf(run.deps)) {
    if (name !== 'news' || (await hasFeeds(pool, 'news'))) ready.add(name)
  }
  return PLATFORMS.filter((platform) => !ready.has(platform))
}

async function endWithoutQuota(run: Run): Promise<TaskOutcome> {
  for (const source of run.deps.sources.search) {
    await storeBatch(run, { platform: source.platform, incoming: [], progress: { notice: QUOTA_NOTICE } })
  }
  return 'done'
}
