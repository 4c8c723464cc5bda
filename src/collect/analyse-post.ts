import { compareSignatures } from '../analyse/compare.ts'
import { rankTime, relevanceOf, scoreOf } from '../analyse/score.ts'
import { fingerprintOf } from '../analyse/similar.ts'
import type { Match } from '../domain/keyword.ts'
import type { Post } from '../domain/post.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import type { Revision } from '../store/mentions/revise.ts'
import type { StoryRules } from '../store/mentions/stories.ts'
import type { Classify } from './deps.ts'

// The part of a mention that does not depend on the project.
export type AnalysedPost = Omit<Incoming, 'matched' | 'relevance'>

export function analysePost(post: Post, classify: Classify): AnalysedPost {
  const { language, ...judgement } = classify(post.text, post.kind)
  const { signature, keys } = fingerprintOf(post.text)
  return {
    post,
    ...judgement,
    // For a short text the platform may know the language when the classifier does not (`und`).
    language: language === 'und' ? (knownLanguage(post.language) ?? language) : language,
    signature,
    keys,
  }
}

function knownLanguage(language: string | undefined): string | undefined {
  const primary = language?.toLowerCase().split('-')[0]
  return primary !== undefined && /^[a-z]{2,3}$/.test(primary) && primary !== 'und' ? primary : undefined
}

// Turns the post into an incoming mention of the project that matched it.
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

// Turns an article that changed into a revision of the project's mention of it.
export function toRevision(analysed: AnalysedPost, match: Match, termsTotal: number): Revision {
  return { ...analysed, match: match.matched ? toIncoming(analysed, match, termsTotal) : null }
}

// Similarity and ranking of stories, passed to the store, which saves the results.
export const storyRules: StoryRules = {
  compare: compareSignatures,
  fingerprint: fingerprintOf,
  rank(story) {
    const { score } = scoreOf(story)
    return { score, rankMs: rankTime(score) }
  },
}
