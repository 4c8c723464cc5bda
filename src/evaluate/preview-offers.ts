import type { CategorySuggestion } from '../analyse/category.ts'
import type { Noise } from '../analyse/noise.ts'
import type { TermOffer } from '../analyse/topics.ts'
import type { Keyword } from '../domain/keyword.ts'
import { type PreviewMatcher, withForm } from '../match/preview.ts'
import { addExclusion, writeKeyword } from '../match/write.ts'
import type { ReadPost } from './preview-sample.ts'
import { compareInThread } from './preview-thread.ts'

export interface Offer extends TermOffer {
  readonly kind: 'exclude' | 'add' | 'affix'
  // The expression and the exclusions with it.
  readonly keyword: string
  readonly exclude: string
}

export interface Written {
  readonly keyword: Keyword
  readonly exclude: string
}

const MATCHES_MAX = 500
const OTHERS_MAX = 2_000
const AFFIXES_MAX = 5
const KEYWORD_MAX = 255
const EXCLUDE_MAX = 1_000

export interface Surgery {
  readonly offers: readonly Offer[]
  // For each alternative, how many of its matches are about something else.
  readonly noise: readonly number[]
  readonly category: CategorySuggestion | null
}

// What would make an expression better: exclusions that remove another topic, words and forms that it misses.
export async function operate(
  written: Written,
  matcher: PreviewMatcher,
  { matched, others }: { readonly matched: readonly ReadPost[]; readonly others: readonly ReadPost[] },
  signal: AbortSignal,
): Promise<Surgery> {
  const sampled = spread(matched, MATCHES_MAX)
  const background = spread(others, OTHERS_MAX)
  const texts = { matched: sampled.map(({ text }) => text), others: background.map(({ text }) => text) }
  const { noise, additions, category } = await compareInThread({ keyword: written.keyword, ...texts }, signal)
  const matchWeight = totalWeight(matched) / Math.max(1, sampled.length)
  const otherWeight = totalWeight(others) / Math.max(1, background.length)
  return {
    category,
    noise: countNoise(written.keyword, sampled, noise, matchWeight),
    offers: [
      ...noise.exclusions.map((offer) => excluding(written, scaled(offer, matchWeight))),
      ...additions.map((offer) => adding(written, 'add', [[offer.term]], scaled(offer, otherWeight))),
      ...affixes(written, matcher, others),
    ].filter(({ keyword, exclude }) => lengthOf(keyword) <= KEYWORD_MAX && lengthOf(exclude) <= EXCLUDE_MAX),
  }
}

function scaled({ term, gain, loss }: TermOffer, weight: number): TermOffer {
  return { term, gain: Math.round(gain * weight), loss: Math.round(loss * weight) }
}

function excluding({ keyword, exclude }: Written, offer: TermOffer): Offer {
  return { kind: 'exclude', ...offer, keyword: writeKeyword(keyword), exclude: addExclusion(exclude, offer.term) }
}

function adding(
  { keyword, exclude }: Written,
  kind: 'add' | 'affix',
  alternatives: Keyword['alternatives'],
  offer: TermOffer,
): Offer {
  const longer = { alternatives: [...keyword.alternatives, ...alternatives] }
  return { kind, ...offer, keyword: writeKeyword(longer), exclude }
}

// Forms of the expression's own words: what they find is of the topic, so nothing is lost.
function affixes(written: Written, matcher: PreviewMatcher, others: readonly ReadPost[]): Offer[] {
  const gains = new Map<number, number>()
  for (const { match, weight } of others) {
    for (const form of match.forms) gains.set(form, (gains.get(form) ?? 0) + weight)
  }
  return [...gains]
    .sort(([a, left], [b, right]) => right - left || a - b)
    .slice(0, AFFIXES_MAX)
    .flatMap(([index, gain]) => {
      const form = matcher.forms[index]
      if (form === undefined) return []
      const { alternatives } = withForm(written.keyword, form)
      return [adding(written, 'affix', alternatives, { term: form.form, gain: Math.round(gain), loss: 0 })]
    })
}

function countNoise(keyword: Keyword, posts: readonly ReadPost[], { noisy }: Noise, weight: number): number[] {
  return keyword.alternatives.map((_, index) => {
    const found = posts.filter((post, at) => noisy[at] === true && post.match.alternatives.includes(index))
    return Math.round(found.length * weight)
  })
}

// At most `max` of the posts, evenly spread over time.
function spread(posts: readonly ReadPost[], max: number): readonly ReadPost[] {
  if (posts.length <= max) return posts
  return Array.from({ length: max }, (_, index) => posts[Math.floor((index * posts.length) / max)] as ReadPost)
}

function totalWeight(posts: readonly ReadPost[]): number {
  return posts.reduce((sum, { weight }) => sum + weight, 0)
}

function lengthOf(text: string): number {
  return [...text].length
}
