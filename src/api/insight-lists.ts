import { entityName, listProvinces } from '../analyse/entities/names.ts'
import type { RankedTerm } from '../analyse/terms.ts'
import type { NamedKind } from '../domain/entity.ts'
import { readTerms } from '../evaluate/terms.ts'
import type { Db } from '../store/db.ts'
import { countEntities, type EntityCounts } from '../store/mentions/entity-counts.ts'
import { readAuthorsOf } from '../store/mentions/rows.ts'
import type { Tally } from '../store/mentions/tally.ts'
import { countTerms, TERMS_SAMPLE } from '../store/mentions/term-counts.ts'
import { type CountedAuthor, topAuthors } from '../store/mentions/top-lists.ts'
import type { Selected } from '../store/search/select.ts'
import type { WireInsights } from './wire/insights.ts'

export type InsightLists = Pick<
  WireInsights,
  'languages' | 'authors' | 'hashtags' | 'terms' | 'terms_sample' | 'entities' | 'provinces' | 'no_place'
>

const AUTHORS_MAX = 20
const TERMS_MAX = 30
const ENTITIES_MAX = 20

// The lists of a selection. Terms are ranked against an earlier selection.
export async function readLists(
  db: Db,
  projectId: string,
  {
    now,
    past,
    tally,
  }: { readonly now: readonly Selected[]; readonly past: readonly Selected[]; readonly tally: Tally },
): Promise<InsightLists> {
  const counts = await countTerms(projectId, now, past, TERMS_SAMPLE)
  const { hashtags, terms, sample } = await readTerms(db, projectId, counts, TERMS_MAX)
  return {
    languages: Object.fromEntries([...tally.languages].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))),
    authors: await readAuthors(db, projectId, topAuthors(tally, AUTHORS_MAX)),
    hashtags: hashtags.map(toWireTerm),
    terms: terms.map(toWireTerm),
    terms_sample: sample,
    ...toEntityLists(await countEntities(now, tally.numbers)),
  }
}

function toEntityLists(counts: EntityCounts) {
  const top = (kind: NamedKind) =>
    counts.top(kind, ENTITIES_MAX).map(({ key, count }) => ({ id: key, name: entityName(key), count }))
  return {
    entities: { persons: top('person'), organisations: top('organisation'), places: top('place') },
    provinces: listProvinces().map(({ code, name }) => ({ code, name, count: counts.countOf(`province:${code}`) })),
    no_place: counts.withoutProvince,
  }
}

function toWireTerm({ term, count, z }: RankedTerm) {
  return { term, count, score: z }
}

async function readAuthors(
  db: Db,
  projectId: string,
  counted: readonly CountedAuthor[],
): Promise<InsightLists['authors']> {
  const written = await readAuthorsOf(
    db,
    projectId,
    counted.map(({ mentionId }) => mentionId),
  )
  const counts = new Map(counted.map(({ mentionId, count }) => [mentionId, count]))
  const authors = written.map(({ id, author, platform }) => ({
    targeted_account_id: author.id || author.username,
    username: author.username,
    display_name: author.displayName,
    socialmediaid: platform,
    count: counts.get(id) ?? 0,
  }))
  return authors.sort((a, b) => b.count - a.count || (a.targeted_account_id < b.targeted_account_id ? -1 : 1))
}
