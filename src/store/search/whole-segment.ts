import type { Db } from '../db.ts'
import { idAt } from '../ids.ts'
import { type ColumnDocument, readAuthors, readIds, readLanguages, readStories, type StoredColumns } from './columns.ts'
import { entitiesAt, readEntities } from './entity-column.ts'
import { type PostingChunk, PostingReader } from './postings.ts'
import type { Segment } from './segments.ts'
import { readTerms, type StoredTerms, type TermColumn } from './term-column.ts'

// All of a segment, for merging and checking it. Nothing is kept for the next reading: most segments that are merged are gone after it.
export interface WholeSegment {
  readonly ids: Buffer
  documentAt(ordinal: number): ColumnDocument
  readonly terms: StoredTerms
  readonly postings: PostingReader
}

export async function readWhole(db: Db, projectId: string, { segment, size }: Segment): Promise<WholeSegment> {
  const [row] = await db<StoredColumns & TermColumn>`
    select ids, authors, stories, languages, language_names as "languageNames", entities, terms, term_words as "termWords"
      from search_segment where project_id = ${projectId} and segment = ${segment}`
  if (row === undefined) throw new Error(`Segment ${segment} of the search index is gone.`)
  const chunks = await db<PostingChunk>`
    select first_word as "firstWord", data from search_posting where project_id = ${projectId} and segment = ${segment}
     order by first_word`
  const ids = readIds(row.ids, size)
  const { keys, codes: authors } = readAuthors(row.authors, size)
  const stories = readStories(row.stories, ids)
  const { names, codes } = readLanguages(row.languages, row.languageNames, size)
  const entities = readEntities(row.entities, size)
  return {
    ids,
    documentAt: (ordinal) => ({
      id: idAt(ids, ordinal),
      author: keys[authors[ordinal] as number] as number,
      storyId: stories.idOf(ordinal),
      language: names[codes[ordinal] as number] ?? '',
      entities: entitiesAt(entities, ordinal),
    }),
    terms: readTerms(row),
    postings: new PostingReader(chunks),
  }
}
