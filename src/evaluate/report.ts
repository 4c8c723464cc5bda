import type { Alert, Rule } from '../domain/alert.ts'
import { type LinkFilter, mentionsAt, pageAt } from '../domain/dashboard-link.ts'
import type { Incident, IncidentFacts, MomentCoverage } from '../domain/incident.ts'
import type { MessageContent } from '../domain/message.ts'
import { isPlatform } from '../domain/platform.ts'
import type { Project } from '../domain/project.ts'
import { coverageOf } from '../store/collecting/coverage.ts'
import type { Db, Pool } from '../store/db.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { addIncident, changeIncident, type NewIncident, readSigningKey } from '../store/watching/incidents.ts'
import { readLanguage } from '../store/watching/languages.ts'
import { addMessage } from '../store/watching/outbox.ts'
import { type Growth, growthOf, reportOf } from '../watch/change.ts'
import type { Found } from '../watch/incident-tracker.ts'
import { type MessageFacts, type MessageLinks, writeMessage } from '../watch/message.ts'
import { incidentData } from '../watch/message-data.ts'
import { quietUntil } from '../watch/quiet.ts'
import { daysLeft } from '../watch/quota-rule.ts'
import { HOUR_MS } from '../watch/series.ts'
import { filterOf, isAboutMentions } from './backtest.ts'
import { explain } from './explain.ts'
import { incidentLinks, LINK_KEY } from './links.ts'
import { findStored } from './matching.ts'
import { type CollectedHow, readQuota } from './series.ts'

export interface ReportDeps {
  readonly pool: Pool
  readonly how: CollectedHow
  // The address of the dashboard; empty where it is not known.
  readonly publicUrl: string
}

interface Evaluated {
  readonly alert: Alert
  readonly project: Project
  readonly stored: readonly Incident[]
  readonly found: readonly Found[]
  readonly now: Date
}

// Stores what opened, grew and closed, each with its message.
export async function report(deps: ReportDeps, evaluated: Evaluated): Promise<void> {
  for (const found of evaluated.found) {
    const stored = findStored(evaluated.stored, found)
    if (stored === undefined) await openIncident(deps, evaluated, found)
    else if (stored.state === 'open') await followIncident(deps, evaluated, found, stored)
    else if (evaluated.alert.rule.kind === 'mention') await addLate(deps, evaluated, found, stored)
  }
  const isFound = (one: Incident) => evaluated.found.some((found) => findStored(evaluated.stored, found)?.id === one.id)
  for (const one of evaluated.stored) if (one.state === 'open' && !isFound(one)) await endLost(deps, evaluated, one)
}

// What an open incident was about is gone: its story was merged into one that has an incident, or its mentions were removed. The
// message has what was known last.
async function endLost(deps: ReportDeps, evaluated: Evaluated, stored: Incident): Promise<void> {
  const { facts, peak, subject, expected } = stored
  const incident = { ...stored, closedAt: evaluated.now }
  const activeUntil = lastSeen(stored)
  const about = { subject, peak, activeUntil, mean: expected }
  const change = await messageOf(deps, evaluated, about, { type: 'incident.closed', facts, growth: [], isLost: true })
  await deps.pool.begin(async (tx) => {
    if (await changeIncident(tx, stored, incident)) await send(tx, evaluated, { id: stored.id, incident, change })
  })
}

async function openIncident(deps: ReportDeps, evaluated: Evaluated, found: Found): Promise<void> {
  const { alert, project } = evaluated
  const facts = await readFacts(deps, evaluated, found, new Date(found.since))
  const incident: NewIncident = {
    alertId: alert.id,
    projectId: project.id,
    accountId: alert.accountId,
    kind: alert.rule.kind,
    subject: found.subject,
    openedAt: new Date(found.openedAt),
    ...measured(found, facts, 0),
  }
  const change = await messageOf(deps, evaluated, aboutOf(found), { type: 'incident.opened', facts, growth: [] })
  await deps.pool.begin(async (tx) => {
    const id = await addIncident(tx, incident)
    if (id !== null) await send(tx, evaluated, { id, incident, change })
  })
}

