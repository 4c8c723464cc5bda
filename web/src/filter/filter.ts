import type { Relevance, Sentiment } from '../api/readings.ts'
import { PLATFORMS, type Platform } from '../platforms.ts'
import { cutText } from '../text/cut.ts'
import { DAY_MS, dayOf, HOUR_MS, isDay, startOfDay } from '../text/zone.ts'

export const PERIODS = ['24h', '7d', '30d', '90d', 'all'] as const
export type Period = (typeof PERIODS)[number]

// The selection that the analyst sees. It is stored only in the URL, so that a link shows the same selection.
export interface Filter {
  readonly period: Period | 'custom'
  // Calendar days, both inclusive, or instants in a link from a message, the end excluded; only with the period `custom`.
  readonly from: string | null
  readonly to: string | null
  readonly sentiment: Sentiment | null
  readonly sources: readonly Platform[]
  readonly language: string | null
  readonly relevance: Relevance | null
  // What a text names, such as `place:bandung`.
  readonly entity: string | null
  // A user name or an author's id.
  readonly author: string | null
  // The id of a story, in a link from a message.
  readonly story: string | null
  // A tag that people put on mentions.
  readonly tag: string | null
  readonly q: string
}

export const NO_FILTER: Filter = {
  period: '30d',
  from: null,
  to: null,
  sentiment: null,
  sources: [],
  language: null,
  relevance: null,
  entity: null,
  author: null,
  story: null,
  tag: null,
  q: '',
}

export const RELEVANCES = ['subject', 'passing'] as const satisfies readonly Relevance[]
export const SENTIMENT_OF = { negative: -1, neutral: 0, positive: 1 } as const
const PERIOD_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const
const ENTITY = /^(person|organisation|place|province):.{1,180}$/
const Q_MAX = 200
const AUTHOR_MAX = 200
const TAG_MAX = 50
const LOOKBACK_DAYS_MAX = 3_650

// Ignores invalid parameters, so that a mistyped or truncated URL never fails.
export function readFilter(params: URLSearchParams): Filter {
  const from = readTimeParam(params.get('from'))
  const to = readTimeParam(params.get('to'))
  const period = PERIODS.find((name) => name === params.get('period')) ?? NO_FILTER.period
  const word = params.get('sentiment') ?? ''
  const chosen = (params.get('source') ?? '').split(',')
  const language = params.get('language') ?? ''
  const story = params.get('story') ?? ''
  return {
    period: from === null && to === null ? period : 'custom',
    from,
    to,
    sentiment: Object.hasOwn(SENTIMENT_OF, word) ? SENTIMENT_OF[word as keyof typeof SENTIMENT_OF] : null,
    sources: PLATFORMS.filter((platform) => chosen.includes(platform)),
    language: /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? language : null,
    relevance: RELEVANCES.find((name) => name === params.get('relevance')) ?? null,
    entity: ENTITY.test(params.get('entity') ?? '') ? params.get('entity') : null,
    author: cutText((params.get('author') ?? '').trim(), AUTHOR_MAX) || null,
    story: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(story) ? story : null,
    tag: cutText((params.get('tag') ?? '').trim(), TAG_MAX) || null,
    q: cutText(params.get('q') ?? '', Q_MAX),
  }
}

// Writes the filter into the parameters of a URL and leaves the others unchanged.
export function writeFilter(filter: Filter, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  const custom = filter.period === 'custom'
  set(next, 'period', custom || filter.period === NO_FILTER.period ? null : filter.period)
  set(next, 'from', custom ? filter.from : null)
  set(next, 'to', custom ? filter.to : null)
  set(next, 'sentiment', filter.sentiment === null ? null : wordOf(filter.sentiment))
  set(next, 'source', filter.sources.length === 0 ? null : filter.sources.join(','))
  set(next, 'language', filter.language)
  set(next, 'relevance', filter.relevance)
  set(next, 'entity', filter.entity)
  set(next, 'author', filter.author)
  set(next, 'story', filter.story)
  set(next, 'tag', filter.tag)
  set(next, 'q', filter.q.trim() === '' ? null : filter.q.trim())
  return next
}

// The filter as the server's query parameters. `startDay` is the first day of the project: no mention is older.
export function toQuery(filter: Filter, startDay: string, nowMs: number): Record<string, string> {
  return {
    ...rangeOf(filter, startDay, nowMs),
    ...(filter.sentiment === null ? {} : { sentimen: String(filter.sentiment) }),
    ...(filter.sources.length === 0 ? {} : { sosmedId: filter.sources.join(',') }),
    ...(filter.language === null ? {} : { language: filter.language }),
    ...(filter.relevance === null ? {} : { relevance: filter.relevance }),
    ...(filter.entity === null ? {} : { entity: filter.entity }),
    ...(filter.author === null ? {} : { author: filter.author }),
    ...(filter.story === null ? {} : { story: filter.story }),
    ...(filter.tag === null ? {} : { tag: filter.tag }),
    ...(filter.q.trim() === '' ? {} : { q: closeQuotes(filter.q.trim()) }),
  }
}

