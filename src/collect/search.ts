import type { Post } from '../domain/post.ts'
import { log } from '../log.ts'
import { type SearchSource, SourceError, type SourceEvent } from '../sources/source.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { findCursor, findPause, savePause } from '../store/collecting/cursors.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import { analysePost, toIncoming } from './analyse-post.ts'
import { cleanPost } from './clean-post.ts'
import { BATCH_MAX } from './deps.ts'
import type { FullTexts } from './full-text.ts'
import { QUOTA_NOTICE, type Run, storeBatch } from './run.ts'
import { isInside } from './target.ts'

export type SearchOutcome =
  | { readonly ending: 'done' }
  // Come back later; not a failure.
  | { readonly ending: 'busy'; readonly retryAt: Date; readonly detail: string }
  // It may work in a while.
  | { readonly ending: 'broken'; readonly detail: string }
  // CoverageChange again changes nothing: the credential or the question must be mended first.
  | { readonly ending: 'refused'; readonly detail: string }

const DONE: SearchOutcome = { ending: 'done' }
const REFUSALS = new Set(['auth', 'forbidden', 'bad_request'])
// For a source that says "later" and not when.
const RATE_LIMIT_MS = 60_000
const QUOTA_MS = 3_600_000

// One pass of one project over one search source: asked, matched, analysed and stored page by page. Killed anywhere, the next pass
// goes on from the last cursor that was stored with its mentions.
export async function searchSource(run: Run, source: SearchSource, fullTexts: FullTexts): Promise<SearchOutcome> {
  const { pool } = run.deps
  const { platform, name } = source
  const rest = await findPause(pool, name)
  if (rest !== null) return finish(run, source, [], { ending: 'busy', ...rest })
  const budget = (await findQuota(pool, run.target.ownerId)) ?? 0
  if (budget <= 0) return finish(run, source, [], DONE, QUOTA_NOTICE)
  await storeBatch(run, { platform, incoming: [], coverage: { asked: 1 }, progress: { asked: 1, error: null } })
  const pass: Pass = { run, source, fullTexts, received: 0, pending: [] }
  try {
    await readEvents(pass, budget, await findCursor(pool, run.target.projectId, name))
    return await finish(run, source, pass.pending, DONE, null, pass)
  } catch (error) {
    if (!(error instanceof SourceError) || run.signal.aborted) throw error
    const ending = endingFor(error)
    if (ending.ending === 'busy') await savePause(pool, name, ending)
    return finish(run, source, pass.pending, ending, null, pass)
  }
}

interface Pass {
  readonly run: Run
  readonly source: SearchSource
  readonly fullTexts: FullTexts
  received: number
  // Read and not yet stored.
  pending: Post[]
}

// Ends early when the quota ran out: then the cursor stays where everything before it was paid for.
async function readEvents(pass: Pass, budget: number, cursor: unknown): Promise<void> {
  const { run, source } = pass
  const { keyword, exclusions, since, until } = run.target
  const request = { keyword, exclusions, since, until, budget, cursor }
  for await (const event of guard(source.search(request, run.signal), run.signal)) {
    if (event.type === 'post') pass.pending.push(event.post)
    if (event.type === 'notice') await notice(run, source, `${event.code}: ${event.detail}`)
    if (event.type !== 'cursor' && pass.pending.length < BATCH_MAX) continue
    const paid = await flush(pass, event.type === 'cursor' ? event.cursor : undefined)
    if (!paid) return
  }
}

// A reply that makes a connector stumble is that source's failure and nobody else's.
async function* guard(events: AsyncIterable<SourceEvent>, signal: AbortSignal): AsyncGenerator<SourceEvent> {
  try {
    yield* events
  } catch (error) {
    if (error instanceof SourceError || signal.aborted) throw error
    log.error({ err: error }, 'a source stumbled')
    throw new SourceError('unreadable', 'The answer could not be read.')
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

// What the platform found is only a pre-filter: the local matcher decides, and so do the project's dates.
export async function matchPosts(run: Run, posts: readonly Post[], fullTexts: FullTexts): Promise<Incoming[]> {
  const { target, deps, signal } = run
  const incoming: Incoming[] = []
  for (const raw of posts) {
    const post = cleanPost(raw)
    if (post === null || !isInside(target, post) || !target.match(post.text, post.hidden).matched) continue
    const whole = await fullTexts.enrich(post, signal)
    incoming.push(
      toIncoming(analysePost(whole, deps.classify), target.match(whole.text, whole.hidden), target.termsTotal),
    )
  }
  return incoming
}

async function notice(run: Run, source: SearchSource, text: string): Promise<void> {
  await storeBatch(run, { platform: source.platform, incoming: [], progress: { notice: text } })
}

// Stores what was read before the end and tells how it ended.
async function finish(
  run: Run,
  source: SearchSource,
  pending: readonly Post[],
  ending: SearchOutcome,
  text: string | null = null,
  pass: Pass | null = null,
): Promise<SearchOutcome> {
  const received = (pass?.received ?? 0) + pending.length
  const answered = received > 0 ? { answered: 1 } : { empty: 1 }
  const failed = ending.ending === 'broken' || ending.ending === 'refused'
  await storeBatch(run, {
    platform: source.platform,
    incoming: pass === null ? [] : await matchPosts(run, pending, pass.fullTexts),
    received: pending.length,
    coverage: pass === null ? undefined : ending.ending === 'done' ? answered : failed ? { failed: 1 } : undefined,
    progress: {
      source: { name: source.name, outcome: ending.ending },
      notice:
        ending.ending === 'busy'
          ? `${source.name} waits until ${ending.retryAt.toISOString()}: ${ending.detail}`
          : text,
      ...(failed ? { error: ending.detail } : {}),
    },
  })
  return ending
}

function endingFor(error: SourceError): SearchOutcome {
  const detail = error.message
  if (error.code === 'rate_limited' || error.code === 'quota') {
    const pauseMs = error.code === 'quota' ? QUOTA_MS : RATE_LIMIT_MS
    return { ending: 'busy', retryAt: error.retryAt ?? new Date(Date.now() + pauseMs), detail }
  }
  return { ending: REFUSALS.has(error.code) ? 'refused' : 'broken', detail: `${error.code}: ${detail}` }
}