// An incident that goes on: a message only when it doubled, turned negative, reached another platform or is over.
async function followIncident(deps: ReportDeps, evaluated: Evaluated, found: Found, stored: Incident): Promise<void> {
  const { now } = evaluated
  const isClosed = found.closedAt !== null
  const isLarger = found.peak > stored.peak
  if (!isClosed && !isLarger && now.getTime() - lastSeen(stored) < REFRESH_MS) return
  const facts = await readFacts(deps, evaluated, found, new Date(stored.facts.since))
  const next = measured(found, facts, stored.peak)
  const growth = isClosed ? [] : growthOf(stored.reported, next.reported)
  const isNews = isClosed || growth.length > 0
  const type = isClosed ? 'incident.closed' : 'incident.updated'
  const change = isNews ? await messageOf(deps, evaluated, aboutOf(found), { type, facts, growth }) : null
  await deps.pool.begin(async (tx) => {
    const isFirst = await changeIncident(tx, stored, { ...next, reported: isNews ? next.reported : stored.reported })
    if (isFirst && change !== null)
      await send(tx, evaluated, { id: stored.id, incident: { ...stored, ...next }, change })
  })
}

// Between two checks of an incident that does not grow.
const REFRESH_MS = 10 * 60_000

function lastSeen({ facts, openedAt }: Incident): number {
  return facts.moment === null ? openedAt.getTime() : Date.parse(facts.moment.to)
}

// Mentions that arrived after their interval was reported.
async function addLate(deps: ReportDeps, evaluated: Evaluated, found: Found, stored: Incident): Promise<void> {
  if (found.peak <= stored.reported.seen) return
  const facts = await readFacts(deps, evaluated, found, new Date(found.since))
  const next = measured(found, facts, stored.peak)
  const change = await messageOf(deps, evaluated, aboutOf(found), { type: 'incident.updated', facts, growth: ['more'] })
  await deps.pool.begin(async (tx) => {
    if (!(await changeIncident(tx, stored, next))) return
    await send(tx, evaluated, { id: stored.id, incident: { ...stored, ...next }, change })
  })
}

function measured(found: Found, facts: IncidentFacts, peakBefore: number) {
  const peak = Math.max(found.peak, peakBefore)
  return {
    closedAt: found.closedAt === null ? null : new Date(found.closedAt),
    seen: facts.moment?.seen ?? 0,
    peak,
    expected: found.expected?.mean ?? null,
    low: found.expected?.low ?? null,
    high: found.expected?.high ?? null,
    facts,
    reported: reportOf(facts.moment, peak),
  }
}

async function readFacts(deps: ReportDeps, evaluated: Evaluated, found: Found, since: Date): Promise<IncidentFacts> {
  const { alert, project } = evaluated
  const basis = found.expected?.basis ?? null
  const begin = { since: since.toISOString(), basis }
  if (alert.rule.kind === 'quota') return { ...begin, moment: null, ...(await readPace(deps.pool, evaluated)) }
  if (!isAboutMentions(alert.rule))
    return { ...begin, moment: null, coverage: await readSourceCoverage(deps, project.id, found, since) }
  const filter = { ...filterOf(alert.rule, alert.filter, found), from: since, to: new Date(found.activeUntil) }
  const moment = await deps.pool.begin((tx) => explain(tx, project.id, filter, deps.how), SNAPSHOT)
  return { ...begin, moment }
}

// By the same numbers as the rule.
async function readPace(db: Db, { alert, now }: Evaluated) {
  const hour = { from: new Date(now.getTime() - HOUR_MS), to: now }
  const { remaining, spentInDay } = (await readQuota(db, alert.accountId, hour)).at(-1) ?? {
    remaining: 0,
    spentInDay: 0,
  }
  return { remaining, spentInDay, daysLeft: daysLeft({ remaining, spentInDay }) }
}

