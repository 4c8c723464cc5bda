import type { MomentCoverage } from './incident.ts'
import type { Language } from './message.ts'
import type { Platform } from './platform.ts'
import type { Sentiment } from './sentiment.ts'

export const BRIEF_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type BriefDay = (typeof BRIEF_DAYS)[number]

// When a brief is due: at a local time, on days of the week, in a time zone.
export interface BriefTime {
  readonly days: readonly BriefDay[]
  // HH:MM.
  readonly time: string
  readonly timeZone: string
}

export interface BriefSettings extends BriefTime {
  // Null means all projects, also those that are created later.
  readonly projects: readonly string[] | null
  readonly channels: readonly string[]
  readonly language: Language
  // The id of a report that each brief carries a new link to.
  readonly report: string | null
}

// What a number of a brief counts.
//
// - `mentions`: the mentions that pass the filter.
// - `percent`: the mentions that pass the filter, in percent of those that pass it without sentiment and source, rounded to the
//   decimals of the value.
// - `mean`: the mean of the mentions in the periods, rounded.
// - `estimate`, `estimate_low`, `estimate_high`: the audited share of the sentiment in percent, rounded, and its interval.
// - `hours_missed`: hours of sources in which the project listened and nothing was collected, rounded up.
// - `incidents`: incidents that opened in the period.
// - `feeds`: feeds that stopped being readable in the period and still are not.
// - `quota_left`, `quota_spent`, `quota_days`: what remains, what the period cost, and how many days the rest lasts at that pace.
// - `projects`, `weeks`, `unchanged`: how many projects the brief is about, weeks it compares with, projects with nothing to report.
export const BRIEF_FACT_KINDS = [
  'mentions',
  'percent',
  'mean',
  'estimate',
  'estimate_low',
  'estimate_high',
  'hours_missed',
  'incidents',
  'feeds',
  'quota_left',
  'quota_spent',
  'quota_days',
  'projects',
  'weeks',
  'unchanged',
] as const
export type BriefFactKind = (typeof BRIEF_FACT_KINDS)[number]

// Which mentions a number counts. Instants are ISO 8601 in UTC; `to` is excluded.
export interface BriefFilter {
  readonly projectId?: string
  readonly from?: string
  readonly to?: string
  readonly sentiment?: Sentiment
  readonly platform?: Platform
  readonly story?: string
  readonly author?: string
  readonly q?: string
  // Instead of from and to: all of these together.
  readonly periods?: readonly { readonly from: string; readonly to: string }[]
}

// A number of a brief, with the query that recounts it.
export interface BriefFact {
  readonly kind: BriefFactKind
  readonly filter: BriefFilter
  // Mentions stored later are not counted.
  readonly collectedUntil: string
  readonly value: number
}

// A thing that a brief lists, with its count.
export interface CountedThing {
  readonly id: string
  readonly label: string
  readonly fact: BriefFact
}

// Everything that a brief reports about one project. Facts of mentions are counted in one state of the project.
export interface BriefProject {
  readonly id: string
  readonly name: string
  readonly seen: BriefFact
  // The same weekdays and hours of the weeks before; null where the project is too young.
  readonly usual: { readonly mean: BriefFact; readonly weeks: BriefFact } | null
  // By the classifier, of the period and of the weeks before.
  readonly negative: BriefFact | null
  readonly negativeBefore: BriefFact | null
  // Of people who labelled a sample; null when it was not audited.
  readonly audited: { readonly share: BriefFact; readonly low: BriefFact; readonly high: BriefFact } | null
  readonly newStories: readonly CountedThing[]
  readonly grownStories: readonly (CountedThing & { readonly before: BriefFact })[]
  readonly incidents: { readonly count: BriefFact; readonly list: readonly BriefIncident[] }
  readonly newAuthors: readonly CountedThing[]
  readonly newWords: readonly CountedThing[]
  readonly missed: BriefFact
  // True when something inside the project's dates was not covered.
  readonly isLowerBound: boolean
  readonly gaps: MomentCoverage['gaps']
}

export interface BriefIncident {
  readonly id: string
  readonly name: string
  readonly openedAt: string
  readonly isOpen: boolean
}

// A paragraph by a language model, each sentence of which was verified against mentions and counts.
export interface BriefOpening {
  readonly text: string
  readonly facts: readonly BriefFact[]
}

export interface BriefFacts {
  readonly from: string
  readonly to: string
  readonly projects: readonly BriefProject[]
  readonly opening: BriefOpening | null
  readonly feeds: { readonly count: BriefFact; readonly names: readonly string[] }
  readonly quota: { readonly left: BriefFact; readonly spent: BriefFact; readonly days: BriefFact | null } | null
}
