import type { CategorySuggestion } from '../analyse/category.ts'
import { forecastMonth, type MonthForecast } from '../analyse/forecast.ts'
import { type Day, dayOf, nextDay, startOfDay } from '../domain/day.ts'
import type { Keyword, Span } from '../domain/keyword.ts'
import { PLATFORMS, type Platform } from '../domain/platform.ts'
import { acceptedSince } from '../domain/source.ts'
import { compileExpression } from '../match/matches.ts'
import { parseExclusions } from '../match/parse.ts'
import { compilePreview } from '../match/preview.ts'
import { findStored } from '../store/collecting/archive-sample.ts'
import { readArchiveStarts } from '../store/collecting/lookback.ts'
import type { Db } from '../store/db.ts'
import { cutText } from '../text/plain.ts'
import { type Offer, operate } from './preview-offers.ts'
import { type ReadArchive, type ReadPost, readArchiveFor, SAMPLE_MAX } from './preview-sample.ts'

export interface PreviewRequest {
  readonly keyword: Keyword
  readonly exclude: string
  // The dates of the project.
  readonly startDay: Day
  readonly endDay: Day | null
  // An existing project, whose mentions are known already.
  readonly projectId: string | null
  // How long mentions are kept; 0: for ever.
  readonly mentionDays: number
  readonly now: Date
  readonly timeZone: string
  readonly sampleMax?: number
}

export interface Preview {
  // Without gaps, oldest first.
  readonly days: readonly PreviewDay[]
  // Null when the archive has too few complete days.
  readonly perMonth: MonthForecast | null
  readonly examples: readonly PreviewExample[]
  readonly alternatives: readonly {
    readonly terms: readonly string[]
    readonly matched: number
    readonly only: number
    readonly noise: number
  }[]
  readonly offers: readonly Offer[]
  // What the matches are about; null when too few show it.
  readonly category: CategorySuggestion | null
  readonly archive: {
    // Since when feeds are archived; null when nothing is.
    readonly since: Date | null
    readonly posts: number
    readonly read: number
    // Matches inside the project's dates, and those of them that would be charged.
    readonly inDates: number
    readonly fresh: number
  }
}

export interface PreviewDay {
  readonly day: Day
  readonly matched: number
  readonly platforms: ReadonlyMap<Platform, number>
}

export interface PreviewExample {
  readonly text: string
  readonly marks: readonly Span[]
  readonly platform: Platform
  readonly publishedAt: Date
  readonly url: string
}

const DAYS = 90
const COMPLETE_DAYS_MIN = 3
const EXAMPLES_MAX = 20
const EXAMPLE_LENGTH = 320
const BEFORE_MARK = 80

// What an expression would have found in the archive of the last 90 days.
export async function previewExpression(db: Db, request: PreviewRequest, signal: AbortSignal): Promise<Preview> {
  const { keyword, exclude, now, timeZone, sampleMax = SAMPLE_MAX } = request
  const matcher = compilePreview(keyword, parseExclusions(exclude))
  const days = lastDays(dayOf(now, timeZone), DAYS)
  const window = { from: startOfDay(days[0] as Day, timeZone), until: now, timeZone }
  const archive = await readArchiveFor(db, window, matcher, { sampleMax, signal })
  const matched = archive.posts.filter(({ match }) => match.alternatives.length > 0)
  const others = archive.posts.filter(({ match }) => match.alternatives.length === 0)
  const starts = [...(await readArchiveStarts(db)).values()].sort((a, b) => a.getTime() - b.getTime())
  const { offers, noise, category } = await operate({ keyword, exclude }, matcher, { matched, others }, signal)
  const counted = countDays(days, matched)
  return {
    days: counted,
    perMonth: forecast(counted, starts[0] ?? null, request, archive),
    examples: chooseExamples(request, matched),
    alternatives: keyword.alternatives.map((terms, index) => ({
      terms,
      matched: sumOf(matched.filter(({ match }) => match.alternatives.includes(index))),
      only: sumOf(matched.filter(({ match }) => match.alternatives.length === 1 && match.alternatives[0] === index)),
      noise: noise[index] ?? 0,
    })),
    offers,
    category,
    archive: {
      since: starts[0] ?? null,
      posts: archive.total,
      read: archive.posts.length,
      ...(await countCharged(db, request, matched)),
    },
  }
}

