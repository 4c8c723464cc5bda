import type { AlertFilter, Rule } from '../domain/alert.ts'
import { CELLS_TOTAL, cellsOf } from '../domain/cell.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { findQuota } from '../store/accounts/quota.ts'
import type { Db } from '../store/db.ts'
import { millisAt } from '../store/ids.ts'
import { countBySpan } from '../store/mentions/counts.ts'
import { readAliases } from '../store/search/aliases.ts'
import { selectParts } from '../store/search/select.ts'
import { inTurns } from '../store/search/turns.ts'
import { countMinutes, firstQuotaHour, readQuotaHours, readStoryMentions } from '../store/watching/series.ts'
import { Baseline, REACH_HOURS } from '../watch/baseline.ts'
import { minutesNeeded, type WatchedSeries } from '../watch/detect.ts'
import type { DetectRange } from '../watch/detect-range.ts'
import type { QuotaPoint } from '../watch/quota-rule.ts'
import { emptyHours, HOUR_MS, type HourCounts, type MinuteCount } from '../watch/series.ts'
import type { StoryMentions } from '../watch/story-rule.ts'
import { SPIKE_REACH_HOURS } from '../watch/windows.ts'
import { isByCells, toMentionFilter } from './filter.ts'
import { markUncovered, readSources } from './sources.ts'

export interface CollectedHow {
  readonly timeZone: string
  // The longest time between two regular requests to a source.
  readonly requestSeconds: number
}

export interface SeriesRequest extends CollectedHow {
  readonly projectId: string
  readonly accountId: string
  readonly rule: Rule
  readonly filter: AlertFilter
}

// Everything that a rule needs to be evaluated over a range. `db` must be a transaction with one snapshot.
export async function readSeries(db: Db, request: SeriesRequest, range: DetectRange): Promise<WatchedSeries> {
  const { projectId, rule } = request
  const filter = toMentionFilter(request.filter)
  if (rule.kind === 'quota') {
    const quota = await readQuota(db, request.accountId, range)
    return { ...NO_COUNTS, quota }
  }
  if (rule.kind === 'story') return { ...NO_COUNTS, stories: await readStories(db, projectId, rule, filter, range) }
  const hours = hoursOf(range, reachOf(rule), request.timeZone)
  const { counts, detail } = await readCounts(db, projectId, filter, hours)
  if (rule.kind === 'silence') return { ...NO_COUNTS, sources: await readSources(db, request, filter, counts) }
  if (rule.kind === 'spike') await markUncovered(db, request, filter, counts)
  const baseline = new Baseline(counts)
  if (detail !== null) return { counts, detail, baseline }
  const needed = minutesNeeded(rule, counts, baseline, range)
  return { counts, detail: await readMinutes(db, projectId, filter, needed), baseline }
}

const NO_HOURS = emptyHours(0, 0, 'UTC')
const NO_COUNTS = { counts: NO_HOURS, detail: new Map(), baseline: new Baseline(NO_HOURS) }

// How many hours before the range a rule needs.
function reachOf(rule: Rule): number {
  switch (rule.kind) {
    case 'spike':
      return REACH_HOURS + SPIKE_REACH_HOURS
    case 'silence':
      return REACH_HOURS + rule.hours
    case 'volume':
    case 'negative':
      return Math.ceil(rule.minutes / 60) + 2
    case 'mention':
      return Math.ceil(rule.everyMinutes / 60) + 2
    default:
      return 0
  }
}

interface Hours {
  readonly first: number
  readonly count: number
  readonly timeZone: string
}

export function hoursOf({ from, to }: DetectRange, reach: number, timeZone: string): Hours {
  const first = Math.floor(from.getTime() / HOUR_MS) - reach
  return { first, count: Math.ceil(to.getTime() / HOUR_MS) - first, timeZone }
}

// By hour, and by minute too where the mentions had to be selected one by one.
export async function readCounts(
  db: Db,
  projectId: string,
  filter: MentionFilter,
  { first, count, timeZone }: Hours,
): Promise<{ counts: HourCounts; detail: Map<number, MinuteCount[]> | null }> {
  const counts = emptyHours(first, count, timeZone)
  const range = { from: new Date(first * HOUR_MS), to: new Date((first + count) * HOUR_MS) }
  if (!isByCells(filter)) return { counts, detail: await selectCounts(db, projectId, { ...filter, ...range }, counts) }
  const cells = cellsOf(filter)
  for (const row of await countBySpan(db, projectId, { ...range, span: 3_600 })) {
    const at = (row.start / 3_600 - first) * CELLS_TOTAL
    for (const [cell, value] of row.counts.entries())
      if (cells === null || cells.includes(cell)) counts.cells[at + cell] = value
  }
  return { counts, detail: null }
}

