import type { IncidentTracker } from './incident-tracker.ts'

export interface DetectRange {
  readonly from: Date
  readonly to: Date
  readonly cooldownMinutes: number
  // What was open, or closed last, before the range.
  readonly before?: readonly Before[]
}

export interface Before {
  readonly subject: string
  readonly openedAt?: Date
  readonly closedAt?: Date
}

export type Track = (subject: string, closeMinutes?: number) => IncidentTracker
