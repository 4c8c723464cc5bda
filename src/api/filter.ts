import { Type } from 'typebox'
import type { CellFilter } from '../domain/cell.ts'
import { isPlatform, type Platform } from '../domain/platform.ts'
import { Problem } from '../domain/problem.ts'
import type { TextFilter } from '../store/search.ts'
import { type Range, RangeQuery, readInstant } from './range.ts'

export const SentimentQuery = Type.Optional(Type.Unsafe<-1 | 0 | 1>({ type: 'integer', enum: [-1, 0, 1] }))
export const SourcesQuery = Type.Optional(
  Type.String({ description: 'One source or several joined by commas', examples: ['twitter,news'] }),
)

// A comma-separated list of sources. An unknown one is refused, an empty list too.
export function readSources(text: string | undefined): Platform[] | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!isPlatform(name)) throw new Problem('invalid', `sosmedId: "${name}" is not a source.`)
  }
  return names as Platform[]
}

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

export function readCells(query: FilterFields): CellFilter {
  return { sentiment: query.sentimen, platforms: readSources(query.sosmedId) }
}

export function readTextFilter(query: FilterFields): TextFilter {
  const q = query.q?.trim()
  return { language: query.language, text: q === '' ? undefined : q }
}

// Unlike a chart, a list needs no bounds: without them it runs from the newest to the oldest.
export function readOpenRange(query: FilterFields, timeZone: string): Partial<Range> {
  const from = query.from === undefined ? undefined : readInstant('from', query.from, timeZone)
  const to = query.to === undefined ? undefined : readInstant('to', query.to, timeZone)
  if (from !== undefined && to !== undefined && from >= to) throw new Problem('invalid', 'from must be before to.')
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
