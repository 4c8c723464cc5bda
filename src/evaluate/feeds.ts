import { pageAt } from '../domain/dashboard-link.ts'
import type { IncidentFacts } from '../domain/incident.ts'
import { listNewlyBroken, listReadyChannels, listRepaired } from '../store/watching/broken-feeds.ts'
import { addIncident, changeIncident, findIncident, readSigningKey } from '../store/watching/incidents.ts'
import { readLanguage } from '../store/watching/languages.ts'
import { addMessage } from '../store/watching/outbox.ts'
import { reportOf } from '../watch/change.ts'
import { type MessageFacts, writeMessage } from '../watch/message.ts'
import { incidentLinks, LINK_KEY } from './links.ts'
import type { ReportDeps } from './report.ts'

const FEEDS_MAX = 100

// Feeds that broke, and those that work again, are incidents of every administrator.
export async function evaluateFeeds(deps: ReportDeps, now: Date): Promise<void> {
  const { pool } = deps
  for (const { accountId, feedId, name, detail } of await listNewlyBroken(pool, FEEDS_MAX)) {
    const facts: IncidentFacts = { since: now.toISOString(), basis: null, moment: null, detail }
    await pool.begin(async (tx) => {
      const id = await addIncident(tx, {
        alertId: null,
        projectId: null,
        accountId,
        kind: 'feed',
        subject: feedId,
        openedAt: now,
        closedAt: null,
        seen: 0,
        peak: 0,
        expected: null,
        low: null,
        high: null,
        facts,
        reported: reportOf(null, 0),
      })
      if (id === null) return
      const opened = { type: 'incident.opened', name, facts, now } as const
      const content = writeMessage(await messageOf(deps, accountId, { ...opened, incidentId: id }))
      const data = { incident_id: id, kind: 'feed', feed_id: feedId, ...facts }
      const channels = await listReadyChannels(tx, accountId)
      await addMessage(tx, { accountId, type: 'incident.opened', incidentId: id, data, content, channels })
    })
  }
  for (const { incidentId, accountId, name } of await listRepaired(pool, FEEDS_MAX)) {
    const incident = await findIncident(pool, accountId, incidentId)
    if (incident === null) continue
    await pool.begin(async (tx) => {
      await changeIncident(tx, incidentId, { ...incident, closedAt: now })
      const { facts } = incident
      const closed = { type: 'incident.closed', name, facts, incidentId, now } as const
      const content = writeMessage(await messageOf(deps, accountId, closed))
      const data = { incident_id: incidentId, kind: 'feed', feed_id: incident.subject, ...facts }
      const channels = await listReadyChannels(tx, accountId)
      await addMessage(tx, { accountId, type: 'incident.closed', incidentId, data, content, channels })
    })
  }
}

interface FeedIncident {
  readonly incidentId: string
  readonly now: Date
}

async function messageOf(
  { pool, how, publicUrl }: ReportDeps,
  accountId: string,
  { incidentId, now, ...message }: Pick<MessageFacts, 'type' | 'name' | 'facts'> & FeedIncident,
): Promise<MessageFacts> {
  const dashboard = pageAt(publicUrl, 'admin/feeds')
  const key = await readSigningKey(pool, LINK_KEY)
  return {
    ...message,
    kind: 'feed',
    rule: null,
    subject: '',
    peak: 0,
    expected: null,
    growth: [],
    language: await readLanguage(pool, accountId),
    timeZone: how.timeZone,
    links: { dashboard, ...incidentLinks(publicUrl, key, incidentId, now) },
  }
}
