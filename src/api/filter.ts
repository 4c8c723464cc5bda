import { Type } from 'typebox'
import { canonicalEntity } from '../analyse/entities/names.ts'
import type { CellFilter } from '../domain/cell.ts'
import { ENTITY_KINDS, type Entity, kindOf } from '../domain/entity.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { isPlatform, type Platform } from '../domain/platform.ts'
import { Refusal } from '../domain/problem.ts'
import { TAG_LENGTH_MAX, toTag } from '../domain/tag.ts'
import { KeywordError } from '../match/parse.ts'
import { parseSearch } from '../match/search-query.ts'
import { type Range, RangeQuery, readInstant, readRange } from './range.ts'
import { EntityField, Relevance, Sentiment } from './wire/fields.ts'

export const SentimentQuery = Type.Optional(Sentiment)
export const SourcesQuery = Type.Optional(
  Type.String({ description: 'One source or several joined by commas', examples: ['twitter,news'] }),
)

export const TagQuery = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: TAG_LENGTH_MAX,
    description: 'Only mentions with this tag, in any case',
    examples: ['krisis'],
  }),
)

// The dashboard's one filter, the same on every reading.
export const FilterQuery = {
  ...RangeQuery,
  sentimen: SentimentQuery,
  sosmedId: SourcesQuery,
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 20 })),
  relevance: Type.Optional(Relevance),
  entity: Type.Optional(EntityField),
  author: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A user name, in any case, or an id' }),
  ),
  story: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The id of a story' })),
  tag: TagQuery,
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words that must all occur, "a phrase", and -word or -"a phrase" that must not',
      examples: ['banjir "pintu air" -iklan'],
    }),
  ),
}

interface FilterFields {
  readonly from?: string
  readonly to?: string
  readonly sentimen?: -1 | 0 | 1
  readonly sosmedId?: string
  readonly language?: string
  readonly relevance?: Relevance
  readonly entity?: string
  readonly author?: string
  readonly story?: string
  readonly tag?: string
  readonly q?: string
}

// Everything that a list can be filtered by. Without bounds a list runs from the newest to the oldest mention.
export function readFilter(query: FilterFields, timeZone: string): MentionFilter {
  return { ...readCells(query), ...readText(query), ...readOpenRange(query, timeZone) }
}

// The same for a chart, which always has bounds: the last 30 days unless the query says otherwise.
export function readBoundedFilter(query: FilterFields, timeZone: string, now: Date): MentionFilter & Range {
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
    if (!isPlatform(name)) throw new Refusal('invalid', `sosmedId: "${name}" is not a source.`, ['invalid', 'sosmedId'])
  }
  return names as Platform[]
}

type TextFields = 'language' | 'passing' | 'entity' | 'author' | 'story' | 'tag' | 'text'

function readText(query: FilterFields): Pick<MentionFilter, TextFields> {
  const { language, relevance, entity, author, story, tag } = query
  const q = query.q?.trim() ?? ''
  return {
    language,
    passing: relevance === undefined ? undefined : relevance === 'passing',
    entity: entity === undefined ? undefined : readEntity(entity),
    author: author?.trim().replace(/^@/, ''),
    story,
    tag: tag === undefined ? undefined : readTag('tag', tag),
    text: q === '' ? undefined : readSearch(q),
  }
}

export function readTag(field: string, text: string): string {
  const tag = toTag(text)
  if (tag === null)
    throw new Refusal(
      'invalid',
      `${field} must have 1 to ${TAG_LENGTH_MAX} characters, without commas and semicolons.`,
      ['invalid', field],
    )
  return tag
}

function readEntity(text: string): Entity {
  const entity = text.trim().toLowerCase()
  if (kindOf(entity) === null)
    throw new Refusal(
      'invalid',
      `entity must begin with one of ${ENTITY_KINDS.map((kind) => `${kind}:`).join(', ')}.`,
      ['invalid', 'entity'],
    )
  return canonicalEntity(entity)
}

function readSearch(q: string): MentionFilter['text'] {
  try {
    return parseSearch(q)
  } catch (error) {
    if (error instanceof KeywordError) throw new Refusal('invalid', `q ${error.message}`, error.reason)
    throw error
  }
}

function readOpenRange(query: FilterFields, timeZone: string): Partial<Range> {
  const from = query.from === undefined ? undefined : readInstant('from', query.from, timeZone)
  const to = query.to === undefined ? undefined : readInstant('to', query.to, timeZone)
  if (from !== undefined && to !== undefined && from >= to)
    throw new Refusal('invalid', 'from must be before to.', ['fromBeforeTo'])
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
