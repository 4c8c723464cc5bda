import type { Platform } from './platform.ts'

// How far back a source can be read: any time, a number of days, or as far as the archive of what its feeds brought.
export type Lookback = 'any' | 'archive' | { readonly days: number }

// A source as shown to users: whether it can be used, and which settings it still needs.
export interface SourceInfo {
  readonly name: string
  readonly platform: Platform
  readonly ready: boolean
  readonly needs: readonly string[]
  readonly lookback: Lookback
}

const DAY_MS = 86_400_000

// The earliest publication time that a source can reach from `wanted` on. Null when it reaches nothing: its archive is empty.
export function reachOf(
  lookback: Lookback,
  { wanted, now, archiveSince }: { readonly wanted: Date; readonly now: Date; readonly archiveSince: Date | null },
): Date | null {
  const first = lookback === 'any' ? wanted : lookback === 'archive' ? archiveSince : daysBefore(now, lookback.days)
  return first === null || first > wanted ? first : wanted
}

// Where posts begin to be accepted: those older than mentions are kept would be deleted, and charged each time they appear. 0: no limit.
export function acceptedSince(
  start: Date,
  { mentionDays, now }: { readonly mentionDays: number; readonly now: Date },
): Date {
  const kept = mentionDays === 0 ? start : daysBefore(now, mentionDays)
  return kept > start ? kept : start
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
