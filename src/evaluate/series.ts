import type { AlertFilter, Rule } from '../domain/alert.ts'
import { CELLS_TOTAL, cellsOf } from '../domain/cell.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { findQuota } from '../store/accounts/quota.ts'
import { coverageOf } from '../store/collecting/coverage.ts'
import type { Db } from '../store/db.ts'
import { millisAt } from '../store/ids.ts'
import { countBySpan } from '../store/mentions/counts.ts'
import { selectParts } from '../store/search/select.ts'
import { countMinutes, firstQuotaHour, readLargeStories, readQuotaHours } from '../store/watching/series.ts'
import { HISTORY_HOURS, LAG_HOURS } from '../watch/baseline.ts'
import { minutesNeeded, openBaseline, type WatchedSeries } from '../watch/detect.ts'
import type { DetectRange } from '../watch/detect-range.ts'
import type { QuotaPoint } from '../watch/quota-rule.ts'
import { emptyHours, HOUR_MS, type HourCounts, type MinuteCount } from '../watch/series.ts'
import type { StoryMentions } from '../watch/story-rule.ts'
import { isByCells, toMentionFilter } from './filter.ts'

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
  const hours = hoursOf(range, reachOf(rule))
  const { counts, detail } = await readCounts(db, projectId, filter, hours)
  if (rule.kind === 'spike' || rule.kind === 'silence') await markUncovered(db, request, filter, counts)
  const baseline = openBaseline(counts)
  if (rule.kind === 'silence') return { counts, detail: new Map(), baseline, sources: splitSources(counts) }
  if (detail !== null) return { counts, detail, baseline }
  const needed = minutesNeeded(rule, counts, baseline, range)
  return { counts, detail: await readMinutes(db, projectId, filter, needed), baseline }
}

const NO_COUNTS = { counts: emptyHours(0, 0), detail: new Map(), baseline: openBaseline(emptyHours(0, 0)) }

