import type { BriefFact, BriefFacts, BriefOpening, BriefProject, BriefSettings } from '../domain/brief.ts'
import type { Language } from '../domain/message.ts'
import type { Project } from '../domain/project.ts'
import type { Db, Pool } from '../store/db.ts'
import { readInSnapshot } from '../store/mentions/snapshot.ts'
import { listOwnProjects } from '../store/projects/projects.ts'
import { countPublished, listDeadFeeds } from '../store/watching/brief-facts.ts'
import { findReportedUntil } from '../store/watching/briefs.ts'
import { DETAILED_MAX } from '../watch/brief.ts'
import { type BriefRequest, readBriefProject } from './brief-project.ts'
import { readQuotaPace } from './quota-pace.ts'
import type { CollectedHow } from './series.ts'

// Writes an opening paragraph about the mentions of a project in a period; null when it cannot.
export type WriteOpening = (
  project: Project,
  request: BriefRequest,
  language: Language,
  signal: AbortSignal,
) => Promise<BriefOpening | null>

// Makes a new link to a report and returns its address; null when the report is gone or has too many links.
export type ShareReport = (request: {
  readonly accountId: string
  readonly reportId: string
  readonly now: Date
}) => Promise<string | null>

export interface BriefDeps {
  readonly pool: Pool
  readonly how: CollectedHow
  // The address of the dashboard; when it is null, only the dashboard itself can open the links.
  readonly publicUrl: URL | null
  // Null without a language model.
  readonly writeOpening: WriteOpening | null
  // Null where nothing is sent.
  readonly shareReport: ShareReport | null
}

const DAY_MS = 86_400_000
const PERIOD_MS_MAX = 7 * DAY_MS
const PROJECTS_MAX = 200

// What is new since the last brief of a person: at most a week, and a day when there was none.
export async function readBrief(
  deps: BriefDeps,
  accountId: string,
  settings: Pick<BriefSettings, 'projects' | 'timeZone' | 'language'>,
  now: Date,
  signal: AbortSignal,
): Promise<BriefFacts> {
  const { pool, how } = deps
  const from = await startOf(pool, accountId, now)
  const request = { ...how, accountId, from, to: now, localZone: settings.timeZone }
  const owned = await listOwnProjects(pool, accountId, PROJECTS_MAX)
  const wanted = owned.filter(({ id }) => settings.projects === null || settings.projects.includes(id))
  const detailed = await findBusiest(pool, wanted, { from, to: now })
  const projects: BriefProject[] = []
  for (const project of wanted) {
    signal.throwIfAborted()
    const read = await readInSnapshot(pool, project.id, (tx, collectedUntil) =>
      readBriefProject(tx, project, { ...request, collectedUntil, isDetailed: detailed.has(project.id) }),
    )
    if (read !== null) projects.push(read)
  }
  projects.sort((a, b) => b.seen.value - a.seen.value || (a.name < b.name ? -1 : 1))
  const largest = wanted.find(({ id }) => id === projects[0]?.id)
  const isEmpty = largest === undefined || projects[0]?.seen.value === 0
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    projects,
    opening:
      isEmpty || deps.writeOpening === null
        ? null
        : await deps.writeOpening(largest, request, settings.language, signal),
    feeds: await readFeeds(pool, from, now),
    quota: await readQuota(pool, accountId, now),
  }
}

// Details cost many times what a line does, and a brief shows only those of the projects with the most mentions.
async function findBusiest(
  db: Db,
  projects: readonly Project[],
  range: { from: Date; to: Date },
): Promise<Set<string>> {
  const ids = projects.map(({ id }) => id)
  if (ids.length <= DETAILED_MAX) return new Set(ids)
  const counts = await countPublished(db, ids, range)
  const countOf = (id: string) => counts.get(id) ?? 0
  return new Set(ids.sort((a, b) => countOf(b) - countOf(a)).slice(0, DETAILED_MAX))
}

async function startOf(db: Db, accountId: string, now: Date): Promise<Date> {
  const until = await findReportedUntil(db, accountId)
  if (until === null || until >= now) return new Date(now.getTime() - DAY_MS)
  return new Date(Math.max(until.getTime(), now.getTime() - PERIOD_MS_MAX))
}

async function readFeeds(db: Db, from: Date, to: Date): Promise<BriefFacts['feeds']> {
  const names = await listDeadFeeds(db, { from, to })
  const filter = { from: from.toISOString(), to: to.toISOString() }
  return { count: { kind: 'feeds', filter, collectedUntil: to.toISOString(), value: names.length }, names }
}

async function readQuota(db: Db, accountId: string, now: Date): Promise<BriefFacts['quota']> {
  const pace = await readQuotaPace(db, accountId, now)
  if (pace === null) return null
  const filter = { from: pace.from.toISOString(), to: now.toISOString() }
  const fact = (kind: BriefFact['kind'], value: number): BriefFact => ({
    kind,
    filter,
    collectedUntil: now.toISOString(),
    value,
  })
  return {
    left: fact('quota_left', pace.remaining),
    spent: fact('quota_spent', pace.spentInWeek),
    days: pace.daysLeft === null ? null : fact('quota_days', Math.floor(pace.daysLeft)),
  }
}
