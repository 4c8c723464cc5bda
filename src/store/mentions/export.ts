import type { MentionFilter } from '../../domain/filter.ts'
import type { Pool } from '../db.ts'
import { readMentions, type StoredMention } from './rows.ts'
import { SNAPSHOT, selectIds } from './selection.ts'

const PAGE = 500

export type ExportProgress = (done: number, total: number) => void

// All mentions that match a filter, or the chosen ones, newest first, a page at a time. The ids are chosen in one snapshot, which is closed before the
// rows are read: a slow download must not hold a transaction. A mention that is deleted meanwhile is left out.
export async function* exportMentions(
  pool: Pool,
  projectId: string,
  selection: MentionFilter | readonly string[],
  onProgress: ExportProgress = () => {},
): AsyncGenerator<readonly StoredMention[]> {
  const ids = isChosen(selection)
    ? selection.toSorted()
    : await pool.begin((tx) => selectIds(tx, projectId, selection), SNAPSHOT)
  for (let end = ids.length; end > 0; end -= PAGE) {
    const page = ids.slice(Math.max(0, end - PAGE), end).reverse()
    const mentions = await readMentions(pool, projectId, page)
    if (mentions.length > 0) yield mentions
    onProgress(ids.length - Math.max(0, end - PAGE), ids.length)
  }
}

function isChosen(selection: MentionFilter | readonly string[]): selection is readonly string[] {
  return Array.isArray(selection)
}
