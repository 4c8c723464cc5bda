import type { Keyword } from '../../domain/keyword.ts'
import { hashtagOf } from '../term.ts'

// An Instagram account may search for this many different hashtags within seven days. Searching for one of them again is free
// and does not extend its week.
export const HASHTAGS_MAX = 30
export const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export interface HashtagLedger {
  // Null when the hashtag may be searched for, which the same call records; otherwise the time at which there will be room for it.
  claim(hashtag: string, now: Date): Promise<Date | null>
}

export interface SearchedHashtag {
  readonly hashtag: string
  // When it was first searched for in its week.
  readonly searchedAt: Date
}

// Whether there is room for a hashtag: 'free' when it was already searched for this week, 'new' when it has to be recorded, or
// the time from which there is room.
export function roomForHashtag(
  searched: readonly SearchedHashtag[],
  hashtag: string,
  now: Date,
): 'free' | 'new' | Date {
  const recent = searched.filter(({ searchedAt }) => searchedAt.getTime() + WEEK_MS > now.getTime())
  if (recent.some((entry) => entry.hashtag === hashtag)) return 'free'
  if (recent.length < HASHTAGS_MAX) return 'new'
  const times = recent.map(({ searchedAt }) => searchedAt.getTime()).sort((a, b) => a - b)
  return new Date((times[recent.length - HASHTAGS_MAX] ?? now.getTime()) + WEEK_MS)
}

// The hashtags to search for an expression: one for each alternative, because the captions found are matched against the
// whole expression afterwards. A hashtag that is already searched for costs nothing; otherwise the longest term is the most
// specific.
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
