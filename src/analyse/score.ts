import { type Platform, platformRow } from '../domain/platform.ts'
import type { Engagement } from '../domain/post.ts'

// R10's score: what to read first. Its time is absolute, so a stored score never has to be computed again as hours pass:
// a story that is UNIT_MS older needs one point more of everything else. Explained with an example in docs/ranking.md.
export interface ScoreInput {
  readonly publishedAt: Date
  readonly platform: Platform
  readonly engagement: Engagement
  // 0 to 1, from relevanceOf.
  readonly relevance: number
  // Independent authors in the near-duplicate group, at least 1.
  readonly authors: number
  // All mentions in the group, at least 1.
  readonly copies: number
}

export interface ScoreParts {
  readonly recency: number
  readonly engagement: number
  readonly spread: number
  readonly relevance: number
}

export interface Score {
  readonly score: number
  readonly parts: ScoreParts
}

export const UNIT_MS = 12 * 3_600_000
export const ENGAGEMENT_MAX = 4
export const SPREAD_MAX = 3
export const RELEVANCE_MAX = 2

// Scores are whole multiples of this share of a point (43 ms), so that sums are exact and rankTime keeps every step.
const STEPS = 1_000_000
const EPOCH_MS = Date.UTC(2020, 0, 1)
const TIME_MAX_MS = Date.UTC(2101, 0, 1)
const AUTHORS_TOP = 1_000

export function scoreOf(input: ScoreInput): Score {
  const recency = steps((atLeastZero(input.publishedAt.getTime(), TIME_MAX_MS) - EPOCH_MS) / UNIT_MS)
  const engagement = steps(ENGAGEMENT_MAX * engagementShare(input.platform, input.engagement))
  const spread = steps(SPREAD_MAX * spreadShare(input.authors, input.copies))
  const relevance = steps(RELEVANCE_MAX * atLeastZero(input.relevance, 1))
  return {
    score: (recency + engagement + spread + relevance) / STEPS,
    parts: {
      recency: recency / STEPS,
      engagement: engagement / STEPS,
      spread: spread / STEPS,
      relevance: relevance / STEPS,
    },
  }
}

// The score as milliseconds since 1970: the time at which a post without any bonus would rank the same. A higher score
// gives a later time, always, and it fits 48 bits, so that it can lead an ordered key.
export function rankTime(score: number): number {
  const time = Math.round(score * UNIT_MS) + EPOCH_MS
  return atLeastZero(time, 2 ** 48 - 1)
}

export interface RelevanceInput {
  // Distinct terms of the expression found in the post, and all there are.
  readonly matchedTerms: number
  readonly termsTotal: number
  // How often they occur, together.
  readonly occurrences: number
  // Characters.
  readonly textLength: number
  // In the headline; for a post without one, in its first line.
  readonly inTitle: boolean
}

// A few hundred characters are about one thing; a term met once in a long article may be in passing.
const FOCUS_LENGTH = 280

export function relevanceOf(input: RelevanceInput): number {
  const matched = atLeastZero(input.matchedTerms, 1_000)
  const coverage = matched / Math.max(1, matched, atLeastZero(input.termsTotal, 1_000))
  const occurrences = atLeastZero(input.occurrences, 1_000)
  const repeated = 1 - 2 ** -occurrences
  const length = Math.max(FOCUS_LENGTH, atLeastZero(input.textLength, 1e9))
  const focus = Math.min(1, (occurrences * FOCUS_LENGTH) / length)
  return 0.35 * coverage + 0.25 * repeated + 0.2 * focus + (input.inTitle ? 0.2 : 0)
}

function engagementShare(platform: Platform, engagement: Engagement): number {
  const scale = platformRow(platform).reach
  let weighted = 0
  for (const name of ['likes', 'comments', 'shares', 'views'] as const) {
    weighted += scale[name] * atLeastZero(engagement[name], 1e15)
  }
  return Math.min(1, Math.log1p(weighted) / Math.log1p(scale.top))
}

// One more independent author counts fully; more copies by the same ones hardly do, or a spammer would rank himself.
function spreadShare(authors: number, copies: number): number {
  const independent = Math.max(1, atLeastZero(authors, 1e9))
  const repeats = Math.max(0, atLeastZero(copies, 1e9) - independent)
  return Math.min(1, Math.log(independent + Math.log2(1 + repeats) / 4) / Math.log(AUTHORS_TOP))
}

// Numbers come from platforms and imports: what is not one counts as nothing, what is too large as the most there is.
function atLeastZero(value: number, most: number): number {
  return value > 0 ? Math.min(value, most) : 0
}

function steps(points: number): number {
  return Math.round(points * STEPS)
}
