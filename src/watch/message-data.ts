import { entityName } from '../analyse/entities/names.ts'
import type { Incident, Moment, MomentCoverage } from '../domain/incident.ts'
import type { Growth } from './change.ts'
import type { MessageLinks } from './message.ts'

export interface MessageAbout {
  readonly growth: readonly Growth[]
  readonly title: string
  readonly links: MessageLinks
}

// What a message about an incident says, for programs: under the names that the API has for an incident.
export function incidentData(
  incident: Omit<Incident, 'state' | 'accountId' | 'reported' | 'acknowledgedAt' | 'snoozedUntil'>,
  { growth, title, links }: MessageAbout,
): Record<string, unknown> {
  const { facts, closedAt } = incident
  const { dashboard, acknowledge, snooze } = links
  return {
    title,
    links: { dashboard, acknowledge, snooze },
    incident_id: incident.id,
    alert_id: incident.alertId,
    keyword_id: incident.projectId,
    kind: incident.kind,
    name: incident.name,
    subject: incident.subject,
    state: closedAt === null ? 'open' : 'closed',
    opened_at: incident.openedAt.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
    since: facts.since,
    seen: incident.seen,
    peak: incident.peak,
    expected: incident.expected,
    low: incident.low,
    high: incident.high,
    basis: facts.basis,
    detail: facts.detail ?? null,
    growth,
    ...(facts.remaining === undefined
      ? {}
      : { remaining: facts.remaining, spent_in_day: facts.spentInDay, days_left: facts.daysLeft }),
    ...(facts.coverage === undefined ? {} : { coverage: coverageData(facts.coverage) }),
    moment: facts.moment === null ? null : momentData(facts.moment),
  }
}

// A moment as the API names its fields.
export function momentData(moment: Moment) {
  const { coverage, examples, stories, termsSample = null, ...same } = moment
  return {
    ...same,
    stories: stories.map(({ entities = [], ...story }) => ({
      ...story,
      entities: entities.map((id) => ({ id, name: entityName(id) })),
    })),
    terms_sample: termsSample,
    coverage: coverageData(coverage),
    examples: examples.map(({ publishedAt, ...example }) => ({ ...example, published_at: publishedAt })),
  }
}

function coverageData({ share, lowerBound, gaps }: MomentCoverage) {
  return { share, lower_bound: lowerBound, gaps: [...gaps] }
}
