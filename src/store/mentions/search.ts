import { type CellFilter, cellsOf } from '../../domain/cell.ts'
import type { Db } from '../db.ts'
import { isUuid, millisOf } from '../ids.ts'
import { NOTHING, sql } from '../sql.ts'
import { readMentions, type StoredMention } from './rows.ts'

export interface TextFilter {
  readonly language?: string | undefined
  readonly text?: string | undefined
}

export interface SearchFilter extends CellFilter, TextFilter {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export interface SearchPage {
  readonly mentions: readonly StoredMention[]
  // The cursor of the next page; null at the end.
  readonly next: string | null
  readonly scanned: number
  // How far back the scan went, when a filter has no index.
  readonly reached: Date | null
}

// A text or language filter has no index: at most this many mentions are scanned for one page, which says how far back it went.
const SCAN_MAX = 5_000

// Reads a page from a cursor, newest (or highest ranked) first. The cost is bounded whatever the size of the project.
export async function searchMentions(
  db: Db,
  projectId: string,
  filter: SearchFilter,
  page: { readonly order: 'newest' | 'ranked'; readonly cursor: string | null; readonly limit: number },
): Promise<SearchPage> {
  const cells = cellsOf(filter)
  const plain = filter.text === undefined && filter.language === undefined
  const bounds = page.order === 'newest' || (filter.from === undefined && filter.to === undefined)
  const window = plain && bounds ? page.limit : SCAN_MAX
  const cursor = page.cursor !== null && isUuid(page.cursor) ? page.cursor : null
  const scan = { projectId, filter, cells, cursor, window, limit: page.limit }
  const rows = page.order === 'newest' ? await scanNewest(db, scan) : await scanRanked(db, scan)
  const summary = rows[0] ?? { scanned: 0, last: null, id: null, key: null }
  const found = rows.filter((row) => row.id !== null)
  const full = found.length === page.limit
  const next = full ? (found.at(-1)?.key ?? null) : summary.scanned === window ? summary.last : null
  return {
    mentions: await readMentions(
      db,
      projectId,
      found.map((row) => row.id as string),
    ),
    next,
    scanned: summary.scanned,
    reached: next === null || page.order === 'ranked' ? null : new Date(millisOf(next)),
  }
}

interface ScanRow {
  readonly scanned: number
  readonly last: string | null
  readonly id: string | null
  readonly key: string | null
}

interface Scan {
  readonly projectId: string
  readonly filter: SearchFilter
  readonly cells: number[] | null
  readonly cursor: string | null
  // How many rows are scanned, and how many of them are returned, at most.
  readonly window: number
  readonly limit: number
}

function scanNewest(db: Db, { projectId, filter, cells, cursor, window, limit }: Scan) {
  return db<ScanRow>`
    with seen as materialized (
      select id, language, text from mention
       where project_id = ${projectId} ${cells === null ? NOTHING : sql`and cell = any(${cells}::smallint[])`}
         ${cursor === null ? NOTHING : sql`and id < ${cursor}::uuid`}
         ${filter.from === undefined ? NOTHING : sql`and id >= first_id(${filter.from.getTime()})`}
         ${filter.to === undefined ? NOTHING : sql`and id < first_id(${filter.to.getTime()})`}
       order by id desc limit ${window}),
    found as (select id from seen where true ${textConditions(filter)} order by id desc limit ${limit})
    select (select count(*)::int from seen) as scanned, (select id from seen order by id limit 1) as last, found.id, found.id as key
      from (select 1) one left join found on true order by found.id desc`
}

function scanRanked(db: Db, { projectId, filter, cells, cursor, window, limit }: Scan) {
  return db<ScanRow>`
    with seen as materialized (
      select rank_id, lead_id from story
       where project_id = ${projectId} and merged_into is null ${cells === null ? NOTHING : sql`and cell = any(${cells}::smallint[])`}
         ${cursor === null ? NOTHING : sql`and rank_id < ${cursor}::uuid`}
       order by rank_id desc limit ${window}),
    found as (
      select s.rank_id, m.id from seen s join mention m on m.project_id = ${projectId} and m.id = s.lead_id
       where true ${textConditions(filter)}
         ${filter.from === undefined ? NOTHING : sql`and m.id >= first_id(${filter.from.getTime()})`}
         ${filter.to === undefined ? NOTHING : sql`and m.id < first_id(${filter.to.getTime()})`}
       order by s.rank_id desc limit ${limit})
    select (select count(*)::int from seen) as scanned, (select rank_id from seen order by rank_id limit 1) as last,
           found.id, found.rank_id as key
      from (select 1) one left join found on true order by found.rank_id desc`
}

// Every word must occur in the text, ignoring case.
function textConditions({ language, text }: TextFilter) {
  const words = text === undefined ? [] : text.split(/\s+/).filter((word) => word !== '')
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return sql`${language === undefined ? NOTHING : sql`and language = ${language}`}
    ${patterns.length === 0 ? NOTHING : sql`and text ilike all(${patterns}::text[])`}`
}
