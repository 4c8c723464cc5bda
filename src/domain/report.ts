import type { AlertFilter } from './alert.ts'
import type { Language } from './message.ts'

export const REPORT_BLOCKS = [
  'figures',
  'chart',
  'why',
  'stories',
  'voices',
  'sentiment',
  'comparison',
  'summary',
  'coverage',
  'method',
] as const
export type ReportBlockKind = (typeof REPORT_BLOCKS)[number]

export interface ReportBlock {
  readonly kind: ReportBlockKind
  readonly comment?: string
}

// The common filter. The range is fixed (`from`, `to`: days, or instants with their zone), or ends when the report is read (`days`), or
// is the usual one.
export interface ReportFilter extends AlertFilter {
  readonly from?: string
  readonly to?: string
  readonly days?: number
  readonly story?: string
}

export interface ReportFields {
  readonly title: string
  readonly language: Language
  readonly filter: ReportFilter
  // In the order in which they are shown.
  readonly blocks: readonly ReportBlock[]
}

export interface Report extends ReportFields {
  readonly id: string
  readonly accountId: string
  readonly projectId: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
