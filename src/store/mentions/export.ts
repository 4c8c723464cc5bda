import type { Db } from '../db.ts'
import type { StoredMention } from './rows.ts'
import { type SearchFilter, searchMentions } from './search.ts'

const PAGE = 500

// Everything that a filter chooses, newest first, a page at a time: memory stays the same whatever the size.
export async function* exportMentions(
  db: Db,
  projectId: string,
  filter: SearchFilter,
): AsyncGenerator<readonly StoredMention[]> {
  let cursor: string | null = null
  do {
    const page = await searchMentions(db, projectId, filter, { order: 'newest', cursor, limit: PAGE })
    if (page.mentions.length > 0) yield page.mentions
    cursor = page.next
  } while (cursor !== null)
}
