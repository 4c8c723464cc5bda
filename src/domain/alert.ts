import type { Entity } from './entity.ts'
import type { Relevance } from './mention.ts'
import type { Platform } from './platform.ts'
import type { Sentiment } from './sentiment.ts'

export const RULE_KINDS = ['spike', 'volume', 'negative', 'story', 'mention', 'silence', 'quota'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export const SENSITIVITIES = ['low', 'medium', 'high'] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]

// What opens an incident. All times are times of publication.
export type Rule =
  // More mentions than the project's own history makes likely.
  | { readonly kind: 'spike'; readonly sensitivity: Sensitivity; readonly min?: number }
  | { readonly kind: 'volume'; readonly count: number; readonly minutes: number }
  // The lower end of the interval of the negative share exceeds `share`, with at least `min` mentions.
  | { readonly kind: 'negative'; readonly share: number; readonly minutes: number; readonly min: number }
  // One story reaches so many independent authors, or so many copies.
  | { readonly kind: 'story'; readonly authors?: number; readonly copies?: number; readonly minutes: number }
  // Every new mention, one message per interval.
  | { readonly kind: 'mention'; readonly everyMinutes: number }
  | { readonly kind: 'silence'; readonly hours: number; readonly source?: string }
  // Less than `below` remains, or it will not last `days` at the pace of the last day.
  | { readonly kind: 'quota'; readonly below?: number; readonly days?: number }

// The common filter without its range, which the rule gives.
export interface AlertFilter {
  readonly sentiment?: Sentiment
  readonly platforms?: readonly Platform[]
  readonly language?: string
  readonly relevance?: Relevance
  readonly entity?: Entity
  readonly author?: string
  readonly tag?: string
  readonly q?: string
}

// No messages between two times of day, except about incidents that are more than `exceptAbove` times what was expected, or what
// the rule asks for.
export interface QuietHours {
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly exceptAbove?: number
}

export interface Alert {
  readonly id: string
  readonly projectId: string
  readonly accountId: string
  readonly name: string
  readonly rule: Rule
  readonly filter: AlertFilter
  readonly channels: readonly string[]
  readonly quiet: QuietHours | null
  readonly cooldownMinutes: number
  readonly enabled: boolean
  readonly createdAt: Date
}

export const ALERTS_MAX = 50
export const CHANNELS_MAX = 20
