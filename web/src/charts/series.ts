import { DAY_MS, dayOf, HOUR_MS, startOfDay } from '../text/zone.ts'

export interface Gap {
  readonly from: number
  readonly to: number
}

// What a volume chart can count: mentions, different stories, different authors. The names are those of the API.
export const COUNT_NAMES = ['mentions', 'unique', 'independent'] as const
export type CountName = (typeof COUNT_NAMES)[number]

interface Counts extends Readonly<Record<CountName, number>> {
  readonly negative: number
  readonly neutral: number
  readonly positive: number
}

// One hour or day of the chart. The counts are null where nothing was monitored: unknown is not zero.
export interface Bucket {
  readonly at: number
  readonly counts: Counts | null
}

interface Point extends Counts {
  readonly at: string
}

interface Range {
  readonly from: number
  readonly to: number
  readonly step: 'hour' | 'day'
}

const BUCKETS_MAX = 20_000
const NOTHING: Counts = { negative: 0, neutral: 0, positive: 0, mentions: 0, unique: 0, independent: 0 }

// Returns every bucket of the range in order, including those that the server left out.
export function fillSeries(series: readonly Point[], range: Range, gaps: readonly Gap[]): Bucket[] {
  const stepMs = stepOf(range.step)
  const points = new Map(series.map((point) => [alignDown(Date.parse(point.at), range.step), point]))
  const buckets: Bucket[] = []
  for (let at = alignDown(range.from, range.step); at < range.to && buckets.length < BUCKETS_MAX; at += stepMs) {
    const point = points.get(at)
    const unknown =
      (point?.mentions ?? 0) === 0 && isInsideGap(Math.max(at, range.from), Math.min(at + stepMs, range.to), gaps)
    buckets.push({ at, counts: unknown ? null : (point ?? NOTHING) })
  }
  return buckets
}

// The heights of the bars of a volume chart, the tallest first. Mentions are stacked by sentiment, negative at the bottom, where
// heights are easiest to compare. Stories and authors cannot be: one of them can have several sentiments.
export function barHeights(buckets: readonly Bucket[], count: CountName): (number | null)[][] {
  const heights = (pick: (counts: Counts) => number): (number | null)[] =>
    buckets.map(({ counts }) => (counts === null ? null : pick(counts)))
  if (count !== 'mentions') return [heights((counts) => counts[count])]
  return [
    heights(({ negative, neutral, positive }) => negative + neutral + positive),
    heights(({ negative, neutral }) => negative + neutral),
    heights(({ negative }) => negative),
  ]
}

export function stepOf(step: 'hour' | 'day'): number {
  return step === 'hour' ? HOUR_MS : DAY_MS
}

function alignDown(ms: number, step: 'hour' | 'day'): number {
  return step === 'hour' ? Math.floor(ms / HOUR_MS) * HOUR_MS : startOfDay(dayOf(ms))
}

function isInsideGap(from: number, to: number, gaps: readonly Gap[]): boolean {
  const covered = gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from)), 0)
  return covered >= to - from
}
