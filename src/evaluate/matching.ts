import type { Incident } from '../domain/incident.ts'
import type { Found } from '../watch/incident-tracker.ts'

// The stored incident that a found one continues or repeats.
export function findStored(stored: readonly Incident[], { subject, openedAt }: Found): Incident | undefined {
  return stored.find((one) => one.subject === subject && (one.state === 'open' || one.openedAt.getTime() === openedAt))
}
