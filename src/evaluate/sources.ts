import { CELLS_TOTAL, cellOf } from '../domain/cell.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { PLATFORMS, type Platform } from '../domain/platform.ts'
import { type Coverage, coverageOf } from '../store/collecting/coverage.ts'
import type { Db } from '../store/db.ts'
import { selectParts } from '../store/search/select.ts'
import { type Outlet, readOutlets } from '../store/watching/outlets.ts'
import { CumulativeCounts, emptyHours, HOUR_MS, type HourCounts } from '../watch/series.ts'
import type { SourceHours } from '../watch/silence-rule.ts'

// A source that brought so much of the mentions makes an hour without it no example.
const SOURCE_SHARE_MIN = 0.2
// An outlet is watched for silence when it brought so many mentions in the weeks that are compared with.
const OUTLET_MENTIONS_MIN = 20
const OUTLETS_OF: Platform = 'news'

interface Watched {
  readonly projectId: string
  readonly timeZone: string
  // The longest time between two regular requests to a source.
  readonly requestSeconds: number
}

// Marks hours in which a source of many mentions was not collected, unless something was imported or caught up later.
export async function markUncovered(db: Db, watched: Watched, filter: MentionFilter, counts: HourCounts) {
  const all = totalOf(counts, null)
  for (const gap of await readGaps(db, watched, filter, counts)) {
    if (gap.source !== null && totalOf(counts, gap.source) < SOURCE_SHARE_MIN * all) continue
    for (const hour of hoursOf(gap, counts)) if (countIn(counts, hour, gap.source) === 0) counts.uncovered[hour] = 1
  }
}

// The mentions of each source, each with its own gaps, and of each outlet of the news.
export async function readSources(
  db: Db,
  watched: Watched,
  filter: MentionFilter,
  counts: HourCounts,
): Promise<Iterable<SourceHours>> {
  const gaps = await readGaps(db, watched, filter, counts)
  const sources = PLATFORMS.filter((platform) => filter.platforms?.includes(platform) !== false).map((source) => {
    const own = emptyHours(counts.firstHour, counts.uncovered.length, counts.timeZone)
    for (let cell = cellOf(source, -1); cell <= cellOf(source, 1); cell++)
      for (let at = cell; at < counts.cells.length; at += CELLS_TOTAL) own.cells[at] = counts.cells[at] as number
    for (const gap of gaps.filter((one) => one.source === null || one.source === source))
      for (const hour of hoursOf(gap, own)) if (countIn(own, hour, source) === 0) own.uncovered[hour] = 1
    return { source, subject: source, counts: own }
  })
  const news = sources.find(({ source }) => source === OUTLETS_OF)
  if (news === undefined || totalOf(news.counts, null) < OUTLET_MENTIONS_MIN) return sources
  const from = new Date(counts.firstHour * HOUR_MS)
  const to = new Date((counts.firstHour + counts.uncovered.length) * HOUR_MS)
  const selected = await selectParts(db, watched.projectId, { ...filter, platforms: [OUTLETS_OF], from, to })
  const outlets = await readOutlets(db, watched.projectId, selected, OUTLET_MENTIONS_MIN)
  return withOutlets(sources, news.counts, outlets)
}

// One after the other: there may be hundreds.
function* withOutlets(sources: readonly SourceHours[], news: HourCounts, outlets: readonly Outlet[]) {
  yield* sources
  const all = new CumulativeCounts(news, new Map())
  for (const outlet of outlets)
    yield { source: OUTLETS_OF, subject: outlet.name, counts: hoursOfOutlet(outlet, news), all }
}

function hoursOfOutlet({ hours, brokenSince }: Outlet, news: HourCounts): HourCounts {
  const counts = {
    ...emptyHours(news.firstHour, news.uncovered.length, news.timeZone),
    uncovered: news.uncovered.slice(),
  }
  for (const [hour, count] of hours) counts.cells[(hour - news.firstHour) * CELLS_TOTAL + cellOf(OUTLETS_OF, 0)] = count
  if (brokenSince !== null) {
    const first = Math.max(0, Math.ceil(brokenSince.getTime() / HOUR_MS) - news.firstHour)
    for (let hour = first; hour < counts.uncovered.length; hour++)
      if (countIn(counts, hour, null) === 0) counts.uncovered[hour] = 1
  }
  return counts
}

type Gap = Pick<Coverage['gaps'][number], 'from' | 'to' | 'source'>

async function readGaps(db: Db, watched: Watched, { platforms }: MentionFilter, counts: HourCounts): Promise<Gap[]> {
  const { projectId, timeZone, requestSeconds } = watched
  const from = new Date(counts.firstHour * HOUR_MS)
  const to = new Date((counts.firstHour + counts.uncovered.length) * HOUR_MS)
  const coverage = await coverageOf(db, projectId, { from, to, timeZone, intervalSeconds: requestSeconds, platforms })
  return [...coverage.gaps]
}

// As indexes of the counts.
function* hoursOf({ from, to }: Gap, { firstHour, uncovered }: HourCounts): Generator<number> {
  const last = Math.min(uncovered.length, Math.ceil(to.getTime() / HOUR_MS) - firstHour)
  for (let hour = Math.max(0, Math.floor(from.getTime() / HOUR_MS) - firstHour); hour < last; hour++) yield hour
}

function totalOf(counts: HourCounts, source: Platform | null): number {
  let total = 0
  for (let hour = 0; hour < counts.uncovered.length; hour++) total += countIn(counts, hour, source)
  return total
}

function countIn({ cells }: HourCounts, hour: number, source: Platform | null): number {
  const first = hour * CELLS_TOTAL + (source === null ? 0 : cellOf(source, -1))
  const last = hour * CELLS_TOTAL + (source === null ? CELLS_TOTAL - 1 : cellOf(source, 1))
  let total = 0
  for (let cell = first; cell <= last; cell++) total += cells[cell] as number
  return total
}
