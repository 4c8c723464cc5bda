import { candidatesFor, chooseTerms, logOdds, type RankedTerm } from '../analyse/terms.ts'
import type { Db } from '../store/db.ts'
import { readTexts, type TermCounts } from '../store/mentions/term-counts.ts'
import { isHashtagKey, termKey } from '../text/term-keys.ts'
import { termsOf } from '../text/terms.ts'

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
