import { compareSignatures } from '../analyse/compare.ts'
import { type Focus, focusOf, isLong, leadOf } from '../analyse/long-text.ts'
import { rankTime, relevanceOf, scoreOf } from '../analyse/score.ts'
import { fingerprintOf } from '../analyse/similar.ts'
import type { Entity } from '../domain/entity.ts'
import type { Match } from '../domain/keyword.ts'
import type { Post } from '../domain/post.ts'
import type { Judgement } from '../domain/sentiment.ts'
import type { AnalysedPost, Incoming } from '../store/mentions/incoming.ts'
import type { Revision } from '../store/mentions/revise.ts'
import type { StoryRules } from '../store/mentions/stories.ts'
import type { Classifier } from './classifier.ts'

// What is known of a post without the project that matched it.
export interface Analysed extends Omit<AnalysedPost, keyof Judgement> {
  // What it says of the terms of a project; without a focus, as a whole.
  judge(focus: Focus | null): Judgement
}

export function analysePost(post: Post, classifier: Classifier, entities = findEntities(post, classifier)): Analysed {
  const long = isLong(post.text)
  const read = readText(post)
  const found = classifier.language(read)
  // For a short text the platform may know the language when the classifier does not (`und`).
  const language = found === 'und' ? (knownLanguage(post.language) ?? found) : found
  // The articles that the encoder learned from are Indonesian.
  const asArticle = post.kind === 'article' && language === 'id'
  // Once, however many projects match it.
  let whole: Judgement | null = null
  const judgeWhole = (): Judgement => {
    whole ??= classifier.judge(read, post.kind)
    return whole
  }
  return {
    post,
    language,
    entities,
    ...fingerprintOf(post.text),
    judge(focus) {
      if (focus === null) return judgeWhole()
      if (asArticle) return classifier.judge(focus.excerpt, 'article', focus.marked)
      return long ? classifier.judge(focus.excerpt, post.kind === 'article' ? 'post' : post.kind) : judgeWhole()
    },
  }
}

// Of many posts they are found first: the models of names and of sentiment together are larger than the processor's cache, so taking
// turns for every post makes both slower.
export function findEntities(post: Post, classifier: Classifier): readonly Entity[] {
  return classifier.entities(readText(post))
}

// Of a long text the title and the lead say what it is about.
function readText({ text }: Post): string {
  return isLong(text) ? leadOf(text) : text
}

function knownLanguage(language: string | undefined): string | undefined {
  const primary = language?.toLowerCase().split('-')[0]
  return primary !== undefined && /^[a-z]{2,3}$/.test(primary) && primary !== 'und' ? primary : undefined
}

// Turns the post into an incoming mention of the project that matched it.
export function toIncoming({ judge, ...shared }: Analysed, match: Match, termsTotal: number): Incoming {
  const { text } = shared.post
  const spans = match.found.flatMap((term) => term.spans)
  // A short post is judged as a whole.
  const focus = isLong(text) || shared.post.kind === 'article' ? focusOf(text, spans) : null
  const titleEnd = text.includes('\n') ? text.indexOf('\n') : text.length
  return {
    ...shared,
    ...judge(focus),
    passing: isLong(text) && focus?.passing === true,
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
  if (incoming !== null) return { ...incoming, match: incoming }
  const { judge, ...shared } = analysed
  return { ...shared, ...judge(null), match: null }
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
