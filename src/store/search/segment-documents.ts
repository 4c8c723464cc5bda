import type { Db } from '../db.ts'
import { idAt } from '../ids.ts'
import type { ColumnDocument } from './columns.ts'
import { entitiesAt } from './entity-column.ts'
import type { Ordinals } from './ordinals.ts'
import { readChunk } from './postings.ts'
import { loadAuthors, loadEntities, loadIds, loadLanguages, loadStories, type Segment } from './segments.ts'

// A whole segment without its terms, for merging and checking it.
export async function readSegmentDocuments(db: Db, projectId: string, segment: Segment): Promise<ColumnDocument[]> {
  const ids = await loadIds(db, projectId, segment)
  const { keys, codes: authors } = await loadAuthors(db, projectId, segment)
  const stories = await loadStories(db, projectId, segment)
  const { names, codes } = await loadLanguages(db, projectId, segment)
  const entities = await loadEntities(db, projectId, segment)
  return Array.from({ length: segment.size }, (_, ordinal) => ({
    id: idAt(ids, ordinal),
    author: keys[authors[ordinal] as number] as number,
    storyId: stories.idOf(ordinal),
    language: names[codes[ordinal] as number] ?? '',
    entities: entitiesAt(entities, ordinal),
  }))
}

export async function visitPostings(
  db: Db,
  projectId: string,
  { segment }: Segment,
  visit: (word: number, ordinals: Ordinals) => void,
): Promise<void> {
  const chunks = await db<{ firstWord: number; data: Buffer }>`
    select first_word as "firstWord", data from search_posting where project_id = ${projectId} and segment = ${segment}`
  for (const chunk of chunks) readChunk(chunk, visit)
}
