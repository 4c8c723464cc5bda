import { compareSignatures } from '../analyse/compare.ts'
import { byRule, type Focus, focusOf, isLong, leadOf, withMargin } from '../analyse/long-text.ts'
import { rankTime, relevanceOf, scoreOf } from '../analyse/score.ts'
import { fingerprintOf } from '../analyse/similar.ts'
import type { Match } from '../domain/keyword.ts'
import type { Post } from '../domain/post.ts'
import type { Judgement } from '../domain/sentiment.ts'
import type { AnalysedPost, Incoming } from '../store/mentions/incoming.ts'
import type { Revision } from '../store/mentions/revise.ts'
import type { StoryRules } from '../store/mentions/stories.ts'
import type { Classify } from './deps.ts'

export function analysePost(post: Post, classify: Classify): AnalysedPost {
  const long = isLong(post.text)
  const { language, entities = [], ...judged } = classify(long ? leadOf(post.text) : post.text, post.kind)
  const judgement = long ? withMargin(judged) : judged
  const { signature, keys } = fingerprintOf(post.text)
  return {
    post,
    ...judgement,
    // For a short text the platform may know the language when the classifier does not (`und`).
    language: language === 'und' ? (knownLanguage(post.language) ?? language) : language,
    // Of a long text the title and the lead say what it is about.
    entities,
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
  const spans = match.found.flatMap((term) => term.spans)
  const focus = isLong(text) ? focusOf(text, spans) : null
  const titleEnd = text.includes('\n') ? text.indexOf('\n') : text.length
  return {
    ...analysed,
    ...judge(analysed, focus),
    passing: focus?.passing ?? false,
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

// How sure a judgement of an article is: how often it was right in the measurement of docs/explanation/articles.md.
const CONFIDENCE = { polar: 0.5, neutral: 0.75 }

// The sentiment of a long text depends on what the project watches.
function judge(analysed: AnalysedPost, focus: Focus | null): Judgement {
  const { sentiment, confidence, probabilities, model, language, post } = analysed
  if (focus !== null && post.kind === 'article' && language === 'id') {
    const polar = focus.newsSentiment !== 0
    return byRule(focus.newsSentiment, polar ? CONFIDENCE.polar : CONFIDENCE.neutral)
  }
  if (focus?.passing === true) return byRule(0, CONFIDENCE.neutral)
  return { sentiment, confidence, probabilities, model }
}

// Turns an article that changed into a revision of the project's mention of it.
export function toRevision(analysed: AnalysedPost, match: Match, termsTotal: number): Revision {
  const incoming = match.matched ? toIncoming(analysed, match, termsTotal) : null
  return { ...(incoming ?? analysed), match: incoming }
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
