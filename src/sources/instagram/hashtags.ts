import type { Keyword } from '../../domain/keyword.ts'
import { hashtagOf } from '../term.ts'

// An Instagram account may ask for this many different hashtags in a rolling week. CoverageChange again for one of them is free
// and does not prolong its stay.
export const HASHTAGS_MAX = 30
export const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export interface HashtagLedger {
  // Null when the hashtag may be asked for, which is noted with the same call; otherwise when there will be room for it.
  claim(hashtag: string, now: Date): Promise<Date | null>
}

export interface SearchedHashtag {
  readonly hashtag: string
  // When it was asked for first in its week.
  readonly searchedAt: Date
}

// Whether there is room for a hashtag: 'free' when it was searched this week already, 'new' when it has to be recorded, or the date
// from which there is room.
export function roomForHashtag(asked: readonly SearchedHashtag[], hashtag: string, now: Date): 'free' | 'new' | Date {
  const live = asked.filter(({ searchedAt }) => searchedAt.getTime() + WEEK_MS > now.getTime())
  if (live.some((entry) => entry.hashtag === hashtag)) return 'free'
  if (live.length < HASHTAGS_MAX) return 'new'
  const times = live.map(({ searchedAt }) => searchedAt.getTime()).sort((a, b) => a - b)
  return new Date((times[live.length - HASHTAGS_MAX] ?? now.getTime()) + WEEK_MS)
}

// The hashtags that an expression has to be looked for under: one for each alternative, because the captions found are
// matched against the whole expression afterwards. One that is asked for anyway costs nothing; else the longest term
// is the most telling.
export function hashtagsFor(keyword: Keyword, known: ReadonlySet<string> = new Set()): string[] {
  const chosen = new Set<string>()
  for (const terms of keyword.alternatives) {
    const tags = terms.map(hashtagOf).filter((tag) => tag !== null)
    const longest = tags.reduce<string | null>(
      (best, tag) => (best === null || tag.length > best.length ? tag : best),
      null,
    )
    const tag =
      tags.find((candidate) => chosen.has(candidate)) ?? tags.find((candidate) => known.has(candidate)) ?? longest
    if (tag !== null) chosen.add(tag)
  }
  return [...chosen]
}
