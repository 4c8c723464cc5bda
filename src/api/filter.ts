import { Type } from 'typebox'
import type { CellFilter } from '../domain/cell.ts'
import { isPlatform, type Platform } from '../domain/platform.ts'
import { Problem } from '../domain/problem.ts'
import type { SearchFilter, TextFilter } from '../store/mentions/search.ts'
import { type Range, RangeQuery, readInstant, readRange } from './range.ts'
import { Sentiment } from './wire/fields.ts'

export const SentimentQuery = Type.Optional(Sentiment)
export const SourcesQuery = Type.Optional(
  Type.String({ description: 'One source or several joined by commas', examples: ['twitter,news'] }),
)

// The dashboard's one filter, the same on every reading.
export const FilterQuery = {
  ...RangeQuery,
  sentimen: SentimentQuery,
  sosmedId: SourcesQuery,
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 20 })),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words that the text must contain' })),
}

interface FilterFields {
  readonly from?: string
  readonly to?: string
  readonly sentimen?: -1 | 0 | 1
  readonly sosmedId?: string
  readonly language?: string
  readonly q?: string
}

// Everything that a list can be filtered by. Without bounds a list runs from the newest to the oldest mention.
export function readFilter(query: FilterFields, timeZone: string): SearchFilter {
  return { ...readCells(query), ...readText(query), ...readOpenRange(query, timeZone) }
}

// The same for a chart, which always has bounds: the last 30 days unless the query says otherwise.
export function readBoundedFilter(query: FilterFields, timeZone: string, now: Date): SearchFilter & Range {
  return { ...readCells(query), ...readText(query), ...readRange(query, timeZone, now) }
}

export function readCells(query: Pick<FilterFields, 'sentimen' | 'sosmedId'>): CellFilter {
  return { sentiment: query.sentimen, platforms: readSources(query.sosmedId) }
}

// A comma-separated list of sources. An unknown one is refused, an empty list too.
function readSources(text: string | undefined): Platform[] | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!isPlatform(name)) throw new Problem('invalid', `sosmedId: "${name}" is not a source.`)
  }
  return names as Platform[]
}

function readText(query: FilterFields): TextFilter {
  const q = query.q?.trim()
  return { language: query.language, text: q === '' ? undefined : q }
}

function readOpenRange(query: FilterFields, timeZone: string): Partial<Range> {
  const from = query.from === undefined ? undefined : readInstant('from', query.from, timeZone)
  const to = query.to === undefined ? undefined : readInstant('to', query.to, timeZone)
  if (from !== undefined && to !== undefined && from >= to) throw new Problem('invalid', 'from must be before to.')
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
