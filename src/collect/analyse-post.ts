import { rankTime, relevanceOf, scoreOf } from '../analyse/score.ts'
import { agreement, bandsOf, decodeSignature, encodeSignature, NEAR_MIN, signatureOf } from '../analyse/similar.ts'
import { isHashtag, termsOf } from '../analyse/terms.ts'
import type { Match } from '../domain/keyword.ts'
import type { Post } from '../domain/post.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import type { StoryRules } from '../store/mentions/stories.ts'
import type { Judgement } from './deps.ts'

// What can be said about a post whoever matches it.
export type AnalysedPost = Omit<Incoming, 'matched' | 'relevance'>

export function analysePost(post: Post, classify: (text: string) => Judgement): AnalysedPost {
  const { sentiment, confidence, language } = classify(post.text)
  const signature = signatureOf(post.text)
  const terms = termsOf(post.text)
  return {
    post,
    sentiment,
    confidence,
    // The platform may know better than a short text shows; `und` is its word for "no idea".
    language: language === 'und' ? (knownLanguage(post.language) ?? language) : language,
    signature: encodeSignature(signature),
    bands: bandsOf(signature),
    hashtags: terms.filter(isHashtag),
    terms: terms.filter((term) => !isHashtag(term)),
  }
}

function knownLanguage(language: string | undefined): string | undefined {
  const primary = language?.toLowerCase().split('-')[0]
  return primary !== undefined && /^[a-z]{2,3}$/.test(primary) && primary !== 'und' ? primary : undefined
}

// The post as a mention of the project whose match it is.
export function toIncoming(analysed: AnalysedPost, match: Match, termsTotal: number): Incoming {
  const { text } = analysed.post
  const titleEnd = text.includes('\n') ? text.indexOf('\n') : text.length
  return {
    ...analysed,
    matched: match.found.map(({ term }) => term),
    relevance: relevanceOf({
      matchedTerms: match.found.length,
      termsTotal,
      occurrences: match.found.reduce((sum, { spans }) => sum + spans.length, 0),
      textLength: text.length,
      inTitle: match.found.some(({ spans }) => spans.some(({ start }) => start < titleEnd)),
    }),
  }
}

// The analysis's rules, for the store to keep their outcome.
export const storyRules: StoryRules = {
  isNear: (a, b) => agreement(decodeSignature(a), decodeSignature(b)) >= NEAR_MIN,
  rank(story) {
    const { score } = scoreOf(story)
    return { score, rankMs: rankTime(score) }
  },
}
