import type { Alert } from '../domain/alert.ts'
import type { Incident } from '../domain/incident.ts'
import type { Pool } from '../store/db.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { resolveStories } from '../store/mentions/story-members.ts'
import { findAnyProject } from '../store/projects/projects.ts'
import { type EnabledAlert, listEnabledAlerts, readDue, setEvaluated } from '../store/watching/alerts.ts'
import { listCurrent, renameSubject } from '../store/watching/incidents.ts'
import { detect, minutesNeeded } from '../watch/detect.ts'
import type { Before, DetectRange } from '../watch/detect-range.ts'
import { CLOSE_MINUTES, type Found } from '../watch/incident-tracker.ts'
import { HOUR_MS, MINUTE_MS } from '../watch/series.ts'
import { SPIKE_REACH_HOURS } from '../watch/windows.ts'
import type { ExpectedCache } from './expected-cache.ts'
import { isByCells, toMentionFilter } from './filter.ts'
import { findStored } from './matching.ts'
import { type ReportDeps, report } from './report.ts'
import { hoursOf, readCounts, readSeries } from './series.ts'

export interface LiveDeps extends ReportDeps {
  readonly pool: Pool
  readonly cache: ExpectedCache
}

// Windows that ended so long ago are judged again, because posts arrive late.
const HORIZON_MS = 6 * HOUR_MS
// An open incident is followed from its beginning, but not for longer than this.
const HORIZON_MS_MAX = 7 * 24 * HOUR_MS
// What was over before this opens nothing: an import, a catch-up or a feed that returns brings old posts.
export const FRESH_MS = 2 * HOUR_MS
const COOLDOWN_MS_MAX = 10_080 * MINUTE_MS
const STEP_MS = 5 * MINUTE_MS

// Evaluates all rules of a project at an instant. Every incident that opens, grows or closes is stored with its message in one
// transaction, so an evaluation that is killed is repeated without a second message.
export async function evaluateProject(deps: LiveDeps, projectId: string, now: Date): Promise<void> {
  const { pool } = deps
  const due = await readDue(pool, projectId)
  const project = await findAnyProject(pool, projectId)
  const alerts = project === null ? [] : await listEnabledAlerts(pool, projectId)
  const ids = alerts.map(({ id }) => id)
  const stored = await listCurrent(pool, ids, new Date(now.getTime() - COOLDOWN_MS_MAX))
  const current = await followMergedStories(pool, projectId, stored)
  let dueAt: Date | null = null
  for (const alert of alerts) {
    if (isKnown(alert, now)) continue
    const own = current.filter(({ alertId }) => alertId === alert.id)
    const found = await evaluateAlert(deps, alert, own, now)
    if (project !== null) await report(deps, { alert, project, stored: own, found, now })
    const next = nextTime(alert, found, due?.at ?? null, now)
    if (next !== null && (dueAt === null || next < dueAt)) dueAt = next
  }
  await setEvaluated(pool, projectId, { at: now, since: due?.since ?? null, dueAt })
}

// Silence is a matter of full hours.
function isKnown({ rule, evaluatedAt }: EnabledAlert, now: Date): boolean {
  const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS)
  return rule.kind === 'silence' && evaluatedAt !== null && hourOf(evaluatedAt) === hourOf(now)
}

// An incident about a story that was merged into another one is about that one now.
async function followMergedStories(pool: Pool, projectId: string, stored: readonly Incident[]): Promise<Incident[]> {
  const open = stored.filter(({ kind, state }) => kind === 'story' && state === 'open')
  const roots = await resolveStories(
    pool,
    projectId,
    open.map(({ subject }) => subject),
  )
  const followed: Incident[] = []
  for (const incident of stored) {
    const root = open.includes(incident) ? (roots.get(incident.subject) ?? incident.subject) : incident.subject
    const isTaken = stored.some((one) => one.alertId === incident.alertId && one.subject === root)
    if (root !== incident.subject && !isTaken) await renameSubject(pool, incident.id, root)
    followed.push(isTaken ? incident : { ...incident, subject: root })
  }
  return followed
}

// The incidents of the horizon that are stored already or recent enough to open.
async function evaluateAlert(
  deps: LiveDeps,
  alert: Alert,
  stored: readonly Incident[],
  now: Date,
): Promise<readonly Found[]> {
  const range = rangeOf(alert, stored, now)
  if (!stored.some(({ state }) => state === 'open') && (await isUneventful(deps, alert, range))) return []
  const request = { ...deps.how, ...alert }
  const found = await deps.pool.begin(async (tx) => {
    const series = await readSeries(tx, request, range)
    deps.cache.put(alert, series.baseline, range)
    return detect(alert.rule, series, range)
  }, SNAPSHOT)
  const fresh = now.getTime() - FRESH_MS
  return found.filter((one) => one.activeUntil >= fresh || findStored(stored, one) !== undefined)
}

function rangeOf(alert: Alert, stored: readonly Incident[], now: Date): DetectRange {
  const opened = stored.filter(({ state }) => state === 'open').map(({ openedAt }) => openedAt.getTime())
  const from = Math.max(Math.min(now.getTime() - HORIZON_MS, ...opened), now.getTime() - HORIZON_MS_MAX)
  const before = stored.map(({ subject, state, openedAt, closedAt }): Before => {
    if (state === 'open') return { subject, openedAt }
    return closedAt === null ? { subject } : { subject, closedAt }
  })
  return { from: new Date(from), to: now, cooldownMinutes: alert.cooldownMinutes, before }
}

// Most evaluations end here: what is expected in these hours is known, and their counts rule an incident out.
async function isUneventful({ pool, cache, how }: LiveDeps, alert: Alert, range: DetectRange): Promise<boolean> {
  const filter = toMentionFilter(alert.filter)
  const expected = cache.get(alert, range)
  if (expected === null || alert.rule.kind !== 'spike' || !isByCells(filter)) return false
  const { counts } = await readCounts(pool, alert.projectId, filter, hoursOf(range, SPIKE_REACH_HOURS, how.timeZone))
  return minutesNeeded(alert.rule, counts, expected, range).length === 0
}

// When the rule can change its mind without new mentions: a window of the last ones ends, an interval ends, an incident is over.
function nextTime({ rule }: Alert, found: readonly Found[], since: Date | null, now: Date): Date | null {
  const times = found
    .filter(({ closedAt }) => closedAt === null)
    .map(({ activeUntil }) => Math.max(activeUntil + CLOSE_MINUTES * MINUTE_MS, now.getTime() + MINUTE_MS))
  if (since !== null) {
    const step = rule.kind === 'mention' ? rule.everyMinutes * MINUTE_MS : STEP_MS
    const end = (Math.floor(since.getTime() / step) + 1) * step
    if (end > now.getTime()) times.push(end)
  }
  return times.length === 0 ? null : new Date(Math.min(...times))
}
