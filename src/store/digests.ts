import type { Db } from './db.ts'
import type { NewMention } from './mention-rows.ts'

// A day's lists are bounded: what is rare on a day with very many different words is forgotten, so that reading a range of
// days costs the same whatever the project's size. Counts of what is kept are exact from the moment it was first kept.
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

// The caller holds the project's row lock, so reading and writing back is safe.
export async function addToDigests(tx: Db, projectId: string, mentions: readonly NewMention[]): Promise<void> {
  if (mentions.length === 0) return
  const byDay = Map.groupBy(mentions, (mention) => mention.post.publishedAt.toISOString().slice(0, 10))
  const days = [...byDay.keys()].sort()
  const rows = await tx<(Digest & { day: string })[]>`
    select day, languages, authors, hashtags, terms from day_digest
     where project_id = ${projectId} and day = any(${days}::date[])`
  const stored = new Map(rows.map((row) => [row.day, row]))
  const merged = days.map((day) => merge(stored.get(day) ?? EMPTY, byDay.get(day) ?? []))
  const column = (pick: (digest: Digest) => unknown) => merged.map((digest) => JSON.stringify(pick(digest)))
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
  return db<(Digest & { day: string })[]>`
    select day, languages, authors, hashtags, terms from day_digest
     where project_id = ${projectId} and day >= ${range.from.toISOString().slice(0, 10)}
       and day <= ${new Date(range.to.getTime() - 1).toISOString().slice(0, 10)} order by day`
}

const EMPTY: Digest = { languages: {}, authors: {}, hashtags: {}, terms: {} }

function merge(before: Digest, mentions: readonly NewMention[]): Digest {
  const languages = bare(before.languages)
  const authors = bare(before.authors)
  const hashtags = bare(before.hashtags)
  const terms = bare(before.terms)
  for (const { post, language, cell, ...mention } of mentions) {
    languages[language] = (languages[language] ?? 0) + 1
    const key = `${Math.floor(cell / 3)} ${post.author.id || post.author.username}`
    const { username, displayName } = post.author
    authors[key] = { n: (authors[key]?.n ?? 0) + 1, username, name: displayName }
    for (const tag of new Set(mention.hashtags)) hashtags[tag] = (hashtags[tag] ?? 0) + 1
    for (const term of new Set(mention.terms)) terms[term] = (terms[term] ?? 0) + 1
  }
  return {
    languages,
    authors: keepLargest(authors, AUTHORS_MAX, (author) => author.n),
    hashtags: keepLargest(hashtags, HASHTAGS_MAX, (count) => count),
    terms: keepLargest(terms, TERMS_MAX, (count) => count),
  }
}

// Without a prototype: a hashtag may be called `constructor`.
function bare<T>(record: Record<string, T>): Record<string, T> {
  return Object.assign(Object.create(null), record)
}

// Ties by name, so that the same mentions always leave the same digest.
function keepLargest<T>(record: Record<string, T>, max: number, size: (value: T) => number): Record<string, T> {
  const entries = Object.entries(record)
  if (entries.length <= max) return record
  entries.sort((a, b) => size(b[1]) - size(a[1]) || (a[0] < b[0] ? -1 : 1))
  return Object.fromEntries(entries.slice(0, max))
}
