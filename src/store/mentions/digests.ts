import type { Db } from '../db.ts'
import { json } from '../sql.ts'
import type { NewMention } from './incoming.ts'

// A day's lists are bounded: rare entries of a day with very many different words are dropped, so that reading a range of days
// costs the same whatever the project's size. The count of an entry is exact from the moment it was first kept.
const AUTHORS_MAX = 200
const HASHTAGS_MAX = 300
const TERMS_MAX = 600

export interface Digest {
  readonly languages: Record<string, number>
  // Keyed by platform number and author id, with the names last seen.
  readonly authors: Record<string, { n: number; username: string; name: string }>
  readonly hashtags: Record<string, number>
  readonly terms: Record<string, number>
}

// The caller holds the project's row lock, so read-modify-write is safe.
export async function addToDigests(tx: Db, projectId: string, mentions: readonly NewMention[]): Promise<void> {
  if (mentions.length === 0) return
  const byDay = Map.groupBy(mentions, (mention) => mention.post.publishedAt.toISOString().slice(0, 10))
  const days = [...byDay.keys()].sort()
  const rows = await tx<Digest & { day: string }>`
    select day, languages, authors, hashtags, terms from day_digest
     where project_id = ${projectId} and day = any(${days}::date[])`
  const stored = new Map(rows.map((row) => [row.day, row]))
  const merged = days.map((day) => merge(stored.get(day) ?? EMPTY, byDay.get(day) ?? []))
  const column = (pick: (digest: Digest) => unknown) => merged.map((digest) => json(pick(digest)))
  await tx`
    insert into day_digest as d (project_id, day, languages, authors, hashtags, terms)
    select ${projectId}::uuid, day, languages::jsonb, authors::jsonb, hashtags::jsonb, terms::jsonb
      from unnest(${days}::date[], ${column((d) => d.languages)}::text[], ${column((d) => d.authors)}::text[],
                  ${column((d) => d.hashtags)}::text[], ${column((d) => d.terms)}::text[])
        as t(day, languages, authors, hashtags, terms)
    on conflict (project_id, day) do update
       set languages = excluded.languages, authors = excluded.authors, hashtags = excluded.hashtags, terms = excluded.terms`
}

// Digests of the UTC days that touch the range, oldest first.
export async function readDigests(
  db: Db,
  projectId: string,
  range: { readonly from: Date; readonly to: Date },
): Promise<(Digest & { readonly day: string })[]> {
  return db<Digest & { day: string }>`
    select day, languages, authors, hashtags, terms from day_digest
     where project_id = ${projectId} and day >= ${range.from.toISOString().slice(0, 10)}
       and day <= ${new Date(range.to.getTime() - 1).toISOString().slice(0, 10)} order by day`
}

const EMPTY: Digest = { languages: {}, authors: {}, hashtags: {}, terms: {} }

function merge(before: Digest, mentions: readonly NewMention[]): Digest {
  const languages = new Map(Object.entries(before.languages))
  const authors = new Map(Object.entries(before.authors))
  const hashtags = new Map(Object.entries(before.hashtags))
  const terms = new Map(Object.entries(before.terms))
  for (const { post, language, cell, ...mention } of mentions) {
    count(languages, language)
    const key = `${Math.floor(cell / 3)} ${post.author.id || post.author.username}`
    const { username, displayName } = post.author
    authors.set(key, { n: (authors.get(key)?.n ?? 0) + 1, username, name: displayName })
    for (const tag of mention.hashtags) count(hashtags, tag)
    for (const term of mention.terms) count(terms, term)
  }
  return {
    languages: Object.fromEntries(languages),
    authors: keepLargest(authors, AUTHORS_MAX, (author) => author.n),
    hashtags: keepLargest(hashtags, HASHTAGS_MAX, (count) => count),
    terms: keepLargest(terms, TERMS_MAX, (count) => count),
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

// Of entries with equal counts the earliest stays, because its count is exact. Entries are not sorted, because a busy day has
// thousands of words that occurred once.
function keepLargest<T>(all: Map<string, T>, max: number, sizeOf: (value: T) => number): Record<string, T> {
  if (all.size <= max) return Object.fromEntries(all)
  const bySize = new Map<number, number>()
  for (const value of all.values()) bySize.set(sizeOf(value), (bySize.get(sizeOf(value)) ?? 0) + 1)
  let room = max
  let smallest = 0
  for (const size of [...bySize.keys()].sort((a, b) => b - a)) {
    smallest = size
    if ((bySize.get(size) ?? 0) >= room) break
    room -= bySize.get(size) ?? 0
  }
  const kept: [string, T][] = []
  for (const entry of all) {
    const size = sizeOf(entry[1])
    if (size > smallest) kept.push(entry)
    else if (size === smallest && room > 0) {
      kept.push(entry)
      room -= 1
    }
  }
  return Object.fromEntries(kept)
}
