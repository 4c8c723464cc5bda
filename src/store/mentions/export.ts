import type { MentionFilter } from '../../domain/filter.ts'
import type { Db, Pool } from '../db.ts'
import { type SelectedIds, SNAPSHOT, selectPages } from './selection.ts'

const PAGE = 500

export type ExportProgress = (done: number, total: number) => void

export interface ExportChoice<T> {
  readonly selection: MentionFilter | readonly string[]
  // Reads mentions by id, the newest first.
  readonly read: (db: Db, projectId: string, ids: readonly string[]) => AsyncIterable<readonly T[]>
  readonly onProgress?: ExportProgress | undefined
}

// All mentions that match a filter, or the chosen ones, newest first, a page at a time. The ids are chosen in one snapshot, which is closed before the
// rows are read: a slow download must not hold a transaction. A mention that is deleted meanwhile is left out.
export async function* exportMentions<T>(
  pool: Pool,
  projectId: string,
  { selection, read, onProgress = () => {} }: ExportChoice<T>,
): AsyncGenerator<readonly T[]> {
  const { total, pages } = isChosen(selection)
    ? chosenPages(selection)
    : await pool.begin((tx) => selectPages(tx, projectId, selection), SNAPSHOT)
  let done = 0
  for (const page of pages(PAGE)) {
    yield* read(pool, projectId, page)
    done += page.length
    onProgress(done, total)
  }
}

function isChosen(selection: MentionFilter | readonly string[]): selection is readonly string[] {
  return Array.isArray(selection)
}

function chosenPages(ids: readonly string[]): SelectedIds {
  const newest = ids.toSorted().reverse()
  return {
    total: ids.length,
    *pages(size) {
      for (let start = 0; start < newest.length; start += size) yield newest.slice(start, start + size)
    },
  }
}