async function selectCounts(db: Db, projectId: string, filter: MentionFilter, counts: HourCounts) {
  const detail = await selectMinutes(db, projectId, filter)
  for (const [hour, minutes] of detail)
    for (const { cell, count } of minutes) {
      const at = (hour - counts.firstHour) * CELLS_TOTAL + cell
      counts.cells[at] = (counts.cells[at] as number) + count
    }
  return detail
}

// By hour and minute, from the search index.
async function selectMinutes(db: Db, projectId: string, filter: MentionFilter): Promise<Map<number, MinuteCount[]>> {
  const minutes = new Map<number, Map<number, number>>()
  for (const { part, hits } of await selectParts(db, projectId, filter)) {
    const ids = await part.ids()
    for await (const some of inTurns(hits)) {
      for (const ordinal of some) {
        const minute = Math.floor(millisAt(ids, ordinal) / 60_000)
        const hour = Math.floor(minute / 60)
        const own = minutes.get(hour) ?? new Map<number, number>()
        const key = (minute - hour * 60) * CELLS_TOTAL + (part.cells[ordinal] as number)
        own.set(key, (own.get(key) ?? 0) + 1)
        minutes.set(hour, own)
      }
    }
  }
  const detail = new Map<number, MinuteCount[]>()
  for (const [hour, own] of minutes)
    detail.set(
      hour,
      [...own].map(([key, count]) => ({ minute: Math.floor(key / CELLS_TOTAL), cell: key % CELLS_TOTAL, count })),
    )
  return detail
}

// The minutes of more hours than these cost less from the search index than from the mentions.
const HOURS_READ_MAX = 100

async function readMinutes(db: Db, projectId: string, filter: MentionFilter, hours: readonly number[]) {
  const detail = new Map<number, MinuteCount[]>(hours.map((hour) => [hour, []]))
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined) return detail
  if (hours.length > HOURS_READ_MAX) {
    const range = { from: new Date(first * HOUR_MS), to: new Date((last + 1) * HOUR_MS) }
    for (const [hour, minutes] of await selectMinutes(db, projectId, { ...filter, ...range }))
      if (detail.has(hour)) detail.set(hour, minutes)
    return detail
  }
  const cells = cellsOf(filter)
  for (const { minute, cell, count } of await countMinutes(db, projectId, hours)) {
    if (cells !== null && !cells.includes(cell)) continue
    const hour = Math.floor(minute / 60)
    detail.get(hour)?.push({ minute: minute - hour * 60, cell, count })
  }
  return detail
}

async function readStories(
  db: Db,
  projectId: string,
  rule: Extract<Rule, { readonly kind: 'story' }>,
  filter: MentionFilter,
  { from, to }: DetectRange,
): Promise<StoryMentions[]> {
  const sizeMin = Math.min(rule.authors ?? Number.POSITIVE_INFINITY, rule.copies ?? Number.POSITIVE_INFINITY)
  const since = new Date(from.getTime() - rule.minutes * 60_000)
  const selected = await selectParts(db, projectId, { ...filter, from: since, to })
  return readStoryMentions(projectId, selected, await readAliases(db, projectId), sizeMin)
}

const DAY_HOURS = 24

// Oldest first.
export async function readQuota(
  db: Db,
  accountId: string,
  { from, to }: Pick<DetectRange, 'from' | 'to'>,
): Promise<QuotaPoint[]> {
  const first = Math.max(Math.floor(from.getTime() / HOUR_MS), await firstQuotaHour(db, accountId))
  const last = Math.floor(to.getTime() / HOUR_MS)
  const changes = await readQuotaHours(db, accountId, new Date((first - DAY_HOURS) * HOUR_MS))
  const byHour = new Map(changes.map((change) => [change.hour, change]))
  let remaining = (await findQuota(db, accountId)) ?? 0
  for (const { hour, change } of changes) if (hour > last) remaining -= change
  const points: QuotaPoint[] = []
  let spentInDay = 0
  for (let hour = last; hour > last - DAY_HOURS; hour--) spentInDay += byHour.get(hour)?.charged ?? 0
  for (let hour = last; hour >= first; hour--) {
    points.push({ hour, remaining, spentInDay })
    remaining -= byHour.get(hour)?.change ?? 0
    spentInDay += (byHour.get(hour - DAY_HOURS)?.charged ?? 0) - (byHour.get(hour)?.charged ?? 0)
  }
  return points.reverse()
}
