import type { RuleKind } from './alert.ts'
import type { Entity } from './entity.ts'
import type { Platform } from './platform.ts'

// Feeds and sources that broke are incidents of administrators.
export type IncidentKind = RuleKind | 'feed' | 'source'

// What explains a range of time: what was seen against what was expected, and what makes up the difference.
export interface Moment {
  readonly from: string
  readonly to: string
  readonly seen: number
  // Null where there is too little history, or none is compared with.
  readonly expected: number | null
  readonly low: number | null
  readonly high: number | null
  readonly stories: readonly {
    readonly id: string
    readonly size: number
    readonly new: number
    readonly text: string
    // Absent from moments that were stored before names were read.
    readonly entities?: readonly Entity[]
  }[]
  readonly terms: readonly CountedTerm[]
  readonly hashtags: readonly CountedTerm[]
  // Null when all mentions were counted; absent from moments that were stored before.
  readonly termsSample?: TermsSample | null
  readonly platforms: readonly { readonly source: Platform; readonly count: number }[]
  readonly authors: readonly {
    readonly username: string
    // Absent from moments that were stored before it was read.
    readonly name?: string
    readonly source: Platform
    readonly count: number
  }[]
  readonly sentiment: { readonly now: SentimentCounts; readonly before: SentimentCounts }
  readonly coverage: MomentCoverage
  readonly examples: readonly Example[]
}

// The counts of terms are estimates from so many of the mentions.
export interface TermsSample {
  readonly mentions: number
  readonly of: number
}

export interface CountedTerm {
  readonly term: string
  readonly count: number
}

export interface SentimentCounts {
  readonly negative: number
  readonly neutral: number
  readonly positive: number
}

export interface MomentCoverage {
  readonly share: number | null
  // True when hours of the range were not collected: the numbers are then at least so large.
  readonly lowerBound: boolean
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly source: Platform | null }[]
}

export interface Example {
  readonly id: string
  readonly text: string
  readonly url: string
  readonly username: string
  // Absent as above.
  readonly name?: string
  readonly source: Platform
  readonly publishedAt: string
}

// What the last message about an incident reported.
export interface Reported {
  readonly peak: number
  readonly seen: number
  readonly isNegative: boolean
  readonly platforms: readonly Platform[]
}

// The explanation that is kept with an incident.
export interface IncidentFacts {
  // The beginning of the first window that met the condition.
  readonly since: string
  readonly basis: 'history' | 'fixed' | null
  // Null for rules that are not about mentions.
  readonly moment: Moment | null
  // Of a quota rule: what remains, what the last 24 hours cost, and how many days the rest lasts at that pace.
  readonly remaining?: number
  readonly spentInDay?: number
  readonly daysLeft?: number | null
  // Of a silence: whether the source was collected.
  readonly coverage?: MomentCoverage
  // Of a broken feed or source. Its name stays known when it is deleted.
  readonly detail?: string
  readonly name?: string
}

export interface Incident {
  readonly id: string
  readonly alertId: string | null
  readonly projectId: string | null
  readonly accountId: string
  readonly kind: IncidentKind
  // Of its rule, or of the feed or source.
  readonly name: string
  readonly subject: string
  readonly state: 'open' | 'closed'
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly seen: number
  readonly peak: number
  readonly expected: number | null
  readonly low: number | null
  readonly high: number | null
  readonly facts: IncidentFacts
  readonly reported: Reported
  readonly acknowledgedAt: Date | null
  readonly snoozedUntil: Date | null
}
