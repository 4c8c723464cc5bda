import type { Db } from '../db.ts'
import { NOTHING, sql } from '../sql.ts'
import { type IndexedDocument, REVISED_AT, readDocuments } from './document.ts'
import { boundOf, type TimeRange } from './segments.ts'

// A mention that is in no segment yet, with its current cell.
export interface TailMention {
  readonly document: IndexedDocument
  readonly cell: number
  readonly storyId: string
}

export const TAIL_BATCH = 4_096

// Of the time; `once` is true when the mentions are not read again from the tail, because they become a segment.
interface TailReading extends TimeRange {
  readonly once?: boolean
}

// The tail in batches, oldest first. There is one batch, unless the index is being built.
export async function* readTail(db: Db, projectId: string, reading: TailReading = {}): AsyncGenerator<TailMention[]> {
  const { from, to, once = false } = reading
  let after: string | null = null
  for (;;) {
    // `offset 0` makes the planner look up each row by its key instead of reading all mentions of the project.
    const rows: TailRow[] = await db<TailRow>`
      select t.id, m.cell, m.story_id as "storyId", m."revisedAt"
        from (select id from search_tail
               where project_id = ${projectId} ${after === null ? NOTHING : sql`and id > ${after}::uuid`}
                 ${from === undefined ? NOTHING : sql`and id >= ${boundOf(from)}::uuid`}
                 ${to === undefined ? NOTHING : sql`and id < ${boundOf(to)}::uuid`}
               order by id limit ${TAIL_BATCH}) t
        left join lateral (
          select cell, story_id, ${REVISED_AT} from mention m where m.project_id = ${projectId} and m.id = t.id offset 0) m on true
       order by t.id`
    if (rows.length > 0) yield await withDocuments(db, projectId, rows, once)
    if (rows.length < TAIL_BATCH) return
    after = rows.at(-1)?.id ?? null
  }
}

interface TailRow {
  readonly id: string
  // Null when the mention is gone.
  readonly cell: number | null
  readonly storyId: string
  readonly revisedAt: number
}

async function withDocuments(
  db: Db,
  projectId: string,
  rows: readonly TailRow[],
  once: boolean,
): Promise<TailMention[]> {
  const present = rows.filter(({ cell }) => cell !== null)
  const documents = await readDocuments(db, projectId, present, { once })
  return present.flatMap(({ id, cell, storyId }) => {
    const document = documents.get(id)
    return document === undefined || cell === null ? [] : [{ document, cell, storyId }]
  })
}