function lastDays(today: Day, count: number): Day[] {
  const first = new Date(Date.parse(`${today}T00:00:00Z`) - (count - 1) * 86_400_000).toISOString().slice(0, 10)
  const days = [first]
  while (days.length < count) days.push(nextDay(days.at(-1) as Day))
  return days
}

function countDays(days: readonly Day[], matched: readonly ReadPost[]): PreviewDay[] {
  const byDay = Map.groupBy(matched, ({ day }) => day)
  return days.map((day) => {
    const byPlatform = Map.groupBy(byDay.get(day) ?? [], ({ platform }) => platform)
    const platforms = new Map(PLATFORMS.map((platform) => [platform, sumOf(byPlatform.get(platform) ?? [])]))
    return { day, matched: [...platforms.values()].reduce((sum, count) => sum + count, 0), platforms }
  })
}

// Only days of which the archive has everything: feeds list older articles when they are first read, and today is not over.
function forecast(
  days: readonly PreviewDay[],
  since: Date | null,
  { now, timeZone }: PreviewRequest,
  { total, posts }: ReadArchive,
): MonthForecast | null {
  if (since === null) return null
  const [first, today] = [dayOf(since, timeZone), dayOf(now, timeZone)]
  const complete = days.filter(({ day }) => day > first && day < today).map(({ matched }) => matched)
  return complete.length < COMPLETE_DAYS_MIN ? null : forecastMonth(complete, total / Math.max(1, posts.length))
}

// The newest, each text once.
function chooseExamples({ keyword, exclude }: PreviewRequest, matched: readonly ReadPost[]): PreviewExample[] {
  const match = compileExpression({ keyword, exclusions: parseExclusions(exclude) })
  const unique = new Map(matched.map((post) => [post.text, post]))
  return [...unique.values()]
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, EXAMPLES_MAX)
    .map(({ text, hidden, platform, publishedAt, url }) => {
      const spans = match(text, hidden).found.flatMap((term) => term.spans)
      return { ...excerpt(text, spans), platform, publishedAt, url }
    })
}

// A long text from shortly before its first marked word.
function excerpt(text: string, spans: readonly Span[]): { readonly text: string; readonly marks: Span[] } {
  const ordered = spans.toSorted((a, b) => a.start - b.start)
  const mark = ordered[0]?.start ?? 0
  const from = mark < EXAMPLE_LENGTH - BEFORE_MARK ? 0 : text.indexOf(' ', mark - BEFORE_MARK) + 1
  const start = from > mark ? mark : from
  const shown = cutText(text.slice(start), EXAMPLE_LENGTH)
  const marks = ordered
    .map((span) => ({ start: span.start - start, end: span.end - start }))
    .filter((span) => span.start >= 0 && span.end <= shown.length)
  return { text: shown, marks }
}

async function countCharged(db: Db, request: PreviewRequest, matched: readonly ReadPost[]) {
  const { startDay, endDay, projectId, timeZone } = request
  const since = acceptedSince(startOfDay(startDay, timeZone), request)
  const inside = matched.filter(({ day, publishedAt }) => publishedAt >= since && (endDay === null || day <= endDay))
  const stored = projectId === null ? new Set<number>() : await findStored(db, projectId, inside)
  return { inDates: sumOf(inside), fresh: sumOf(inside.filter((_, index) => !stored.has(index))) }
}

function sumOf(posts: readonly ReadPost[]): number {
  return Math.round(posts.reduce((sum, { weight }) => sum + weight, 0))
}
