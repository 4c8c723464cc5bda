import { compareSignatures } from '../analyse/compare.ts'
import { type Focus, focusOf, isLong, leadOf } from '../analyse/long-text.ts'
import { rankTime, relevanceOf, scoreOf } from '../analyse/score.ts'
import { fingerprintOf } from '../analyse/similar.ts'
import type { Match } from '../domain/keyword.ts'
import type { Post } from '../domain/post.ts'
import type { ModelJudgement } from '../domain/sentiment.ts'
import type { AnalysedPost, Incoming } from '../store/mentions/incoming.ts'
import type { Revision } from '../store/mentions/revise.ts'
import type { StoryRules } from '../store/mentions/stories.ts'
import type { Classify } from './deps.ts'

export interface Analysed extends AnalysedPost {
  // The judgement toward the terms of a project.
  readonly judge: (focus: Focus) => ModelJudgement
}

export function analysePost(post: Post, classify: Classify): Analysed {
  const long = isLong(post.text)
  // Of a long text the title and the lead say what it is about.
  const { language: found, entities = [], ...judgement } = classify(long ? leadOf(post.text) : post.text, post.kind)
  // For a short text the platform may know the language when the classifier does not (`und`).
  const language = found === 'und' ? (knownLanguage(post.language) ?? found) : found
  const { signature, keys } = fingerprintOf(post.text)
  return {
    post,
    ...judgement,
    language,
    entities,
    signature,
    keys,
    judge: (focus) => {
      // The articles that the encoder learned from are Indonesian.
      if (post.kind === 'article' && language === 'id') return classify(post.text, 'article', focus)
      return long ? classify(post.text, post.kind === 'article' ? 'post' : post.kind, focus) : judgement
    },
  }
}

function knownLanguage(language: string | undefined): string | undefined {
  const primary = language?.toLowerCase().split('-')[0]
  return primary !== undefined && /^[a-z]{2,3}$/.test(primary) && primary !== 'und' ? primary : undefined
}

// Turns the post into an incoming mention of the project that matched it.
export function toIncoming({ judge, ...shared }: Analysed, match: Match, termsTotal: number): Incoming {
  const { text } = shared.post
  const spans = match.found.flatMap((term) => term.spans)
  const focus = focusOf(text, spans)
  const titleEnd = text.includes('\n') ? text.indexOf('\n') : text.length
  return {
    ...shared,
    ...judge(focus),
    passing: isLong(text) && focus.passing,
    matched: match.found.map(({ term }) => term),
    relevance: relevanceOf({
      matchedTerms: match.found.length,
      termsTotal,
      occurrences: spans.length,
      textLength: text.length,
      inTitle: spans.some(({ start }) => start < titleEnd),
    }),
  }
}

// Turns an article that changed into a revision of the project's mention of it.
export function toRevision(analysed: Analysed, match: Match, termsTotal: number): Revision {
  const incoming = match.matched ? toIncoming(analysed, match, termsTotal) : null
  const { judge: _, ...shared } = analysed
  return { ...(incoming ?? shared), match: incoming }
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
