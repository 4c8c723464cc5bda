import { type Platform, platformRow } from '../domain/platform.ts'
import type { Engagement } from '../domain/post.ts'

// The ranking score (R10): what to read first. It uses absolute time, so a stored score never has to be recomputed as hours pass: a
// post that is UNIT_MS older needs one more point from the other parts. docs/explanation/ranking.md explains it with an example.
export interface ScoreInput {
  readonly publishedAt: Date
  readonly platform: Platform
  readonly engagement: Engagement
  // 0 to 1, from relevanceOf.
  readonly relevance: number
  // Independent authors in the near-duplicate group, at least 1.
  readonly authors: number
  // Mentions in the group, at least 1.
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

// Scores are multiples of 1/STEPS of a point (43 ms), so that sums are exact and rankTime preserves every step.
const STEPS = 1_000_000
const EPOCH_MS = Date.UTC(2020, 0, 1)
const TIME_MAX_MS = Date.UTC(2101, 0, 1)
const AUTHORS_TOP = 1_000

export function scoreOf(input: ScoreInput): Score {
  const recency = steps((clamp(input.publishedAt.getTime(), TIME_MAX_MS) - EPOCH_MS) / UNIT_MS)
  const engagement = steps(ENGAGEMENT_MAX * engagementShare(input.platform, input.engagement))
  const spread = steps(SPREAD_MAX * spreadShare(input.authors, input.copies))
  const relevance = steps(RELEVANCE_MAX * clamp(input.relevance, 1))
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

// The score as milliseconds since 1970: the time at which a post without any bonus would rank the same. A higher score always gives
// a later time, and it fits into 48 bits, so that it can be the prefix of an ordered key.
export function rankTime(score: number): number {
  const time = Math.round(score * UNIT_MS) + EPOCH_MS
  return clamp(time, 2 ** 48 - 1)
}

export interface RelevanceInput {
  // Distinct terms of the expression found in the post, and their total number.
  readonly matchedTerms: number
  readonly termsTotal: number
  // Occurrences of all of them together.
  readonly occurrences: number
  // Characters.
  readonly textLength: number
  // In the headline; for a post without one, in its first line.
  readonly inTitle: boolean
}

// A few hundred characters have a single topic; a term that occurs once in a long article may be mentioned in passing.
const FOCUS_LENGTH = 280

export function relevanceOf(input: RelevanceInput): number {
  const matched = clamp(input.matchedTerms, 1_000)
  const coverage = matched / Math.max(1, matched, clamp(input.termsTotal, 1_000))
  const occurrences = clamp(input.occurrences, 1_000)
  const repeated = 1 - 2 ** -occurrences
  const length = Math.max(FOCUS_LENGTH, clamp(input.textLength, 1e9))
  const focus = Math.min(1, (occurrences * FOCUS_LENGTH) / length)
  return 0.35 * coverage + 0.25 * repeated + 0.2 * focus + (input.inTitle ? 0.2 : 0)
}

function engagementShare(platform: Platform, engagement: Engagement): number {
  const scale = platformRow(platform).reach
  let weighted = 0
  for (const name of ['likes', 'comments', 'shares', 'views'] as const) {
    weighted += scale[name] * clamp(engagement[name], 1e15)
  }
  return Math.min(1, Math.log1p(weighted) / Math.log1p(scale.top))
}

// Another independent author counts fully; more copies by the same authors hardly count, or a spammer could boost their own rank.
function spreadShare(authors: number, copies: number): number {
  const independent = Math.max(1, clamp(authors, 1e9))
  const repeats = Math.max(0, clamp(copies, 1e9) - independent)
  return Math.min(1, Math.log(independent + Math.log2(1 + repeats) / 4) / Math.log(AUTHORS_TOP))
}

// Numbers come from platforms and imports: NaN and negative values count as 0, values that are too large as `max`.
function clamp(value: number, max: number): number {
  return value > 0 ? Math.min(value, max) : 0
}

function steps(points: number): number {
  return Math.round(points * STEPS)
}
