import { type Static, Type } from 'typebox'
import { Count, nullable } from '../api/wire/fields.ts'
import type { WireMentionSearch } from '../api/wire/mention.ts'
import { mapSome } from './api.ts'
import { type Filter, linkTo, SENTIMENT_NAMES, SearchArguments, toQuery } from './filter.ts'
import { cutName, Quoted, quoted } from './quoted.ts'
import type { Context } from './tool.ts'

const IDS_MAX = 3
// Of lists of authors, words and hashtags.
export const NAMES_MAX = 5

const ids = {
  count: Count,
  ids: Type.Array(Type.String(), { description: 'The newest mentions that are counted' }),
  left_out: Type.Integer({ minimum: 0, description: 'How many more there are' }),
}
const where = {
  search: SearchArguments,
  link: Type.String({ description: 'Opens the dashboard on these mentions' }),
}
// A number with the mentions behind it: the first ids, and how to list them all.
export const Counted = Type.Object({ ...ids, ...where })
// The same of an author, a hashtag, a word or an entity: its name is untrusted, and so is what is made of the name.
export const CountedName = Type.Object({ ...ids, quoted: Quoted({ name: Type.String(), ...where }) })
// Null: left out by the filter.
export const Sentiments = Type.Object({
  negative: nullable(Counted),
  neutral: nullable(Counted),
  positive: nullable(Counted),
})

export type Sentiments = Static<typeof Sentiments>
export type Counted = Static<typeof Counted>

// Counted by the search, so that the number is the one that the search returns for these arguments.
export async function countMentions(context: Context, projectId: string, filter: Filter): Promise<Counted> {
  const query = { keywordId: projectId, ...toQuery(filter), limit: IDS_MAX }
  const { data, total } = await context.api.get<WireMentionSearch>('/api/mentions/search', query)
  return {
    count: total,
    ids: data.map(({ id }) => id),
    left_out: total - data.length,
    search: { project_id: projectId, ...filter },
    link: linkTo(context, projectId, filter),
  }
}

export async function countSentiments(context: Context, projectId: string, filter: Filter): Promise<Sentiments> {
  const chosen = SENTIMENT_NAMES.filter((name) => filter.sentiment === undefined || filter.sentiment === name)
  const counted = await mapSome(chosen, (sentiment) => countMentions(context, projectId, { ...filter, sentiment }))
  const of = (name: (typeof SENTIMENT_NAMES)[number]) => counted[chosen.indexOf(name)] ?? null
  return { negative: of('negative'), neutral: of('neutral'), positive: of('positive') }
}

export function countName(context: Context, projectId: string) {
  return async ({ name, filter }: { readonly name: string; readonly filter: Filter }) => {
    const { search, link, ...rest } = await countMentions(context, projectId, filter)
    return { ...rest, quoted: quoted({ name: cutName(name), search, link }) }
  }
}

// Of `q` in the API.
const Q_UNITS_MAX = 200
const Q_TERMS_MAX = 12

// Words or hashtags as they are searched, beside the filter's own words; those that do not fit beside them are left out.
export function withWords(filter: Filter, terms: readonly { readonly term: string }[]) {
  return terms.slice(0, NAMES_MAX).flatMap(({ term }) => {
    const q = [filter.q ?? '', `"${term.replaceAll('"', ' ')}"`].join(' ').trim()
    const fits = q.length <= Q_UNITS_MAX && q.split(/\s+/).length <= Q_TERMS_MAX
    return fits ? [{ name: term, filter: { ...filter, q } }] : []
  })
}

// What texts name, as it is filtered. A filter has one entity, so beside another one they cannot be counted.
export function withEntities(filter: Filter, entities: readonly { readonly id: string; readonly name: string }[]) {
  if (filter.entity !== undefined) return []
  return entities.slice(0, NAMES_MAX).map(({ id, name }) => ({ name, filter: { ...filter, entity: id } }))
}
