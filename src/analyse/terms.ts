import { isHashtag } from '../text/terms.ts'

export interface RankedTerm<Key = string> {
  readonly term: Key
  // Texts of the period that contain it.
  readonly count: number
  // The deviation from the past, in standard deviations.
  readonly z: number
}

// A Map of counts, or anything that reads like one.
export interface Counts<Key> {
  get(term: Key): number | undefined
  forEach(visit: (count: number, term: Key) => void): void
}

export interface LogOddsOptions<Key = string> {
  // Sums over all terms, for counts that contain only some of them.
  readonly nowTotal?: number | undefined
  readonly pastTotal?: number | undefined
  // The weight, in texts, of the prior assumption that nothing has changed.
  readonly prior?: number | undefined
  readonly countMin?: number | undefined
  readonly limit?: number | undefined
  // Only these are ranked; the sums include all.
  readonly only?: ((term: Key) => boolean) | undefined
}

// Ranks the terms of a period by weighted log-odds against the past, with an informative Dirichlet prior taken from both: a word
// that is always common has a z near 0 however often it occurs, and a rare word seen twice is not a trend. Without a past every z
// is 0, and the order is by count.
export function logOdds<Key extends string | number>(
  now: Counts<Key>,
  past: Counts<Key>,
  options: LogOddsOptions<Key> = {},
): RankedTerm<Key>[] {
  const nowTotal = options.nowTotal ?? sum(now)
  const pastTotal = options.pastTotal ?? sum(past)
  const { prior = 500, countMin = 2, limit = 50, only } = options
  let ranked: RankedTerm<Key>[] = []
  // Of those seen so far, the last one that would be returned.
  let last: RankedTerm<Key> | undefined
  now.forEach((count, term) => {
    if (!(count >= countMin) || only?.(term) === false) return
    const before = past.get(term) ?? 0
    const belief = (prior * (count + before)) / (nowTotal + pastTotal)
    const difference = odds(count, nowTotal, belief, prior) - odds(before, pastTotal, belief, prior)
    const variance = 1 / (count + belief) + 1 / (before + belief)
    const z = pastTotal === 0 ? 0 : difference / Math.sqrt(variance)
    const found = { term, count, z: Math.round(z * 1_000) / 1_000 }
    if (last !== undefined && byRank(found, last) > 0) return
    ranked.push(found)
    // Millions of terms are not kept to be sorted at the end.
    if (ranked.length < limit * 2 + 100) return
    ranked = best(ranked, limit)
    last = ranked[limit - 1]
  })
  return best(ranked, limit)
}

function best<Key extends string | number>(ranked: RankedTerm<Key>[], limit: number): RankedTerm<Key>[] {
  return ranked.sort(byRank).slice(0, limit)
}

function byRank<Key extends string | number>(a: RankedTerm<Key>, b: RankedTerm<Key>): number {
  return b.z - a.z || b.count - a.count || (a.term < b.term ? -1 : 1)
}

function odds(count: number, total: number, belief: number, prior: number): number {
  // The share of the other terms stays above zero even when there is only one term.
  return Math.log((count + belief) / Math.max(total + prior - count - belief, 1e-6))
}

// How many ranked terms `chooseTerms` needs to fill a list.
export function candidatesFor(limit: number): number {
  return limit * 3
}

// The two lists shown in the insights, of terms in the order of their rank. A word that hardly occurs outside a listed pair is
// represented by the pair.
export function chooseTerms(
  ranked: readonly RankedTerm[],
  countOf: (word: string) => number,
  limit: number,
): { hashtags: RankedTerm[]; terms: RankedTerm[] } {
  const terms = ranked.filter(({ term }) => !isHashtag(term)).slice(0, candidatesFor(limit))
  const covered = new Set<string>()
  for (const { term, count } of terms) {
    if (!term.includes(' ')) continue
    for (const word of term.split(' ')) if (countOf(word) <= count * 1.25) covered.add(word)
  }
  return {
    hashtags: ranked.filter(({ term }) => isHashtag(term)).slice(0, limit),
    terms: terms.filter(({ term }) => !covered.has(term)).slice(0, limit),
  }
}

function sum<Key>(counts: Counts<Key>): number {
  let total = 0
  counts.forEach((count) => {
    total += count > 0 ? count : 0
  })
  return total
}
