import type { Day } from '../domain/day.ts'
import type { Platform } from '../domain/platform.ts'
import type { Sentiment } from '../domain/sentiment.ts'

// One mention as a summary sees it. Where near-duplicates were folded, it stands for `groupSize` of them.
export interface SummaryMention {
  readonly id: string
  readonly text: string
  readonly sentiment: Sentiment
  readonly platform: Platform
  // Display name of who wrote it; for news, the outlet.
  readonly author: string
  readonly publishedAt: Date
  readonly groupSize: number
  // ISO 639-3, as the classifier gives it.
  readonly language: string
}

export interface SentimentCounts {
  readonly positive: number
  readonly neutral: number
  readonly negative: number
}

export interface DayCounts extends SentimentCounts {
  readonly day: Day
}

// What the database counted: the only numbers that a summary may give on its own account.
export interface Facts {
  // What the summary is about, as the analyst named it.
  readonly subject: string
  readonly from: Day
  readonly to: Day
  // The zone that the days are of.
  readonly timeZone: string
  readonly total: number
  readonly sentiment: SentimentCounts
  readonly platforms: Readonly<Partial<Record<Platform, number>>>
  // Days that have mentions, ascending.
  readonly days: readonly DayCounts[]
  // Terms that stand out, best first, with the number of mentions that have them; may be empty.
  readonly terms: readonly { readonly term: string; readonly count: number }[]
}

export type SummaryLanguage = 'id' | 'en'

export interface Material {
  readonly mentions: readonly SummaryMention[]
  readonly facts: Facts
  readonly language: SummaryLanguage
}

// A sentence with the ids of the mentions that support it.
export interface Sentence {
  readonly text: string
  readonly evidence: readonly string[]
}

// A sentence as an engine wrote it, before it was verified.
export interface Draft extends Sentence {
  // True where a paragraph begins.
  readonly opens?: boolean | undefined
}

export interface Summary {
  readonly text: string
  readonly sentences: readonly Sentence[]
  // Sentences that an engine wrote and that failed the evidence rule.
  readonly dropped: number
  readonly droppedFor: readonly string[]
  // 'extractive', or the name of the model.
  readonly engine: string
  // Why the model's text was not used, where there is a model; else null.
  readonly fallback: string | null
}

// Indonesian unless most of the material is English.
export function languageOf(mentions: readonly SummaryMention[]): SummaryLanguage {
  let [english, total] = [0, 0]
  for (const mention of mentions) {
    total += mention.groupSize
    if (mention.language === 'eng' || mention.language === 'en') english += mention.groupSize
  }
  return english * 2 > total ? 'en' : 'id'
}
