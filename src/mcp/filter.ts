import { type Static, Type } from 'typebox'
import { EntityField, Relevance, words } from '../api/wire/fields.ts'
import { mentionsAt } from '../domain/dashboard-link.ts'
import { PLATFORMS } from '../domain/platform.ts'
import type { Sentiment } from '../domain/sentiment.ts'
import { TAG_LENGTH_MAX } from '../domain/tag.ts'
import type { Query } from './api.ts'
import type { Context } from './tool.ts'

export const SENTIMENT_VALUES = { negative: -1, neutral: 0, positive: 1 } as const
export const SENTIMENT_NAMES = ['negative', 'neutral', 'positive'] as const
export const SentimentName = words(SENTIMENT_NAMES)

export const ProjectId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The id of a project, of list_projects',
})

const Instant = 'a day (YYYY-MM-DD) or an ISO 8601 date-time with its zone'

export const Period = {
  from: Type.Optional(Type.String({ maxLength: 40, description: `The start: ${Instant}` })),
  to: Type.Optional(Type.String({ maxLength: 40, description: `The end: ${Instant}; a day is included` })),
}

// One filter for all tools that read mentions.
export const FilterInput = {
  ...Period,
  sentiment: Type.Optional(SentimentName),
  sources: Type.Optional(Type.Array(words(PLATFORMS), { minItems: 1, maxItems: PLATFORMS.length })),
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 20, description: 'Such as id, en, jv' })),
  relevance: Type.Optional(Relevance),
  entity: Type.Optional(EntityField),
  author: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A user name or the id of an author' }),
  ),
  story: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The id of a story' })),
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: TAG_LENGTH_MAX, description: 'A tag that people put on mentions' }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words that must all occur, "a phrase", and -word or -"a phrase" that must not',
    }),
  ),
}
// The input of tools that read the filtered mentions of one project.
export const ProjectInput = Type.Object({ project_id: ProjectId, ...FilterInput }, { additionalProperties: false })
const FilterObject = Type.Object(FilterInput)
export type Filter = Static<typeof FilterObject>

// The arguments with which search_mentions lists exactly the mentions of a number.
export const SearchArguments = Type.Object({ project_id: Type.String(), ...FilterInput })

export function filterOf(input: Filter): Filter {
  const { from, to, sentiment, sources, language, relevance, entity, author, story, tag, q } = input
  const fields = { from, to, sentiment, sources, language, relevance, entity, author, story, tag, q }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export function toQuery({ sentiment, sources, ...same }: Filter): Query {
  return {
    ...same,
    sentimen: sentiment === undefined ? undefined : SENTIMENT_VALUES[sentiment],
    sosmedId: sources?.join(','),
  }
}

export function linkTo({ publicUrl }: Context, projectId: string, filter: Filter): string {
  const { sentiment, sources, ...same } = filter
  const value: Sentiment | undefined = sentiment === undefined ? undefined : SENTIMENT_VALUES[sentiment]
  return mentionsAt(publicUrl, encodeURIComponent(projectId), { ...same, sentiment: value, platforms: sources })
}
