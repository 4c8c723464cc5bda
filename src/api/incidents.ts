import { Type } from 'typebox'
import type { Incident } from '../domain/incident.ts'
import type { Owner } from '../domain/owner.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import { listAdminChannels, setAdminChannels } from '../store/watching/broken.ts'
import { findIncident, handleIncident, listIncidents } from '../store/watching/incidents.ts'
import { checkChannels } from './alert-input.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf, ownerOf } from './bearer.ts'
import { toWireMoment } from './moments.ts'
import { routesOf } from './route.ts'
import { IncidentPatch, WireIncident, WireIncidentSettings, WireIncidents } from './wire/alert.ts'
import { words } from './wire/fields.ts'

const params = Type.Object({ id: Type.String() })
const LIMIT = 50
const SNOOZE_DAYS_MAX = 90

export function addIncidentRoutes(app: App, deps: ApiDeps): void {
  addOwnRoutes(app, deps)
  addSettingRoutes(app, deps)
}

function addOwnRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Alerts')

  app.get(
    '/api/incidents',
    user({
      id: 'listIncidents',
      summary: 'List incidents, newest first',
      description: 'The incidents of my rules, read on with a cursor.',
      querystring: Type.Object({
        keywordId: Type.Optional(Type.String({ minLength: 1 })),
        state: Type.Optional(words(['open', 'closed'] as const)),
        cursor: Type.Optional(Type.String()),
      }),
      response: { 200: WireIncidents },
    }),
    async (request) => {
      const { keywordId = null, state = null, cursor = null } = request.query
      const query = { projectId: keywordId, state, cursor, limit: LIMIT }
      const { incidents, next } = await listIncidents(pool, ownerOf(request), query)
      return { data: incidents.map(toWireIncident), next }
    },
  )

  app.get(
    '/api/incidents/:id',
    user({
      id: 'getIncident',
      summary: 'Read an incident with its explanation',
      description: 'The incident with what was expected, what was seen and what is different.',
      params,
      response: { 200: WireIncident },
      errors: [404],
    }),
    async (request) => toWireIncident(await incidentOf(ownerOf(request), request.params.id)),
  )

  app.patch(
    '/api/incidents/:id',
    user({
      id: 'changeIncident',
      summary: 'Acknowledge or snooze an incident',
      description:
        'Acknowledging marks it as seen. Snoozing keeps further messages about it out of the channels; they still reach the inbox.',
      params,
      body: IncidentPatch,
      response: { 200: WireIncident },
      errors: [404],
    }),
    async (request) => {
      const owner = ownerOf(request)
      const { acknowledged, snoozedUntil } = request.body
      const until = readSnooze(snoozedUntil, new Date())
      const incident = await incidentOf(owner, request.params.id)
      await handleIncident(pool, incident.id, { acknowledged, snoozedUntil: until })
      return toWireIncident(await incidentOf(owner, incident.id))
    },
  )

  async function incidentOf(owner: Owner, id: string): Promise<Incident> {
    const incident = await findIncident(pool, owner, id)
    if (incident === null) throw notFound('incident', id)
    return incident
  }
}

function addSettingRoutes(app: App, { pool }: ApiDeps): void {
  const { admin } = routesOf(pool, 'Alerts')

  app.get(
    '/api/admin/incidents/settings',
    admin({
      id: 'getIncidentSettings',
      summary: 'Where incidents of the installation are sent to me',
      description: 'The channels that carry incidents of feeds and sources to this administrator.',
      response: { 200: WireIncidentSettings },
    }),
    async (request) => ({ channels: await listAdminChannels(pool, accountOf(request).id) }),
  )

  app.put(
    '/api/admin/incidents/settings',
    admin({
      id: 'setIncidentSettings',
      summary: 'Choose my channels for incidents of the installation: feeds and sources that broke',
      description: 'Replaces the list of channels; an empty list leaves only the inbox.',
      body: WireIncidentSettings,
      response: { 200: WireIncidentSettings },
    }),
    async (request) => {
      const accountId = accountOf(request).id
      const channels = await pool.begin(async (tx) => {
        await setAdminChannels(tx, accountId, await checkChannels(tx, accountId, request.body.channels))
        return listAdminChannels(tx, accountId)
      })
      return { channels }
    },
  )
}

function readSnooze(text: string | null | undefined, now: Date): Date | null | undefined {
  if (text === null || text === undefined) return text
  const until = new Date(text)
  const last = now.getTime() + SNOOZE_DAYS_MAX * 86_400_000
  if (!(until > now) || until.getTime() > last)
    throw new Refusal('invalid', `snoozedUntil must be in the next ${SNOOZE_DAYS_MAX} days.`, ['timeAhead'])
  return until
}

function toWireIncident(incident: Incident): WireIncident {
  const { facts } = incident
  return {
    id: incident.id,
    alert_id: incident.alertId,
    keyword_id: incident.projectId,
    kind: incident.kind,
    name: incident.name,
    subject: incident.subject,
    state: incident.state,
    opened_at: incident.openedAt.toISOString(),
    closed_at: incident.closedAt?.toISOString() ?? null,
    since: facts.since,
    seen: incident.seen,
    peak: incident.peak,
    expected: incident.expected,
    low: incident.low,
    high: incident.high,
    basis: facts.basis,
    detail: facts.detail ?? null,
    moment: facts.moment === null ? null : toWireMoment(facts.moment),
    acknowledged_at: incident.acknowledgedAt?.toISOString() ?? null,
    snoozed_until: incident.snoozedUntil?.toISOString() ?? null,
  }
}
