import { cellsOf } from '../../domain/cell.ts'
import type { Db } from '../db.ts'
import { NOTHING, sql } from '../sql.ts'
import { type RankedStory, readStories } from './ranked.ts'
import type { SearchFilter } from './search.ts'

// The fields of a mention that insights need when a filter rules out the precomputed counts.
export interface ScannedMention {
  readonly id: string
  readonly cell: number
  readonly language: string
  readonly text: string
  readonly authorId: string
  readonly username: string
  readonly name: string
}

// The newest mentions that pass a filter, out of at most `scanMax` scanned. The cost is bounded whatever the size.
export async function scanMentions(
  db: Db,
  projectId: string,
  filter: SearchFilter & { readonly from: Date; readonly to: Date },
  scanMax: number,
): Promise<{ readonly mentions: ScannedMention[]; readonly scanned: number; readonly last: string | null }> {
  const cells = cellsOf(filter)
  const patterns = (filter.text ?? '').split(/\s+/).filter((word) => word !== '')
  const rows = await db<ScannedMention & { passes: boolean }>`
    select id, cell, language, text, author_id as "authorId", author_username as username, author_name as name,
           (${filter.language ?? null}::text is null or language = ${filter.language ?? null})
             and text ilike all(${patterns.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)}::text[]) as passes
      from mention
     where project_id = ${projectId} ${cells === null ? NOTHING : sql`and cell = any(${cells}::smallint[])`}
       and id >= first_id(${filter.from.getTime()}) and id < first_id(${filter.to.getTime()})
     order by id desc limit ${scanMax}`
  return { mentions: rows.filter((row) => row.passes), scanned: rows.length, last: rows.at(-1)?.id ?? null }
}

// Only this many of the largest groups are searched for those that began in the range.
const GROUPS_READ_MAX = 500

export async function largestStories(
  db: Db,
  projectId: string,
  filter: SearchFilter & { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<RankedStory[]> {
  const cells = cellsOf(filter)
  const rows = await db`
    select rank_id from (
      select rank_id, lead_id, cell, size from story where project_id = ${projectId} and size > 1
       order by size desc, rank_id desc limit ${GROUPS_READ_MAX}) s
     where lead_id >= first_id(${filter.from.getTime()}) and lead_id < first_id(${filter.to.getTime()})
       ${cells === null ? NOTHING : sql`and cell = any(${cells}::smallint[])`}
     order by size desc, rank_id desc limit ${limit}`
  return readStories(
    db,
    projectId,
    rows.map((row) => row.rank_id),
  )
}
