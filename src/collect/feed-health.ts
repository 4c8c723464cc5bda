import type { FeedState } from '../domain/feed.ts'
import type { Post } from '../domain/post.ts'
import type { SourceError } from '../sources/source.ts'

// The health of a feed, derived from one reading. Pure, so that every state can be tested.
export interface Health {
  readonly state: FeedState
  readonly detail: string | null
}

export interface ReadingFacts {
  readonly posts: readonly Pick<Post, 'publishedAt'>[]
  // Those of them that were not in the archive yet.
  readonly fresh: readonly Pick<Post, 'publishedAt'>[]
  // How many known articles were listed under new ids.
  readonly renamed: number
  readonly unchanged: boolean
  readonly undated: number
  // Time of the newest post the feed had before this reading.
  readonly lastPostAt: Date | null
  readonly before: FeedState
  readonly notice: string | null
  readonly now: Date
}

const DAY_MS = 86_400_000
// When the newest entry is older than this, the outlet has stopped publishing or its feed has stopped updating.
export const SILENT_DAYS = 7
// An entry older than this when it first appears was not new when it was served.
export const OLD_DAYS = 3
const OLD_POSTS_MIN = 3

// What an unchanged feed still is.
const KEPT: ReadonlySet<FeedState> = new Set(['empty', 'stale', 'undated', 'repeating'])

export function healthOf(facts: ReadingFacts): Health {
  const { posts, fresh, undated, notice, now } = facts
  const newest = newestOf(posts) ?? facts.lastPostAt
  const silent = newest !== null && now.getTime() - newest.getTime() > SILENT_DAYS * DAY_MS
  if (facts.unchanged) {
    if (silent) return stale(newest, now)
    const kept = KEPT.has(facts.before) ? facts.before : 'ok'
    return { state: kept, detail: kept === 'ok' ? null : 'No change since the last reading.' }
  }
  if (posts.length === 0) return { state: 'empty', detail: notice ?? 'The feed has no entries.' }
  if (facts.renamed > 0 && !silent) return repeating(facts.renamed, posts.length)
  if (undated * 2 > posts.length) {
    return {
      state: 'undated',
      detail: `${undated} of ${posts.length} entries have no date; the time they were first seen is used instead.`,
    }
  }
  if (silent) return stale(newest, now)
  const old = fresh.filter(({ publishedAt }) => now.getTime() - publishedAt.getTime() > OLD_DAYS * DAY_MS)
  // The first reading of a feed is expected to contain mostly old posts.
  if (facts.lastPostAt !== null && old.length >= OLD_POSTS_MIN && old.length * 2 > fresh.length) {
    return {
      state: 'stale',
      detail: `${old.length} newly listed entries are older than ${OLD_DAYS} days.`,
    }
  }
  return { state: 'ok', detail: notice }
}

// `next` is the alternative address that is tried instead, if there is one.
export function healthAfter(
  { code, message, gone }: Pick<SourceError, 'code' | 'message' | 'gone'>,
  next: string | null = null,
): Health {
  if (next !== null) return { state: 'broken', detail: `${code}: ${message} Next address: ${next}` }
  if (gone) return { state: 'gone', detail: `${message} It is no longer polled.` }
  return { state: code === 'auth' || code === 'forbidden' ? 'blocked' : 'broken', detail: `${code}: ${message}` }
}

function repeating(renamed: number, listed: number): Health {
  const detail = `${renamed} of ${listed} entries are known articles under new ids; they are recognised by their links and not counted again.`
  return { state: 'repeating', detail }
}

function stale(newest: Date, now: Date): Health {
  const days = Math.floor((now.getTime() - newest.getTime()) / DAY_MS)
  return { state: 'stale', detail: `The newest entry is ${days} days old.` }
}

export function newestOf(posts: readonly Pick<Post, 'publishedAt'>[]): Date | null {
  let newest: Date | null = null
  for (const { publishedAt } of posts) if (newest === null || publishedAt > newest) newest = publishedAt
  return newest
}

// Halves the interval after a reading with new posts and grows it by half after one without, within the bounds.
export function nextInterval(
  before: number | null,
  hasNewPosts: boolean,
  bounds: { readonly min: number; readonly max: number },
): number {
  const next = before === null ? bounds.min : hasNewPosts ? before / 2 : before * 1.5
  return Math.round(Math.min(Math.max(next, bounds.min), bounds.max))
}
