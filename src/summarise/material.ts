import type { Day } from '../domain/day.ts'
import type { Fact, FactPeriod } from '../domain/fact.ts'
import type { Platform } from '../domain/platform.ts'
import type { Sentiment } from '../domain/sentiment.ts'
import type { Reader } from './reader.ts'

export const AUTHOR_LENGTH_MAX = 60

// A mention as input of a summary. It represents its story: `groupSize` near-duplicates, counted by the database.
export interface SummaryMention {
  readonly id: string
  readonly storyId: string
  readonly text: string
  readonly sentiment: Sentiment
  readonly platform: Platform
  // Display name of the author; for news, the outlet. At most AUTHOR_LENGTH_MAX: sentences name the author by it, and are verified
  // against it.
  readonly author: string
  readonly publishedAt: Date
  readonly groupSize: number
  // The language code from the classifier.
  readonly language: string
}

export interface SentimentCounts {
  readonly positive: number
  readonly neutral: number
  readonly negative: number
}

export interface DayCounts extends SentimentCounts {
  readonly day: Day
  // Its bounds as instants, ISO 8601; the end is excluded.
  readonly from: string
  readonly to: string
}

// A part of the period by local days, and the mentions of it.
export interface DaySpan {
  readonly first: Day
  readonly last: Day
  // Its bounds as instants, ISO 8601; the end is excluded.
  readonly from: string
  readonly to: string
  readonly mentions: number
}

// Days on which something was not collected. `source` is null when nothing was.
export interface CollectionGap {
  readonly source: Platform | null
  readonly first: Day
  readonly last: Day
}

// Counts from the database: the only numbers that a summary may state without citing a mention that contains them.
export interface Facts {
  // The subject of the summary, as named by the analyst.
  readonly subject: string
  readonly from: Day
  readonly to: Day
  // The time zone of the days.
  readonly timeZone: string
  // The mentions that were counted, as instants.
  readonly period: FactPeriod
  readonly total: number
  readonly sentiment: SentimentCounts
  readonly platforms: Readonly<Partial<Record<Platform, number>>>
  // Days that have mentions, ascending.
  readonly days: readonly DayCounts[]
  // The story with the most mentions; null when two stories have as many.
  readonly largestStory: { readonly storyId: string; readonly size: number } | null
  // The newest days, and as many before them; null when the period is too short to compare.
  readonly recent: { readonly now: DaySpan; readonly before: DaySpan } | null
  // The longest gap of each source, longest first.
  readonly gaps: readonly CollectionGap[]
  // Prominent terms, best first; may be empty. Their counts come from bounded lists, so no sentence may state them.
  readonly terms: readonly string[]
}

export type SummaryLanguage = 'id' | 'en'

export interface Material {
  readonly mentions: readonly SummaryMention[]
  readonly facts: Facts
  readonly language: SummaryLanguage
  readonly reader: Reader
}

// A sentence with the ids of the mentions that support it.
export interface Sentence {
  readonly text: string
  readonly evidence: readonly string[]
}

// A sentence as written by an engine, before verification.
export interface Draft extends Sentence {
  // True for the first sentence of a paragraph.
  readonly startsParagraph?: boolean | undefined
  // The counts that it states. Undefined when the engine did not say: they are then found by the numbers in the text.
  readonly facts?: readonly Fact[] | undefined
}

export interface Summary {
  readonly text: string
  readonly sentences: readonly Sentence[]
  // Every count that the sentences state, and the totals shown beside them.
  readonly facts: readonly Fact[]
  // The number of sentences that failed the evidence rule, and the reason for each.
  readonly dropped: number
  readonly dropReasons: readonly string[]
  // 'extractive', or the name of the model.
  readonly engine: string
  // Why the model's text was not used; null when it was used or when there is no model.
  readonly fallback: string | null
}
