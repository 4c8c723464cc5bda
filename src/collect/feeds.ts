import type { Platform } from '../domain/platform.ts'
import type { Post } from '../domain/post.ts'
import { log } from '../log.ts'
import { type FeedReading, SourceError } from '../sources/source.ts'
import { type Archived, archivePosts } from '../store/collecting/archive.ts'
import { addFeedCoverage } from '../store/collecting/coverage.ts'
import { type ClaimedFeed, claimFeed, type FeedOutcome, listDueFeeds, saveOutcome } from '../store/collecting/feeds.ts'
import { withFoundIds } from '../store/collecting/found-articles.ts'
import { queueMatching } from '../store/jobs/due.ts'
import { cleanPost } from './clean-post.ts'
import type { CollectDeps } from './deps.ts'
import { currentAddress, hasUntried, nextAddress } from './feed-alternatives.ts'
import { healthAfter, healthOf, newestOf, nextInterval } from './feed-health.ts'

// A reading that takes longer is abandoned. After a kill, the feed is due again when its lease has expired.
const LEASE_SECONDS = 120
// A feed that brings nothing new is polled up to this many times less often.
const QUIET_TIMES = 6
const SPREAD = 0.1
const FAILED_SECONDS_MAX = 6 * 3_600
const BUSY_SECONDS = 900
const SWITCH_SECONDS = 60
const BUSY_SECONDS_MAX = 7 * 86_400
const AT_ONCE_MAX = 8
const DUE_MAX = 500

// Reads one due feed for all projects. Its posts, health, cursor and coverage are saved in one transaction. Returns the number of
// new posts, or null when the feed was not due (any more) or its source is disabled.
export async function pollFeed(deps: CollectDeps, id: string, signal: AbortSignal): Promise<number | null> {
  const feed = await claimFeed(deps.pool, id, LEASE_SECONDS)
  if (feed === null || deps.sources.feeds[feed.source] === undefined) return null
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LEASE_SECONDS * 900)])
  try {
    const { fresh, changed } = await saveReading(deps, feed, await readFeed(deps, feed, limit))
    if (fresh.length + changed > 0) await queueMatching(deps.pool)
    return fresh.length
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof SourceError) await saveFailure(deps, feed, error)
    else if (limit.aborted) await saveFailure(deps, feed, new SourceError('network', 'The reading took too long.'))
    else throw error
    return 0
  }
}

export interface PollResult {
  // How many feeds of each platform were read.
  readonly read: ReadonlyMap<Platform, number>
  // How many were due and not read.
  readonly unread: number
}

// Reads due feeds, several at a time, until none is left or the signal aborts.
export async function pollDue(deps: CollectDeps, signal: AbortSignal): Promise<PollResult> {
  const due = await listDueFeeds(deps.pool, sourcesOf(deps), DUE_MAX)
  const read = new Map<Platform, number>()
  const work = async () => {
    for (let feed = due.shift(); feed !== undefined && !signal.aborted; feed = due.shift()) {
      const added = await pollFeed(deps, feed.id, signal)
      if (added !== null) read.set(feed.platform, (read.get(feed.platform) ?? 0) + 1)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE_MAX }, work))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed !== undefined && !signal.aborted) throw failed.reason
  return { read, unread: due.length }
}

export function sourcesOf(deps: CollectDeps): Platform[] {
  return Object.keys(deps.sources.feeds) as Platform[]
}

async function readFeed(deps: CollectDeps, feed: ClaimedFeed, signal: AbortSignal): Promise<FeedReading> {
  const source = deps.sources.feeds[feed.source]
  if (source === undefined) throw new SourceError('bad_request', `${feed.source} is not configured.`)
  try {
    const label = feed.name === '' ? null : feed.name
    const { platform, cursor } = feed
    return await source.read({ address: currentAddress(feed), label, platform, cursor, now: new Date() }, signal)
  } catch (error) {
    if (error instanceof SourceError || signal.aborted) throw error
    log.error({ feed: feed.id, err: error }, 'failed to parse a feed')
    throw new SourceError('unreadable', 'The feed could not be read.')
  }
}

