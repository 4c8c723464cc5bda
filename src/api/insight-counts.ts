import { startOfDay } from '../domain/day.ts'
import type { MentionFilter } from '../domain/filter.ts'
import type { Project } from '../domain/project.ts'
import { estimateSentiment } from '../evaluate/audit-estimate.ts'
import { type Coverage, coverageOfEach } from '../store/collecting/coverage.ts'
import type { Db } from '../store/db.ts'
import { type Tally, tallyMentions } from '../store/mentions/tally.ts'
import type { StoryAliases } from '../store/search/aliases.ts'
import { type Selected, selectEach } from '../store/search/select.ts'
import type { ApiSettings } from './app.ts'
import { toDistribution } from './convert.ts'
import { toWireCovered } from './coverage.ts'
import { seriesOf, stepsOf } from './insight-series.ts'
import type { Range } from './range.ts'
import type { WireFigures, WireInsights } from './wire/insights.ts'

const HOUR_MS = 3_600_000
// Two periods are compared where the worse covered one was covered at least so well as a share of the other.
const COMPARABLE_MIN = 0.9

export type BoundedFilter = MentionFilter & Range
export type CountSettings = Pick<ApiSettings, 'timeZone' | 'requestSeconds'>

export interface CountOptions extends CountSettings {
  readonly now: Date
  readonly step: 'hour' | 'day'
  readonly aliases: StoryAliases
}

// The figures of a filter as they are sent, and the mentions that they count.
export interface CountedFigures {
  readonly figures: WireFigures
  readonly covered: Coverage
  readonly selected: readonly Selected[]
  readonly tally: Tally
  // The part of the range until now, and the mentions of the period of the same length before.
  readonly elapsed: Range
  readonly before: readonly Selected[]
}

export interface Counted extends Omit<CountedFigures, 'figures'> {
  readonly counts: WireFigures & Pick<WireInsights, 'sentiment_estimate' | 'sentiment_estimate_reason' | 'coverage'>
}

// Reads the numbers of a filter, the same for the charts of a project and for a comparison. `db` must be a transaction with one snapshot.
export async function countFiltered(
  db: Db,
  project: Project,
  filter: BoundedFilter,
  options: CountOptions,
): Promise<Counted> {
  const { figures, covered, ...rest } = await countFigures(db, project, filter, options)
  const estimated = await estimateSentiment(db, project.id, filter)
  return { ...rest, covered, counts: { ...figures, ...estimated, coverage: toWireCovered(covered) } }
}

// The part of them that takes little time at any size. `db` must be a transaction with one snapshot.
export async function countFigures(
  db: Db,
  project: Project,
  filter: BoundedFilter,
  { timeZone, requestSeconds, now, step, aliases }: CountOptions,
): Promise<CountedFigures> {
  const elapsed = elapsedOf(filter, now)
  const earlier = previousOf(elapsed, 0)
  const both = { from: earlier.from, to: filter.to }
  const filters = [filter, { ...filter, ...earlier }]
  const [selected = [], before = []] = await selectEach(db, project.id, both, filters)
  const tally = await tallyMentions(project.id, selected, { aliases, steps: stepsOf(filter, step, timeZone) })
  const how = { platforms: filter.platforms, timeZone, intervalSeconds: requestSeconds }
  const [covered, coveredBefore] = (await coverageOfEach(db, project.id, [filter, earlier], how)) as [
    Coverage,
    Coverage,
  ]
  const figures = {
    keyword_id: project.id,
    from: filter.from.toISOString(),
    to: filter.to.toISOString(),
    step,
    ...toCounts(tally),
    series: seriesOf(tally.points),
    previous: {
      from: earlier.from.toISOString(),
      to: earlier.to.toISOString(),
      ...toCounts(await tallyMentions(project.id, before, { aliases })),
      comparable:
        startOfDay(project.startDay, timeZone) <= earlier.from &&
        areAlike(covered.hoursCovered, coveredBefore.hoursCovered),
    },
  }
  return { figures, covered, selected, tally, elapsed, before }
}

function toCounts({ mentions, unique, independent, cells }: Tally) {
  return { total: mentions, unique, independent, sentiment_distribution: toDistribution(cells) }
}

// Both are hours of periods of the same length.
function areAlike(covered: number, before: number): boolean {
  return Math.min(covered, before) >= COMPARABLE_MIN * Math.max(covered, before)
}

// A range that ends in the future is compared up to the current hour: the rest of today would look like a fall. Whole hours, so
// that the comparison does not change with every request.
export function elapsedOf({ from, to }: BoundedFilter, now: Date): Range {
  const end = new Date(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS)
  return { from, to: from < end && end < to ? end : to }
}

// The period that `previous` counts.
export function previousRange(filter: BoundedFilter, now: Date): Range {
  return previousOf(elapsedOf(filter, now), 0)
}

// The same length of time before, or longer.
export function previousOf({ from, to }: Range, msMin: number): Range {
  const length = Math.max(to.getTime() - from.getTime(), msMin)
  return { from: new Date(from.getTime() - length), to: from }
}