// A phrase is searched while it is still being typed.
function closeQuotes(q: string): string {
  return (q.match(/["“”„＂]/g)?.length ?? 0) % 2 === 0 ? q : `${q}"`
}

// A search that a term narrows further. Words that belong together are searched as a phrase.
export function addTerm(q: string, term: string): string {
  const added = /\s/.test(term) ? `"${term}"` : term
  if (` ${q} `.includes(` ${added} `)) return q
  const both = `${closeQuotes(q.trim())} ${added}`.trim()
  return both.length > Q_MAX ? added : both
}

function rangeOf(filter: Filter, startDay: string, nowMs: number): { from: string; to?: string } {
  const first = firstDay(startDay, nowMs)
  const begin = startOfDay(first)
  if (filter.period === 'custom') {
    const from = startOf(filter.from ?? first)
    return filter.to === null ? { from } : { from, to: endOf(filter.to) }
  }
  if (filter.period === 'all') return { from: instant(begin) }
  // Whole hours and days, so that the query key stays the same while its result is shown. Never before the project: nothing is there.
  if (filter.period === '24h')
    return { from: instant(Math.max(begin, Math.floor(nowMs / HOUR_MS) * HOUR_MS - DAY_MS + HOUR_MS)) }
  const days = PERIOD_DAYS[filter.period]
  return { from: instant(Math.max(begin, startOfDay(dayOf(nowMs)) - (days - 1) * DAY_MS)) }
}

function startOf(time: string): string {
  return isDay(time) ? instant(startOfDay(time)) : time
}

function endOf(time: string): string {
  return isDay(time) ? instant(startOfDay(time) + DAY_MS) : time
}

interface Range {
  readonly from: number
  readonly to: number
}

// The range of a query that has both bounds.
export function rangeOfQuery({ from, to }: Readonly<Record<string, string>>): Range | null {
  return from === undefined || to === undefined ? null : { from: Date.parse(from), to: Date.parse(to) }
}

// What the charts over time show for a query: an hour is shown within its day, because a single bar compares with nothing.
export function chartQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  const range = rangeOfQuery(query)
  if (range === null || range.to - range.from > HOUR_MS) return { ...query }
  const day = startOfDay(dayOf(range.from))
  return { ...query, from: instant(day), to: instant(day + DAY_MS) }
}

// The filter on a bar of a chart: its day or its hour.
export function bucketFilter(atMs: number, stepMs: number): Pick<Filter, 'period' | 'from' | 'to'> {
  if (stepMs === DAY_MS) return { period: 'custom', from: dayOf(atMs), to: dayOf(atMs) }
  return { period: 'custom', from: instant(atMs), to: instant(atMs + stepMs) }
}

// The filter on a range that was drawn on a chart, widened to whole bars.
export function zoomFilter(fromMs: number, toMs: number, stepMs: number): Pick<Filter, 'period' | 'from' | 'to'> {
  if (stepMs === DAY_MS) return { period: 'custom', from: dayOf(fromMs), to: dayOf(toMs) }
  const [from, to] = [Math.floor(fromMs / stepMs) * stepMs, Math.ceil(toMs / stepMs) * stepMs]
  return { period: 'custom', from: instant(from), to: instant(to) }
}

// The day of a bound, for a control that shows days. The end of a range of instants is excluded.
export function dayOfBound(time: string | null, isEnd: boolean): string {
  if (time === null || isDay(time)) return time ?? ''
  return dayOf(Date.parse(time) - (isEnd ? 1 : 0))
}

// The start of "all": the project's first day, limited to today and to the server's maximum range.
function firstDay(startDay: string, nowMs: number): string {
  const oldest = dayOf(nowMs - LOOKBACK_DAYS_MAX * DAY_MS)
  const today = dayOf(nowMs)
  if (startDay > today) return today
  return startDay < oldest ? oldest : startDay
}

// The number of active filters, not counting the period.
export function countChoices(filter: Filter): number {
  const { sentiment, sources, language, relevance, entity, author, story, tag, q } = filter
  const texts = [entity !== null, author !== null, story !== null, tag !== null, q !== '']
  const chosen = [sentiment !== null, sources.length > 0, language !== null, relevance !== null, ...texts]
  return chosen.filter(Boolean).length
}

export function wordOf(sentiment: Sentiment): 'negative' | 'neutral' | 'positive' {
  if (sentiment === 0) return 'neutral'
  return sentiment === 1 ? 'positive' : 'negative'
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}

function readTimeParam(value: string | null): string | null {
  if (value === null || isDay(value)) return value
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(value)) return null
  return Number.isNaN(Date.parse(value)) ? null : value
}

function set(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null) params.delete(name)
  else params.set(name, value)
}
