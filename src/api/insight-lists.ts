import { candidatesFor, chooseTerms, logOdds, type RankedTerm } from '../analyse/terms.ts'
import type { Db } from '../store/db.ts'
import { type CountedAuthor, type Tally, topAuthors } from '../store/mentions/insights.ts'
import { readMentions } from '../store/mentions/rows.ts'
import { countTerms, readTexts, type TermCounts } from '../store/mentions/term-counts.ts'
import type { Selected } from '../store/search/select.ts'
import { isHashtagKey, termKey } from '../text/term-keys.ts'
import { termsOf } from '../text/terms.ts'
import type { WireInsights } from './wire/insights.ts'

export type InsightLists = Pick<WireInsights, 'languages' | 'authors' | 'hashtags' | 'terms'>

const AUTHORS_MAX = 20
const TERMS_MAX = 30

// The lists of a selection. Terms are ranked against an earlier selection.
export async function readLists(
  db: Db,
  projectId: string,
  {
    now,
    past,
    tally,
  }: { readonly now: readonly Selected[]; readonly past: readonly Selected[]; readonly tally: Tally },
): Promise<InsightLists> {
  const { hashtags, terms } = await readTerms(db, projectId, await countTerms(now, past), TERMS_MAX)
  return {
    languages: Object.fromEntries([...tally.languages].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))),
    authors: await readAuthors(db, projectId, await topAuthors(now, tally, AUTHORS_MAX)),
    hashtags: hashtags.map(toWireTerm),
    terms: terms.map(toWireTerm),
  }
}

function toWireTerm({ term, count, z }: RankedTerm) {
  return { term, count, score: z }
}

async function readAuthors(
  db: Db,
  projectId: string,
  counted: readonly CountedAuthor[],
): Promise<InsightLists['authors']> {
  const mentions = await readMentions(
    db,
    projectId,
    counted.map(({ mentionId }) => mentionId),
  )
  const counts = new Map(counted.map(({ mentionId, count }) => [mentionId, count]))
  const authors = mentions.map(({ id, author, platform }) => ({
    targeted_account_id: author.id || author.username,
    username: author.username,
    display_name: author.displayName,
    socialmediaid: platform,
    count: counts.get(id) ?? 0,
  }))
  return authors.sort((a, b) => b.count - a.count || (a.targeted_account_id < b.targeted_account_id ? -1 : 1))
}

// Terms are counted as hashes: the texts of mentions that contain the highest ranked ones give them their names back.
export async function readTerms(
  db: Db,
  projectId: string,
  counts: TermCounts,
  limit: number,
): Promise<{ hashtags: RankedTerm[]; terms: RankedTerm[] }> {
  const { now, past, nowTotal, pastTotal, countMin } = counts
  const rank = (only: (key: number) => boolean, max: number) =>
    logOdds<number>(now, past, { nowTotal, pastTotal, countMin, limit: max, only })
  const ranked = [...rank(isHashtagKey, limit), ...rank((key) => !isHashtagKey(key), candidatesFor(limit))]
  const ids = await Promise.all(ranked.map(({ term }) => counts.mentionOf(term)))
  const texts = await readTexts(db, projectId, [...new Set(ids)])
  const names = new Map<number, string>()
  for (const text of texts.values()) for (const term of termsOf(text)) names.set(termKey(term), term)
  const named = ranked.flatMap(({ term, count, z }) => {
    const name = names.get(term)
    return name === undefined ? [] : [{ term: name, count, z }]
  })
  return chooseTerms(named, (word) => now.get(termKey(word)) ?? 0, limit)
}
