import type { Post } from '../domain/post.ts'
import { log } from '../log.ts'
import type { ConfiguredSearch } from '../sources/index.ts'
import { SourceError, type SourceEvent } from '../sources/source.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { findCursor, findPause, savePause } from '../store/collecting/cursors.ts'
import { adoptIds } from '../store/collecting/found-articles.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import { listKnownIds } from '../store/mentions/known.ts'
import { analysePost, toIncoming } from './analyse-post.ts'
import { cleanPost } from './clean-post.ts'
import { BATCH_MAX } from './deps.ts'
import type { FullTexts } from './full-text.ts'
import { saveSearched } from './lookback.ts'
import { QUOTA_NOTICE, type Run, storeBatch } from './run.ts'
import { isInside } from './target.ts'

export type SearchOutcome =
  | { readonly kind: 'done' }
  // To be retried later; not a failure.
  | { readonly kind: 'busy'; readonly retryAt: Date; readonly detail: string }
  // A retry may succeed.
  | { readonly kind: 'broken'; readonly detail: string }
  // A retry does not help: the credential or the query must be fixed first.
  | { readonly kind: 'refused'; readonly detail: string }

const DONE: SearchOutcome = { kind: 'done' }
const LOOKED_BACK = { done: 'covered', busy: 'blocked', refused: 'blocked', broken: 'failed' } as const
const REFUSALS = new Set(['auth', 'forbidden', 'bad_request'])
// For a source that does not say when to retry.
const RATE_LIMIT_MS = 60_000
const QUOTA_MS = 3_600_000

// One pass of one project over one search source: posts are fetched, matched, analysed and stored page by page. After a kill at any
// point, the next pass continues from the last cursor that was stored with its mentions.
export async function searchSource(run: Run, source: ConfiguredSearch, fullTexts: FullTexts): Promise<SearchOutcome> {
  const { pool } = run.deps
  const { platform, name } = source
  const pause = await findPause(pool, name)
  if (pause !== null) return finish(run, source, [], { kind: 'busy', ...pause })
  const budget = (await findQuota(pool, run.target.ownerId)) ?? 0
  if (budget <= 0) return finish(run, source, [], DONE, QUOTA_NOTICE)
  await storeBatch(run, { platform, incoming: [], progress: { asked: 1, error: null } })
  const pass: Pass = { run, source, fullTexts, received: 0, pending: [], complete: true, readSince: null }
  try {
    await readEvents(pass, budget, await findCursor(pool, run.target.projectId, name))
    return await finish(run, source, pass.pending, DONE, null, pass)
  } catch (error) {
    if (!(error instanceof SourceError) || run.signal.aborted) throw error
    const outcome = outcomeFor(error)
    if (outcome.kind === 'busy') await savePause(pool, name, outcome)
    return finish(run, source, pass.pending, outcome, null, pass)
  }
}

interface Pass {
  readonly run: Run
  readonly source: ConfiguredSearch
  readonly fullTexts: FullTexts
  received: number
  // Received and not yet stored.
  pending: Post[]
  // False when the quota ran out before everything was read.
  complete: boolean
  // What was published earlier was left out by the source; null when nothing was.
  readSince: Date | null
}

// Stops early when the quota runs out: the saved cursor never passes a post that was not paid for.
async function readEvents(pass: Pass, budget: number, cursor: unknown): Promise<void> {
  const { run, source } = pass
  const { keyword, exclusions, since, until } = run.target
  const request = { keyword, exclusions, since, until, budget, cursor }
  for await (const event of guard(source.search(request, run.signal), run.signal)) {
    if (event.type === 'post') pass.pending.push(event.post)
    if (event.type === 'notice') {
      pass.readSince = event.before ?? pass.readSince
      if (event.code === 'budget_spent') pass.complete = false
      await saveNotice(run, source, `${event.code}: ${event.detail}`)
    }
    if (event.type !== 'cursor' && pass.pending.length < BATCH_MAX) continue
    const paid = await flush(pass, event.type === 'cursor' ? event.cursor : undefined)
    if (!paid) pass.complete = false
    if (!paid) return
  }
}

