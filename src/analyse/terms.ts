import { HASH, kindAt, LETTER, MARK, NUMBER, SPACE, SPACELESS, UNDERSCORE, widthAt } from '../text/characters.ts'
import { cutText } from '../text/plain.ts'
import { STOP_WORDS } from './terms-stop.ts'

// The terms of a text for the statistics of the insights: its hashtags, content words and pairs of adjacent content words, each
// once, in order of appearance. Counting texts rather than occurrences limits the influence of a single repetitive post.
export function termsOf(text: string, termsMax: number = TERMS_MAX): string[] {
  const source = readable(text)
  const terms = new Set<string>()
  // The previous word, when only white space separates it from the current one: anything else breaks a pair.
  let previous = ''
  let at = 0
  while (at < source.length && terms.size < termsMax) {
    const kind = kindAt(source, at)
    const start = at
    if (isLetter(kind)) {
      at = endOfWord(source, at)
      const word = source.slice(start, at)
      if (isContent(word)) {
        terms.add(word)
        if (previous !== '' && previous !== word) terms.add(`${previous} ${word}`)
        previous = word
      } else previous = ''
    } else if (kind === HASH) {
      at = endOfHashtag(source, at)
      // A bare # is ignored.
      if (at - start > 1) previous = ''
      if (at - start > 1 && at - start <= WORD_LENGTH_MAX) terms.add(source.slice(start, at))
    } else {
      if (kind !== SPACE) previous = ''
      at += widthAt(source, at)
    }
  }
  return [...terms].slice(0, termsMax)
}

export const TERMS_MAX = 200
// The beginning of an article states its topic.
const TEXT_MAX = 4_000
const WORD_LENGTH_MAX = 50
const NOT_TEXT = /(?:https?:\/\/|www\.)\S+|(?:\brt\s+)?@[\w.]+|\bpic\.twitter\.com\/\S+/giu
// Every match of the pattern above contains one of these; most texts contain none and skip it.
const SIGNS_OF_NOT_TEXT = ['@', '://', 'www.', 'pic.twitter.com/']

function readable(text: string): string {
  const lower = cutText(text, TEXT_MAX).normalize('NFKC').toLowerCase()
  return SIGNS_OF_NOT_TEXT.some((sign) => lower.includes(sign)) ? lower.replace(NOT_TEXT, ' | ') : lower
}

// A letter, followed by letters, marks and numbers; `anak-anak` and `jum'at` are single words.
function endOfWord(source: string, start: number): number {
  let at = start
  while (at < source.length) {
    const kind = kindAt(source, at)
    if (kind <= NUMBER) at += widthAt(source, at)
    else if (isHyphen(source[at]) && isLetter(kindAt(source, at + 1))) at++
    else break
  }
  return at
}

function isLetter(kind: number): boolean {
  return kind === LETTER || kind === SPACELESS
}

function isHyphen(character: string | undefined): boolean {
  return character === '-' || character === "'" || character === '’'
}

// A hashtag has letters, numbers and underscores, and at least one letter. `#1` is not a hashtag: the end is right after its `#`.
function endOfHashtag(source: string, start: number): number {
  let at = start + 1
  let letters = 0
  while (at < source.length) {
    const kind = kindAt(source, at)
    if (isLetter(kind)) letters++
    else if (kind === MARK || kind > UNDERSCORE) break
    at += widthAt(source, at)
  }
  return letters > 0 ? at : start + 1
}

function isContent(word: string): boolean {
  return word.length >= 3 && word.length <= WORD_LENGTH_MAX && !STOP_WORDS.has(word)
}

export function isHashtag(term: string): boolean {
  return term.startsWith('#')
}

export interface RankedTerm {
  readonly term: string
  // Texts of the period that contain it.
  readonly count: number
  // The deviation from the past, in standard deviations.
  readonly z: number
}

export interface LogOddsOptions {
  // Sums over all terms, for maps that contain only some of them.
  readonly nowTotal?: number | undefined
  readonly pastTotal?: number | undefined
  // The weight, in texts, of the prior assumption that nothing has changed.
  readonly prior?: number | undefined
  readonly countMin?: number | undefined
  readonly limit?: number | undefined
}

// Ranks the terms of a period by weighted log-odds against the past, with an informative Dirichlet prior taken from both: a word
// that is always common has a z near 0 however often it occurs, and a rare word seen twice is not a trend. Without a past every z
// is 0, and the order is by count.
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
  // The share of the other terms stays above zero even when there is only one term.
  return Math.log((count + belief) / Math.max(total + prior - count - belief, 1e-6))
}

// The two lists shown in the insights. A word that hardly occurs outside a listed pair is represented by the pair.
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
