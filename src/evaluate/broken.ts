import { pageAt } from '../domain/dashboard-link.ts'
import type { IncidentFacts } from '../domain/incident.ts'
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
import { incidentLinks, LINK_KEY } from './links.ts'
import type { ReportDeps } from './report.ts'

// Feeds and sources that broke, and those that work again, are incidents of every administrator.
export async function evaluateBroken(deps: ReportDeps, now: Date): Promise<void> {
  const { pool } = deps
  const broken = await listBroken(pool)
  const open = await listOpenBroken(pool)
  const keyOf = ({ kind, subject }: Pick<Broken, 'kind' | 'subject'>) => `${kind} ${subject}`
  const isBroken = new Set(broken.map(keyOf))
  for (const accountId of await listAdmins(pool)) {
    const known = new Set(open.filter((one) => one.accountId === accountId).map(keyOf))
    for (const one of broken) if (!known.has(keyOf(one))) await openBroken(deps, accountId, one, now)
  }
  for (const one of open) if (!isBroken.has(keyOf(one))) await closeRepaired(deps, one, now)
}

async function openBroken(deps: ReportDeps, accountId: string, broken: Broken, now: Date): Promise<void> {
  const { kind, subject, detail } = broken
  const facts: IncidentFacts = { since: now.toISOString(), basis: null, moment: null, detail }
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
    const id = await addIncident(tx, { ...about, ...nothing, facts })
    if (id !== null) await send(deps, tx, { ...broken, accountId, id, type: 'incident.opened', facts, now })
  })
}

async function closeRepaired(deps: ReportDeps, one: OpenBroken, now: Date): Promise<void> {
  await deps.pool.begin(async (tx) => {
    const incident = await findIncident(tx, one.accountId, one.incidentId)
    if (incident === null || incident.state === 'closed') return
    if (!(await changeIncident(tx, incident, { ...incident, closedAt: now }))) return
    await send(deps, tx, { ...one, id: incident.id, type: 'incident.closed', facts: incident.facts, now })
  })
}

interface Sending extends Pick<Broken, 'kind' | 'subject' | 'name'>, Pick<MessageFacts, 'type' | 'facts'> {
  readonly id: string
  readonly accountId: string
  readonly now: Date
}

async function send({ how, publicUrl }: ReportDeps, tx: Db, sending: Sending): Promise<void> {
  const { id, accountId, kind, subject, type, facts, now } = sending
  const key = await readSigningKey(tx, LINK_KEY)
  const dashboard = pageAt(publicUrl, kind === 'feed' ? 'admin/feeds' : 'admin/sources')
  const content = writeMessage({
    ...sending,
    rule: null,
    peak: 0,
    expected: null,
    growth: [],
    language: await readLanguage(tx, accountId),
    timeZone: how.timeZone,
    links: { dashboard, ...incidentLinks(publicUrl, key, id, now) },
  })
  const data = { incident_id: id, kind, ...(kind === 'feed' ? { feed_id: subject } : { source: subject }), ...facts }
  const channels = (await listAdminChannels(tx, accountId)).map((channel) => ({ id: channel }))
  await addMessage(tx, { accountId, type, incidentId: id, data, content, channels })
}
