import type { Db } from '../db.ts'
import { idAt } from '../ids.ts'
import type { ColumnDocument } from './columns.ts'
import { entitiesAt } from './entity-column.ts'
import { type PostingChunk, PostingReader } from './postings.ts'
import { loadAuthors, loadEntities, loadIds, loadLanguages, loadStories, type Segment } from './segments.ts'

// The mentions of a segment by their ordinals, without words and terms, for merging and checking it.
export async function openDocuments(
  db: Db,
  projectId: string,
  segment: Segment,
): Promise<(ordinal: number) => ColumnDocument> {
  const ids = await loadIds(db, projectId, segment)
  const { keys, codes: authors } = await loadAuthors(db, projectId, segment)
  const stories = await loadStories(db, projectId, segment)
  const { names, codes } = await loadLanguages(db, projectId, segment)
  const entities = await loadEntities(db, projectId, segment)
  return (ordinal) => ({
    id: idAt(ids, ordinal),
    author: keys[authors[ordinal] as number] as number,
    storyId: stories.idOf(ordinal),
    language: names[codes[ordinal] as number] ?? '',
    entities: entitiesAt(entities, ordinal),
  })
}

export async function readPostings(db: Db, projectId: string, { segment }: Segment): Promise<PostingReader> {
  const chunks = await db<PostingChunk>`
    select first_word as "firstWord", data from search_posting where project_id = ${projectId} and segment = ${segment}
     order by first_word`
  return new PostingReader(chunks)
}
