import { dayOf, nextDay, startOfDay } from '../../domain/day.ts'

// Searches are counted per key, including other applications that use it, and every page counts as one search.
export const SEARCHES_PER_DAY_MAX = 100

export interface SearchLedger {
  // Takes one search of a day's quota (a calendar day as returned by `quotaDay`). False when none is left.
  spend(day: string): Promise<boolean>
}

// Google's quota days are calendar days in California.
const ZONE = 'America/Los_Angeles'

export function quotaDay(now: Date): string {
  return dayOf(now, ZONE)
}

// When the searches of the next day become available.
export function quotaResetAt(now: Date): Date {
  return startOfDay(nextDay(quotaDay(now)), ZONE)
}
