import { STOP_WORDS } from './terms-stop.ts'

// What a text is about, for the term statistics of the insights: its hashtags, content words and pairs of neighbouring
// content words, each once, in order of appearance. Counting texts rather than occurrences keeps one shouting post small.
export function termsOf(text: string, termsMax: number = TERMS_MAX): string[] {
  const terms = new Set<string>()
  let previous = ''
  for (const [token] of text
    .slice(0, TEXT_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(NOT_TEXT, ' | ')
    .matchAll(TOKEN)) {
    if (terms.size >= termsMax) break
    if (token.startsWith('#')) {
      if (token.length <= WORD_LENGTH_MAX) terms.add(token)
      previous = ''
    } else if (isContent(token)) {
      terms.add(token)
      if (previous !== '' && previous !== token) terms.add(`${previous} ${token}`)
      previous = token
    } else previous = ''
  }
  return [...terms].slice(0, termsMax)
}

export const TERMS_MAX = 200
// An article says what it is about at its beginning.
const TEXT_MAX = 4_000
const WORD_LENGTH_MAX = 50
const NOT_TEXT = /(?:https?:\/\/|www\.)\S+|(?:\brt\s+)?@[\w.]+|\bpic\.twitter\.com\/\S+/giu
// A hashtag, a word (`anak-anak` is one), or anything else that ends a pair of neighbours.
const TOKEN =
  /#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*|\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’]\p{L}[\p{L}\p{M}\p{N}]*)*|[^\s\p{L}#]/gu

function isContent(token: string): boolean {
  return token.length >= 3 && token.length <= WORD_LENGTH_MAX && /^\p{L}/u.test(token) && !STOP_WORDS.has(token)
}

export function isHashtag(term: string): boolean {
  return term.startsWith('#')
}

export interface RankedTerm {
  readonly term: string
  // Texts of the period that have it.
  readonly count: number
  // How surprising that is against the past, in standard deviations.
  readonly z: number
}

export interface LogOddsOptions {
  // Sums over all terms, where the maps hold only some of them.
  readonly nowTotal?: number | undefined
  readonly pastTotal?: number | undefined
  // How many texts' worth of prior belief that nothing has changed.
  readonly prior?: number | undefined
  readonly countMin?: number | undefined
  readonly limit?: number | undefined
}

// Terms of a period by weighted log-odds against the past, with an informative Dirichlet prior taken from both together:
// a word that is common always has z near 0 however often it occurs, and one rare word seen twice is not a trend.
// Without a past every z is 0, and the order is by count.
export function logOdds(
  now: ReadonlyMap<string, number>,
  past: ReadonlyMap<string, number>,
  options: LogOddsOptions = {},
): RankedTerm[] {
  const nowTotal = Math.max(options.nowTotal ?? 0, sum(now))
  const pastTotal = Math.max(options.pastTotal ?? 0, sum(past))
  const prior = options.prior ?? 500
  const ranked: RankedTerm[] = []
  for (const [term, count] of now) {
    if (!(count >= (options.countMin ?? 2))) continue
    const before = past.get(term) ?? 0
    const belief = (prior * (count + before)) / (nowTotal + pastTotal)
    const difference = odds(count, nowTotal, belief, prior) - odds(before, pastTotal, belief, prior)
    const variance = 1 / (count + belief) + 1 / (before + belief)
    const z = pastTotal === 0 ? 0 : difference / Math.sqrt(variance)
    ranked.push({ term, count, z: Math.round(z * 1_000) / 1_000 })
  }
  ranked.sort((a, b) => b.z - a.z || b.count - a.count || (a.term < b.term ? -1 : 1))
  return ranked.slice(0, options.limit ?? 50)
}

function odds(count: number, total: number, belief: number, prior: number): number {
  // At least a little is left for the other terms, also when one term is all there is.
  return Math.log((count + belief) / Math.max(total + prior - count - belief, 1e-6))
}

// The two lists that the insights show. A word that hardly occurs outside a listed pair is left to the pair.
export function topTerms(
  now: ReadonlyMap<string, number>,
  past: ReadonlyMap<string, number>,
  options: LogOddsOptions = {},
): { hashtags: RankedTerm[]; terms: RankedTerm[] } {
  const limit = options.limit ?? 20
  const all = logOdds(now, past, { ...options, limit: now.size })
  const terms = all.filter(({ term }) => !isHashtag(term))
  const shown = terms.slice(0, limit * 3)
  const pairs = shown.filter(({ term }) => term.includes(' '))
  const covered = new Set<string>()
  for (const pair of pairs) {
    for (const word of pair.term.split(' ')) if ((now.get(word) ?? 0) <= pair.count * 1.25) covered.add(word)
  }
  return {
    hashtags: all.filter(({ term }) => isHashtag(term)).slice(0, limit),
    terms: shown.filter(({ term }) => !covered.has(term)).slice(0, limit),
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count > 0 ? count : 0
  return total
}
