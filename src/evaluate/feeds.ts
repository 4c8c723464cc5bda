import type { IncidentFacts } from '../domain/incident.ts'
import { listNewlyBroken, listReadyChannels, listRepaired } from '../store/watching/broken-feeds.ts'
import { addIncident, changeIncident, findIncident } from '../store/watching/incidents.ts'
import { readLanguage } from '../store/watching/languages.ts'
import { addMessage } from '../store/watching/outbox.ts'
import { reportOf } from '../watch/change.ts'
import { type MessageFacts, writeMessage } from '../watch/message.ts'
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
      const content = writeMessage(await messageOf(deps, accountId, { type: 'incident.opened', name, facts }))
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
      const content = writeMessage(await messageOf(deps, accountId, { type: 'incident.closed', name, facts }))
      const data = { incident_id: incidentId, kind: 'feed', feed_id: incident.subject, ...facts }
      const channels = await listReadyChannels(tx, accountId)
      await addMessage(tx, { accountId, type: 'incident.closed', incidentId, data, content, channels })
    })
  }
}

async function messageOf(
  { pool, how, publicUrl }: ReportDeps,
  accountId: string,
  message: Pick<MessageFacts, 'type' | 'name' | 'facts'>,
): Promise<MessageFacts> {
  const dashboard = `${publicUrl}/admin/feeds`
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
    links: { dashboard, acknowledge: dashboard, snooze: dashboard },
  }
}
