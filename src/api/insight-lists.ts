import { termsOf, topTerms } from '../analyse/terms.ts'
import type { Digest } from '../store/mentions/digests.ts'
import type { ScannedMention } from '../store/mentions/insights.ts'
import { platformOf } from '../store/platforms.ts'
import type { WireInsights } from './wire/insights.ts'

export type InsightLists = Pick<WireInsights, 'languages' | 'authors' | 'hashtags' | 'terms'>

const AUTHORS_MAX = 20
const TERMS_MAX = 30

interface Tally {
  readonly languages: Map<string, number>
  readonly authors: Map<string, { n: number; username: string; name: string }>
  readonly terms: Map<string, number>
}

// From the stored digests of days.
export function tallyDigests(digests: readonly Digest[]): Tally {
  const tally = emptyTally()
  for (const digest of digests) {
    for (const [language, n] of Object.entries(digest.languages)) add(tally.languages, language, n)
    for (const [key, author] of Object.entries(digest.authors)) {
      const n = (tally.authors.get(key)?.n ?? 0) + author.n
      tally.authors.set(key, { ...author, n })
    }
    for (const record of [digest.hashtags, digest.terms]) {
      for (const [term, n] of Object.entries(record)) add(tally.terms, term, n)
    }
  }
  return tally
}

// From the mentions themselves, where a filter rules the digests out.
export function tallyMentions(mentions: readonly ScannedMention[]): Tally {
  const tally = emptyTally()
  for (const { cell, language, text, authorId, username, name } of mentions) {
    add(tally.languages, language, 1)
    const key = `${Math.floor(cell / 3)} ${authorId || username}`
    tally.authors.set(key, { n: (tally.authors.get(key)?.n ?? 0) + 1, username, name })
    for (const term of termsOf(text)) add(tally.terms, term, 1)
  }
  return tally
}

export function listsOf(now: Tally, past: Tally): InsightLists {
  const { hashtags, terms } = topTerms(now.terms, past.terms, { limit: TERMS_MAX })
  const authors = [...now.authors]
    .sort(([a, x], [b, y]) => y.n - x.n || (a < b ? -1 : 1))
    .slice(0, AUTHORS_MAX)
    .map(([key, { n, username, name }]) => {
      const space = key.indexOf(' ')
      const socialmediaid = platformOf(Number(key.slice(0, space)))
      return { targeted_account_id: key.slice(space + 1), username, display_name: name, socialmediaid, count: n }
    })
  return {
    languages: Object.fromEntries([...now.languages].sort(([, x], [, y]) => y - x)),
    authors,
    hashtags: hashtags.map(({ term, count, z }) => ({ term, count, score: z })),
    terms: terms.map(({ term, count, z }) => ({ term, count, score: z })),
  }
}

function emptyTally(): Tally {
  return { languages: new Map(), authors: new Map(), terms: new Map() }
}

function add(map: Map<string, number>, key: string, n: number): void {
  map.set(key, (map.get(key) ?? 0) + n)
}
