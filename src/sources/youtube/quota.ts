import { dayOf, nextDay, startOfDay } from '../../domain/day.ts'

// Searches are counted for the whole key, by everybody who shares it, and every page counts as one.
export const SEARCHES_PER_DAY_MAX = 100

export interface SearchLedger {
  // Takes one of the searches of a day (a calendar day at YouTube's head office, `quotaDay`) and says whether there was one.
  spend(day: string): Promise<boolean>
}

// Google counts its days in California.
const ZONE = 'America/Los_Angeles'

export function quotaDay(now: Date): string {
  return dayOf(now, ZONE)
}

// When the searches of the next day become available.
export function quotaResetAt(now: Date): Date {
  return startOfDay(nextDay(quotaDay(now)), ZONE)
}