// How many hours before the range a rule needs.
function reachOf(rule: Rule): number {
  switch (rule.kind) {
    case 'spike':
      return HISTORY_HOURS + LAG_HOURS + 26
    case 'silence':
      return HISTORY_HOURS + LAG_HOURS + 26 + rule.hours
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
}

export function hoursOf({ from, to }: DetectRange, reach: number): Hours {
  const first = Math.floor(from.getTime() / HOUR_MS) - reach
  return { first, count: Math.ceil(to.getTime() / HOUR_MS) - first }
}

// By hour, and by minute too where the mentions had to be selected one by one.
export async function readCounts(
  db: Db,
  projectId: string,
  filter: MentionFilter,
  { first, count }: Hours,
): Promise<{ counts: HourCounts; detail: Map<number, MinuteCount[]> | null }> {
  const counts = emptyHours(first, count)
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
  const minutes = new Map<number, Map<number, number>>()
  for (const { part, hits } of await selectParts(db, projectId, filter)) {
    const ids = await part.ids()
    for (const ordinal of hits) {
      const minute = Math.floor(millisAt(ids, ordinal) / 60_000)
      const hour = Math.floor(minute / 60)
      const cell = part.cells[ordinal] as number
      const at = (hour - counts.firstHour) * CELLS_TOTAL + cell
      counts.cells[at] = (counts.cells[at] as number) + 1
      const own = minutes.get(hour) ?? new Map<number, number>()
      const key = (minute - hour * 60) * CELLS_TOTAL + cell
      own.set(key, (own.get(key) ?? 0) + 1)
      minutes.set(hour, own)
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

async function readMinutes(db: Db, projectId: string, filter: MentionFilter, hours: readonly number[]) {
  const cells = cellsOf(filter)
  const detail = new Map<number, MinuteCount[]>(hours.map((hour) => [hour, []]))
  for (const { minute, cell, count } of await countMinutes(db, projectId, hours)) {
    if (cells !== null && !cells.includes(cell)) continue
    const hour = Math.floor(minute / 60)
    detail.get(hour)?.push({ minute: minute - hour * 60, cell, count })
  }
  return detail
}

// A source that brought so much of the mentions makes an hour without it no example.
const SOURCE_SHARE_MIN = 0.2

// Marks hours that were not collected and into which nothing was imported or caught up later.
async function markUncovered(db: Db, request: SeriesRequest, filter: MentionFilter, counts: HourCounts): Promise<void> {
  const { projectId, timeZone, requestSeconds } = request
  const hours = counts.uncovered.length
  const from = new Date(counts.firstHour * HOUR_MS)
  const to = new Date((counts.firstHour + hours) * HOUR_MS)
  const range = { from, to, timeZone, intervalSeconds: requestSeconds, platforms: filter.platforms }
  const { gaps } = await coverageOf(db, projectId, range)
  const all = counts.cells.reduce((sum, count) => sum + count, 0)
  const sums = new Map(PLATFORMS.map((platform, index) => [platform, platformTotal(counts, index)]))
  for (const gap of gaps) {
    if (gap.source !== null && (sums.get(gap.source) ?? 0) < SOURCE_SHARE_MIN * all) continue
    const first = Math.max(0, Math.floor(gap.from.getTime() / HOUR_MS) - counts.firstHour)
    const last = Math.min(hours, Math.ceil(gap.to.getTime() / HOUR_MS) - counts.firstHour)
    for (let hour = first; hour < last; hour++) {
      const source = gap.source === null ? null : PLATFORMS.indexOf(gap.source)
      if (countIn(counts, hour, source) === 0) counts.uncovered[hour] = 1
    }
  }
}

function platformTotal(counts: HourCounts, platform: number): number {
  let total = 0
  for (let hour = 0; hour < counts.uncovered.length; hour++) total += countIn(counts, hour, platform)
  return total
}

function countIn({ cells }: HourCounts, hour: number, platform: number | null): number {
  const start = hour * CELLS_TOTAL + (platform === null ? 0 : platform * 3)
  let total = 0
  for (let cell = start; cell < start + (platform === null ? CELLS_TOTAL : 3); cell++) total += cells[cell] as number
  return total
}

function splitSources(counts: HourCounts) {
  return PLATFORMS.map((source, index) => ({
    source,
    counts: {
      ...counts,
      cells: counts.cells.map((count, at) => (Math.floor((at % CELLS_TOTAL) / 3) === index ? count : 0)),
    },
  }))
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
  const rows = await readLargeStories(db, projectId, { sizeMin, from: since, to, cells: cellsOf(filter) })
  return [...Map.groupBy(rows, ({ storyId }) => storyId)].map(([id, mentions]) => ({
    id,
    mentions: mentions.map(({ at, author }) => ({ at: at.getTime(), author })),
  }))
}

const WEEK_HOURS = 168

async function readQuota(db: Db, accountId: string, { from, to }: DetectRange): Promise<QuotaPoint[]> {
  const first = Math.max(Math.floor(from.getTime() / HOUR_MS), await firstQuotaHour(db, accountId))
  const last = Math.floor(to.getTime() / HOUR_MS)
  const changes = await readQuotaHours(db, accountId, new Date((first - WEEK_HOURS) * HOUR_MS))
  const byHour = new Map(changes.map((change) => [change.hour, change]))
  let remaining = (await findQuota(db, accountId)) ?? 0
  for (const { hour, change } of changes) if (hour > last) remaining -= change
  const points: QuotaPoint[] = []
  let spentInWeek = 0
  for (let hour = last; hour > last - WEEK_HOURS; hour--) spentInWeek += byHour.get(hour)?.charged ?? 0
  for (let hour = last; hour >= first; hour--) {
    points.unshift({ hour, remaining, spentInWeek })
    remaining -= byHour.get(hour)?.change ?? 0
    spentInWeek += (byHour.get(hour - WEEK_HOURS)?.charged ?? 0) - (byHour.get(hour)?.charged ?? 0)
  }
  return points
}