// A silent source was read and had nothing, or was not read.
async function readSourceCoverage(
  { pool, how }: ReportDeps,
  projectId: string,
  { subject, activeUntil }: Found,
  from: Date,
): Promise<MomentCoverage> {
  const range = { from, to: new Date(activeUntil), timeZone: how.timeZone, intervalSeconds: how.requestSeconds }
  const source = isPlatform(subject) ? subject : null
  const platforms = source === null ? undefined : [source]
  const { share, lowerBound, gaps } = await coverageOf(pool, projectId, { ...range, platforms })
  const written = gaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString(), source }))
  return { share, lowerBound, gaps: written }
}

interface Change {
  readonly type: MessageFacts['type']
  readonly facts: IncidentFacts
  readonly growth: readonly Growth[]
  readonly isLost?: boolean
}

interface Prepared extends Change {
  readonly times: number | null
  write(incidentId: string): { readonly content: MessageContent; readonly links: MessageLinks }
}

// What a message is about.
interface About extends Pick<Found, 'subject' | 'peak' | 'activeUntil'> {
  // What was expected.
  readonly mean: number | null
}

function aboutOf({ subject, peak, activeUntil, expected }: Found): About {
  return { subject, peak, activeUntil, mean: expected?.mean ?? null }
}

async function messageOf(deps: ReportDeps, evaluated: Evaluated, about: About, change: Change): Promise<Prepared> {
  const { alert, project, now } = evaluated
  const key = await readSigningKey(deps.pool, LINK_KEY)
  const language = await readLanguage(deps.pool, alert.accountId)
  const { subject, peak, mean: expected } = about
  const { timeZone } = deps.how
  const facts = { ...change, kind: alert.rule.kind, rule: alert.rule, name: project.name, subject, peak, expected }
  return {
    ...change,
    times: timesOf(alert.rule, about),
    write(incidentId) {
      const links = {
        ...dashboardLinks(deps.publicUrl, alert, change.facts, about),
        ...incidentLinks(deps.publicUrl, key, incidentId, now),
      }
      return { content: writeMessage({ ...facts, language, timeZone, links }), links }
    },
  }
}

// How many times what was expected, or what the rule asks for; null where neither is a number of mentions.
function timesOf(rule: Rule, { peak, mean }: About): number | null {
  const usual = rule.kind === 'volume' ? rule.count : rule.kind === 'story' ? (rule.copies ?? rule.authors) : mean
  return usual === undefined || usual === null || usual <= 0 ? null : peak / usual
}

// Open the dashboard on exactly the time and filter of the incident, and on one of its stories.
function dashboardLinks(
  publicUrl: string,
  { projectId, filter, rule }: Alert,
  { since }: IncidentFacts,
  { subject, activeUntil }: About,
) {
  const selected: LinkFilter = { ...filter, from: since, to: new Date(activeUntil).toISOString() }
  const story = (id: string) => mentionsAt(publicUrl, projectId, { ...selected, story: id })
  if (rule.kind === 'quota') return { dashboard: pageAt(publicUrl, 'quota') }
  if (rule.kind === 'story') return { dashboard: story(subject), story }
  const platforms = rule.kind === 'silence' && isPlatform(subject) ? [subject] : filter.platforms
  return { dashboard: mentionsAt(publicUrl, projectId, { ...selected, platforms }), story }
}

interface Sending {
  readonly id: string
  // As it is stored with the message.
  readonly incident: NewIncident & { readonly snoozedUntil?: Date | null }
  readonly change: Prepared
}

// A snoozed incident is still recorded in the inbox, but no channel carries it.
async function send(tx: Db, { alert, now }: Evaluated, { id, incident, change }: Sending): Promise<void> {
  const { snoozedUntil = null } = incident
  const isSnoozed = snoozedUntil !== null && snoozedUntil > now
  const { content, links } = change.write(id)
  const notBefore = quietUntil(alert.quiet, now, change.times)
  await addMessage(tx, {
    accountId: alert.accountId,
    type: change.type,
    incidentId: id,
    data: incidentData({ ...incident, id, name: alert.name }, { growth: change.growth, title: content.title, links }),
    content,
    channels: isSnoozed
      ? []
      : alert.channels.map((channel) => (notBefore === null ? { id: channel } : { id: channel, notBefore })),
  })
}
