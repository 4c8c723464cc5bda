import type { Db } from '../db.ts'
import type { StoredMention } from './rows.ts'
import { type SearchFilter, searchMentions } from './search.ts'

const PAGE = 500

// All mentions that match a filter, newest first, a page at a time, so that memory use is constant.
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
