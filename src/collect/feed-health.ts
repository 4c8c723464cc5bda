import type { FeedState } from '../domain/feed.ts'
import type { Post } from '../domain/post.ts'
import type { SourceErrorCode } from '../sources/source.ts'

// What a reading says about the health of its feed. Pure, so that every state can be shown in a test.
export interface Health {
  readonly state: FeedState
  readonly detail: string | null
}

export interface ReadingFacts {
  readonly posts: readonly Pick<Post, 'publishedAt'>[]
  // Those among them that the archive did not have.
  readonly fresh: readonly Pick<Post, 'publishedAt'>[]
  readonly unchanged: boolean
  readonly undated: number
  // The newest post that the feed ever brought, before this reading.
  readonly lastPostAt: Date | null
  readonly before: FeedState
  readonly notice: string | null
  readonly now: Date
}

const DAY_MS = 86_400_000
// An outlet that publishes daily and shows nothing newer than this has stopped, or its feed has.
export const SILENT_DAYS = 7
// What turns up for the first time and is older than this was not new when it was served.
export const OLD_DAYS = 3
const OLD_POSTS_MIN = 3

export function healthOf(facts: ReadingFacts): Health {
  const { posts, fresh, undated, notice, now } = facts
  const newest = newestOf(posts) ?? facts.lastPostAt
  const silent = newest !== null && now.getTime() - newest.getTime() > SILENT_DAYS * DAY_MS
  if (facts.unchanged) {
    if (silent) return stale(newest, now)
    const kept = facts.before === 'new' || facts.before === 'broken' || facts.before === 'blocked' ? 'ok' : facts.before
    return { state: kept, detail: kept === 'ok' ? null : 'Nothing changed since the last reading.' }
  }
  if (posts.length === 0) return { state: 'empty', detail: notice ?? 'The feed has no entries.' }
  if (undated * 2 > posts.length) {
    return {
      state: 'undated',
      detail: `${undated} of ${posts.length} entries have no date; they count from when they were first seen.`,
    }
  }
  if (silent) return stale(newest, now)
  const old = fresh.filter(({ publishedAt }) => now.getTime() - publishedAt.getTime() > OLD_DAYS * DAY_MS)
  // The first reading of a feed is all old posts, and rightly so.
  if (facts.lastPostAt !== null && old.length >= OLD_POSTS_MIN && old.length * 2 > fresh.length) {
    return {
      state: 'stale',
      detail: `${old.length} entries that were not there before are older than ${OLD_DAYS} days.`,
    }
  }
  return { state: 'ok', detail: notice }
}

export function healthAfter(code: SourceErrorCode, message: string): Health {
  return { state: code === 'auth' || code === 'forbidden' ? 'blocked' : 'broken', detail: `${code}: ${message}` }
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

// Halves towards the shortest when a reading brought something, grows by half towards the longest when it did not.
export function nextInterval(
  before: number | null,
  brought: boolean,
  bounds: { readonly min: number; readonly max: number },
): number {
  const next = before === null ? bounds.min : brought ? before / 2 : before * 1.5
  return Math.round(Math.min(Math.max(next, bounds.min), bounds.max))
}
