import type { WireAlert, WireIncident } from '../../../src/api/wire/alert.ts'
import { PLATFORMS } from '../platforms.ts'
import { type Filter, NO_FILTER, writeFilter } from './filter.ts'

// The address of a project's mentions on exactly this time and filter.
export function mentionsPath(projectId: string, filter: Filter): string {
  return `/projects/${projectId}?${writeFilter(filter, new URLSearchParams({ view: 'mentions' }))}`
}

// The filter of an incident: its time, the filter of its rule, and its story if it is about one.
export function filterOfIncident(incident: WireIncident, filter: WireAlert['filter']): Filter {
  const { moment, subject, kind } = incident
  const chosen = (filter.sosmedId ?? '').split(',')
  return {
    ...NO_FILTER,
    period: 'custom',
    from: moment?.from ?? incident.since,
    to: moment?.to ?? incident.closed_at,
    sentiment: filter.sentimen ?? null,
    sources: PLATFORMS.filter((platform) => chosen.includes(platform)),
    language: filter.language ?? null,
    relevance: filter.relevance ?? null,
    entity: filter.entity ?? null,
    author: filter.author ?? null,
    tag: filter.tag ?? null,
    story: kind === 'story' ? subject : null,
    q: filter.q ?? '',
  }
}