// An unexpected error in a connector is a failure of that source only.
async function* guard(events: AsyncIterable<SourceEvent>, signal: AbortSignal): AsyncGenerator<SourceEvent> {
  try {
    yield* events
  } catch (error) {
    if (error instanceof SourceError || signal.aborted) throw error
    log.error({ err: error }, 'a source failed unexpectedly')
    throw new SourceError('unreadable', 'The response could not be read.')
  }
}

async function flush(pass: Pass, cursor: unknown): Promise<boolean> {
  const { run, source, pending } = pass
  pass.pending = []
  pass.received += pending.length
  const ingested = await storeBatch(run, {
    platform: source.platform,
    incoming: await matchPosts(pass.run, pending, pass.fullTexts),
    received: pending.length,
    cursor: cursor === undefined ? undefined : { source: source.name, value: cursor },
  })
  return ingested.unpaid === 0
}

// The platform's search is only a pre-filter: the local matcher and the project's dates decide.
async function matchPosts(run: Run, posts: readonly Post[], fullTexts: FullTexts): Promise<Incoming[]> {
  const { target, deps, signal } = run
  const matched = posts
    .map(cleanPost)
    .filter((post) => post !== null)
    .filter((post) => isInside(target, post) && target.match(post.text, post.hidden).matched)
  const [first] = matched
  if (first === undefined) return []
  const named = await deps.pool.begin((tx) => adoptIds(tx, matched))
  const ids = named.map(({ platformId }) => platformId)
  // A search returns again what it returned the last time: the page of a known article is not read again.
  const known = await listKnownIds(deps.pool, target.projectId, first.platform, ids)
  const incoming: Incoming[] = []
  for (const post of named) {
    const full = known.has(post.platformId) ? post : await fullTexts.enrich(post, signal)
    incoming.push(
      toIncoming(analysePost(full, deps.classifier), target.match(full.text, full.hidden), target.termsTotal),
    )
  }
  return incoming
}

async function saveNotice(run: Run, source: ConfiguredSearch, text: string): Promise<void> {
  await storeBatch(run, { platform: source.platform, incoming: [], progress: { notice: text } })
}

// Stores the remaining posts and records the outcome.
async function finish(
  run: Run,
  source: ConfiguredSearch,
  pending: readonly Post[],
  outcome: SearchOutcome,
  text: string | null = null,
  pass: Pass | null = null,
): Promise<SearchOutcome> {
  const received = (pass?.received ?? 0) + pending.length
  const succeeded = received > 0 ? { answered: 1 } : { empty: 1 }
  const failed = outcome.kind === 'broken' || outcome.kind === 'refused'
  // Without a pass the source was not queried: its quota or ours is used up. Only the first is the source's doing.
  const ended = outcome.kind === 'done' ? succeeded : outcome.kind === 'broken' ? { failed: 1 } : { blocked: 1 }
  await storeBatch(run, {
    platform: source.platform,
    incoming: pass === null ? [] : await matchPosts(run, pending, pass.fullTexts),
    received: pending.length,
    // Recorded together, so that both are of the same hour.
    coverage: pass === null && outcome.kind === 'done' ? undefined : { asked: pass === null ? 0 : 1, ...ended },
    also: async (tx, { unpaid }) => {
      if (!run.lookback || pass?.complete !== true || unpaid > 0) return
      await saveSearched(tx, run, source, { outcome: LOOKED_BACK[outcome.kind], readSince: pass.readSince })
    },
    progress: {
      source: { name: source.name, outcome: outcome.kind },
      notice:
        outcome.kind === 'busy'
          ? `${source.name} waits until ${outcome.retryAt.toISOString()}: ${outcome.detail}`
          : text,
      ...(failed ? { error: outcome.detail } : {}),
    },
  })
  return outcome
}

function outcomeFor(error: SourceError): SearchOutcome {
  const detail = error.message
  if (error.code === 'rate_limited' || error.code === 'quota') {
    const pauseMs = error.code === 'quota' ? QUOTA_MS : RATE_LIMIT_MS
    return { kind: 'busy', retryAt: error.retryAt ?? new Date(Date.now() + pauseMs), detail }
  }
  return { kind: REFUSALS.has(error.code) ? 'refused' : 'broken', detail: `${error.code}: ${detail}` }
}
