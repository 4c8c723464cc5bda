import type { Platform } from './platform.ts'
import type { Sentiment } from './sentiment.ts'

// What a number of a summary counts.
//
// - `mentions`: the mentions that pass the filter.
// - `share`: those mentions in percent of all mentions of the period, rounded to the decimals of the value.
// - `largest_source`, `largest_day`, `largest_story`: the mentions that pass the filter, and every other source, day or story has
//   fewer. A filter with a sentiment compares the mentions of that sentiment.
export const FACT_KINDS = ['mentions', 'share', 'largest_source', 'largest_day', 'largest_story'] as const
export type FactKind = (typeof FACT_KINDS)[number]

// Instants are ISO 8601 in UTC; `to` is excluded.
export interface FactPeriod {
  readonly from: string
  readonly to: string
  // Mentions stored later are not counted.
  readonly collectedUntil: string
}

export interface FactFilter extends FactPeriod {
  readonly sentiment?: Sentiment | undefined
  readonly platform?: Platform | undefined
  readonly story?: string | undefined
  // The zone of the days that a largest day is compared with.
  readonly timeZone?: string | undefined
}

// A number that a summary states, with the query that recounts it.
export interface Fact {
  readonly kind: FactKind
  readonly filter: FactFilter
  readonly value: number
}