async function saveReading(deps: CollectDeps, feed: ClaimedFeed, reading: FeedReading): Promise<Archived> {
  const listed = reading.posts.map(cleanPost).filter((post) => post !== null)
  return deps.pool.begin(async (tx) => {
    const posts = await withFoundIds(tx, listed)
    const archived = await archivePosts(tx, feed.id, posts)
    await saveOutcome(tx, feed.id, outcomeOf(deps, feed, reading, { posts, ...archived }))
    const outcome = reading.unchanged || posts.length === 0 ? { empty: 1 } : { answered: 1 }
    await addFeedCoverage(tx, feed.platform, { asked: 1, ...outcome })
    return archived
  })
}

function outcomeOf(
  deps: CollectDeps,
  feed: ClaimedFeed,
  reading: FeedReading,
  { posts, fresh, renamed, deferred }: Archived & { readonly posts: readonly Post[] },
): FeedOutcome {
  const notice = reading.notices[0]?.detail ?? null
  const { lastPostAt, state: before } = feed
  const health = healthOf({ ...reading, posts, fresh, renamed, lastPostAt, before, notice, now: new Date() })
  const min = deps.settings.feedSeconds
  const interval = nextInterval(feed.intervalSeconds, fresh.length > 0, { min, max: min * QUIET_TIMES })
  return {
    ...health,
    // Without it the next reading is complete, even if the feed does not change again.
    cursor: deferred > 0 ? null : reading.cursor,
    failures: 0,
    intervalSeconds: interval,
    waitSeconds: spread(interval),
    added: fresh.length,
    lastPostAt: newestOf(posts),
    title: reading.title,
    next: nextAddress(feed, { state: health.state, failures: 0, isGone: false }),
  }
}

async function saveFailure(deps: CollectDeps, feed: ClaimedFeed, error: SourceError): Promise<void> {
  const interval = feed.intervalSeconds ?? deps.settings.feedSeconds
  const busy = error.code === 'rate_limited' || error.code === 'quota'
  const untilMs = (error.retryAt?.getTime() ?? Date.now() + BUSY_SECONDS * 1000) - Date.now()
  const failures = busy ? feed.failures : feed.failures + 1
  const next = nextAddress(feed, { state: 'broken', failures: busy ? 0 : failures, isGone: error.gone })
  // A rate-limited feed is not unhealthy: it keeps its state, and the detail says why there are no new posts.
  const health = busy
    ? { state: feed.state, detail: `Waiting: ${error.message}` }
    : healthAfter(error, next.isSwitched ? (next.readAddress ?? feed.address) : null)
  const waitSeconds = busy
    ? Math.min(Math.max(untilMs / 1000, 1), BUSY_SECONDS_MAX)
    : next.isSwitched && hasUntried(feed, failures)
      ? spread(SWITCH_SECONDS)
      : spread(Math.min(interval * 2 ** Math.min(failures - 1, 10), FAILED_SECONDS_MAX))
  await deps.pool.begin(async (tx) => {
    await saveOutcome(tx, feed.id, {
      ...health,
      failures,
      intervalSeconds: interval,
      waitSeconds,
      added: 0,
      lastPostAt: null,
      title: null,
      next,
    })
    const blocked = busy || health.state === 'blocked'
    await addFeedCoverage(tx, feed.platform, blocked ? { asked: 1, blocked: 1 } : { asked: 1, failed: 1 })
  })
}

// The longest time between two polls of a feed that works.
export function longestInterval(feedSeconds: number): number {
  return feedSeconds * QUIET_TIMES * (1 + SPREAD)
}

// Adds jitter either way, so that feeds added together do not stay synchronised.
function spread(seconds: number): number {
  return seconds * (1 - SPREAD + Math.random() * 2 * SPREAD)
}
