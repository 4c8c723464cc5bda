import { candidatesFor, chooseTerms, logOdds, type RankedTerm } from '../analyse/terms.ts'
import type { TermsSample } from '../domain/incident.ts'
import type { Db } from '../store/db.ts'
import { readTexts, type TermCounts } from '../store/mentions/term-counts.ts'
import { openCache } from '../store/search/cache.ts'
import { isHashtagKey, termKey } from '../text/term-keys.ts'
import { termsOf } from '../text/terms.ts'

export interface ReadTerms {
  // Of a sample, the counts are estimates for the whole selection.
  readonly hashtags: readonly RankedTerm[]
  readonly terms: readonly RankedTerm[]
  // Null when all mentions were counted.
  readonly sample: TermsSample | null
}

// Terms are counted as hashes, which are the same in every project: the texts of mentions that contain the highest ranked ones give them
// their names back.
export async function readTerms(db: Db, projectId: string, counts: TermCounts, limit: number): Promise<ReadTerms> {
  const { now, past, nowTotal, pastTotal, countMin, sample } = counts
  const rank = (only: (key: number) => boolean, max: number) =>
    logOdds<number>(now, past, { nowTotal, pastTotal, countMin, limit: max, only })
  const ranked = [...rank(isHashtagKey, limit), ...rank((key) => !isHashtagKey(key), candidatesFor(limit))]
  const names = await readNames(db, projectId, counts, ranked)
  const named = ranked.flatMap(({ term, count, z }) => {
    const name = names.get(term)
    return name === undefined ? [] : [{ term: name, count, z }]
  })
  const { hashtags, terms } = chooseTerms(named, (word) => now.get(termKey(word)) ?? 0, limit)
  if (sample.mentions === sample.of) return { hashtags, terms, sample: null }
  const estimate = (term: RankedTerm) => ({ ...term, count: Math.round((term.count * sample.of) / sample.mentions) })
  return { hashtags: hashtags.map(estimate), terms: terms.map(estimate), sample }
}

const NAMES_BYTES_MAX = 4 * 2 ** 20
const NAME_BYTES = 150
const known = openCache<string>(NAMES_BYTES_MAX)

async function readNames(
  db: Db,
  projectId: string,
  counts: TermCounts,
  ranked: readonly RankedTerm<number>[],
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  const unknown: number[] = []
  for (const { term } of ranked) {
    const name = known.get(String(term))
    if (name === undefined) unknown.push(term)
    else names.set(term, name)
  }
  const ids = await Promise.all(unknown.map((term) => counts.mentionOf(term)))
  const texts = ids.length === 0 ? [] : (await readTexts(db, projectId, [...new Set(ids)])).values()
  for (const text of texts) for (const term of termsOf(text)) names.set(termKey(term), term)
  for (const term of unknown) {
    const name = names.get(term)
    if (name !== undefined) known.set(String(term), name, NAME_BYTES)
  }
  return names
}
