import { pageAt } from '../domain/dashboard-link.ts'
import type { Incident, IncidentFacts } from '../domain/incident.ts'
import type { Db } from '../store/db.ts'
import {
  type Broken,
  listAdminChannels,
  listAdmins,
  listBroken,
  listOpenBroken,
  type OpenBroken,
} from '../store/watching/broken.ts'
import { addIncident, changeIncident, findIncident, readSigningKey } from '../store/watching/incidents.ts'
import { readLanguage } from '../store/watching/languages.ts'
import { addMessage } from '../store/watching/outbox.ts'
import { reportOf } from '../watch/change.ts'
import { type MessageFacts, writeMessage } from '../watch/message.ts'
import { incidentData } from '../watch/message-data.ts'
import { incidentLinks, LINK_KEY } from './links.ts'
import type { ReportDeps } from './report.ts'

// Feeds and sources that broke, until they work again, are incidents of every administrator.
export async function evaluateBroken(deps: ReportDeps, now: Date): Promise<void> {
  const { pool } = deps
  const broken = await listBroken(pool)
  const open = await listOpenBroken(pool)
  const keyOf = ({ kind, subject }: Pick<Broken, 'kind' | 'subject'>) => `${kind} ${subject}`
  const isBroken = new Set(broken.map(keyOf))
  const admins = await listAdmins(pool)
  for (const accountId of admins) {
    const known = new Set(open.filter((one) => one.accountId === accountId).map(keyOf))
    for (const one of broken) if (!known.has(keyOf(one))) await openBroken(deps, accountId, one, now)
  }
  for (const one of open) {
    const isAdmin = admins.includes(one.accountId)
    if (!isAdmin || !isBroken.has(keyOf(one))) await closeBroken(deps, one, { isLost: !isAdmin || !one.isWatched, now })
  }
}

async function openBroken(deps: ReportDeps, accountId: string, broken: Broken, now: Date): Promise<void> {
  const { kind, subject, detail, name } = broken
  const facts: IncidentFacts = { since: now.toISOString(), basis: null, moment: null, detail, name }
  const nothing = {
    seen: 0,
    peak: 0,
    expected: null,
    low: null,
    high: null,
    closedAt: null,
    reported: reportOf(null, 0),
  }
  await deps.pool.begin(async (tx) => {
    const about = { alertId: null, projectId: null, accountId, kind, subject, openedAt: now }
    const incident = { ...about, ...nothing, facts }
    const id = await addIncident(tx, incident)
    if (id !== null)
      await send(deps, tx, { incident: { ...incident, id, name, snoozedUntil: null }, type: 'incident.opened', now })
  })
}

async function closeBroken(
  deps: ReportDeps,
  one: OpenBroken,
  { isLost, now }: { readonly isLost: boolean; readonly now: Date },
): Promise<void> {
  await deps.pool.begin(async (tx) => {
    const incident = await findIncident(tx, one.accountId, one.incidentId)
    if (incident === null || incident.state === 'closed') return
    const closed = { ...incident, closedAt: now }
    if (!(await changeIncident(tx, incident, closed))) return
    await send(deps, tx, { incident: closed, type: 'incident.closed', isLost, now })
  })
}

interface Sending extends Pick<MessageFacts, 'type' | 'isLost'> {
  readonly incident: Omit<Incident, 'state' | 'acknowledgedAt'>
  readonly now: Date
}

async function send({ how, publicUrl }: ReportDeps, tx: Db, sending: Sending): Promise<void> {
  const { incident, type, now } = sending
  const { id, accountId, kind, name, subject, facts } = incident
  const key = await readSigningKey(tx, LINK_KEY)
  const dashboard = pageAt(publicUrl, kind === 'feed' ? 'admin/feeds' : 'admin/sources')
  const links = { dashboard, ...incidentLinks(publicUrl, key, id, now) }
  const content = writeMessage({
    ...sending,
    kind,
    name,
    subject,
    facts,
    rule: null,
    peak: 0,
    expected: null,
    growth: [],
    language: await readLanguage(tx, accountId),
    timeZone: how.timeZone,
    links,
  })
  const data = incidentData(incident, { growth: [], title: content.title, links })
  const { snoozedUntil } = incident
  const isSnoozed = snoozedUntil !== null && snoozedUntil > now
  const channels = isSnoozed ? [] : (await listAdminChannels(tx, accountId)).map((channel) => ({ id: channel }))
  await addMessage(tx, { accountId, type, incidentId: id, data, content, channels })
}
