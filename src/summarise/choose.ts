import { cutText } from '../text/plain.ts'
import { splitSentences } from '../text/sentences.ts'
import { termsOf } from '../text/terms.ts'
import { cleanText } from './clean.ts'
import type { SummaryMention } from './material.ts'
import { isQuoted, quotedText } from './quotes.ts'

// A sentence that a summary may quote.
export interface Candidate {
  readonly text: string
  readonly mention: SummaryMention
  // Readability and position in the text, 0 to 1.
  readonly quality: number
  readonly vector: ReadonlyMap<string, number>
}

const SENTENCES_MAX = 12
const TEXT_LENGTH_MAX = 4_000
const LENGTH_MIN = 25
const LENGTH_MAX = 320
// Longer sentences are cut when quoted.
export const QUOTABLE_LENGTH = 240
// The weight of centrality against similarity to the sentences already chosen.
const CENTRAL_WEIGHT = 0.7

export function candidatesOf(mentions: readonly SummaryMention[]): Candidate[] {
  return candidatesFrom(mentions.map((mention) => ({ mention, sentences: sentencesOf(mention.text) })))
}

// The beginning of an article states its topic.
function sentencesOf(text: string): string[] {
  return splitSentences(cleanText(cutText(text, TEXT_LENGTH_MAX)))
}

export function candidatesFrom(
  texts: readonly { readonly mention: SummaryMention; readonly sentences: readonly string[] }[],
): Candidate[] {
  const readable = texts.flatMap(({ mention, sentences }) => {
    const source = quotedText(mention.text)
    return sentences
      .slice(0, SENTENCES_MAX)
      .map((text, position) => ({ text, mention, quality: qualityOf(text, position, sentences.length) }))
      .filter(({ text, quality }) => quality > 0 && isQuoted(text, source))
  })
  const words = readable.map(({ text }) => termsOf(text).filter((term) => !term.includes(' ')))
  const rarity = rarityOf(words)
  return readable.map((candidate, at) => ({ ...candidate, vector: vectorOf(words[at] ?? [], rarity) }))
}

// Chooses the sentences nearest to the centroid that differ most from those already chosen (maximal marginal relevance). A group of
// near-duplicates is weighted by the logarithm of its size, so that reposts count but do not dominate.
export function chooseSentences(
  candidates: readonly Candidate[],
  count: number,
  { already = [], perMention = 1 }: { already?: readonly Candidate[]; perMention?: number } = {},
): Candidate[] {
  const centroid = centroidOf(candidates)
  const scores = candidates.map(({ vector, quality }) => quality * similarity(vector, centroid))
  const scoreMax = Math.max(...scores, 1e-9)
  // The similarity to the nearest chosen sentence, updated incrementally instead of recomputed in every round.
  const nearest = candidates.map(({ vector }) =>
    Math.max(0, ...already.map((other) => similarity(vector, other.vector))),
  )
  const uses = new Map(already.map(({ mention }) => [mention.id, perMention]))
  const chosen: Candidate[] = []
  while (chosen.length < count) {
    let [best, bestValue] = [-1, Number.NEGATIVE_INFINITY]
    for (const [at, candidate] of candidates.entries()) {
      const near = nearest[at] ?? 0
      if (near > 0.8 || (uses.get(candidate.mention.id) ?? 0) >= perMention) continue
      const value = (CENTRAL_WEIGHT * (scores[at] ?? 0)) / scoreMax - (1 - CENTRAL_WEIGHT) * near
      if (value > bestValue) [best, bestValue] = [at, value]
    }
    const winner = candidates[best]
    if (winner === undefined) break
    chosen.push(winner)
    uses.set(winner.mention.id, (uses.get(winner.mention.id) ?? 0) + 1)
    for (const [at, { vector }] of candidates.entries()) {
      nearest[at] = Math.max(nearest[at] ?? 0, similarity(vector, winner.vector))
    }
  }
  return chosen
}

// Zero for sentences that cannot be quoted alone: too short, too long, half a quotation. Lower for headlines, shouting, sentences
// that refer to the previous one, and later sentences of a long text.
function qualityOf(text: string, position: number, sentences: number): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const signs = text.replace(/\s/g, '').length
  if (text.length < LENGTH_MIN || text.length > LENGTH_MAX || letters < signs * 0.7) return 0
  if ((text.match(/["“”]/g)?.length ?? 0) % 2 === 1) return 0
  let quality = sentences > 3 ? 1 / (1 + 0.6 * position) : 1
  const words = text.split(' ')
  const capitals = words.filter((word) => /^["“(]?\p{Lu}/u.test(word)).length
  if (capitals > words.length * 0.6) quality *= 0.5
  if (/\p{Extended_Pictographic}|#/u.test(text)) quality *= 0.7
  if (/^[^\p{L}"“]/u.test(text)) quality *= 0.7
  if (text.length > QUOTABLE_LENGTH) quality *= 0.6
  if (refersBack(text)) quality *= 0.6
  if (text.endsWith('?') || text.endsWith('…')) quality *= 0.7
  if (text.length < 50) quality *= 0.8
  return quality
}

// Whether a sentence needs the one before it.
export function refersBack(text: string): boolean {
  return BACK_REFERENCE.test(text)
}

const BACK_REFERENCE =
  /^(?:ia|dia|mereka|namun|tetapi|tapi|sedangkan|sementara|hal (?:itu|ini|tersebut)|itu|ini|selain itu|oleh karena itu|sebab|karena itu|kemudian|lalu|he|she|they|it|this|that|but|however|and|so)\b/iu

function rarityOf(words: readonly (readonly string[])[]): Map<string, number> {
  const seen = new Map<string, number>()
  for (const list of words) for (const word of list) seen.set(word, (seen.get(word) ?? 0) + 1)
  return new Map(Array.from(seen, ([word, count]) => [word, Math.log(1 + words.length / count)]))
}

function vectorOf(words: readonly string[], rarity: ReadonlyMap<string, number>): Map<string, number> {
  const vector = new Map(words.map((word) => [word, rarity.get(word) ?? 0]))
  const length = Math.hypot(...vector.values())
  if (length > 0) for (const [word, value] of vector) vector.set(word, value / length)
  return vector
}

function centroidOf(candidates: readonly Candidate[]): Map<string, number> {
  const centroid = new Map<string, number>()
  for (const { vector, mention } of candidates) {
    const weight = Math.log2(1 + Math.max(1, mention.groupSize))
    for (const [word, value] of vector) centroid.set(word, (centroid.get(word) ?? 0) + weight * value)
  }
  const length = Math.hypot(...centroid.values())
  if (length > 0) for (const [word, value] of centroid) centroid.set(word, value / length)
  return centroid
}

export function similarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let product = 0
  for (const [word, value] of small) product += value * (large.get(word) ?? 0)
  return product
}
