import { type List, MENTIONS, weightsOf } from './counts.ts'
import type { Db } from './db.ts'

export interface PageChoice {
  // Null chooses all.
  readonly cells: readonly number[] | null
  readonly skip: number
  readonly limit: number
}

// One page of ids at the same cost for any page of any project: the counts say where it begins, a short index scan reads it.
// Ids come newest (or highest) first. The total is exact and told even when the page is past the end.
export async function pageIds(
  db: Db,
  projectId: string,
  list: List,
  choice: PageChoice,
): Promise<{ readonly total: number; readonly ids: string[] }> {
  const { total, rows } = await readPage(db, projectId, list, choice, null)
  return { total, ids: rows.map((row) => row.key as string) }
}

// The same with what belongs to each id, in one statement. `reading` is a select that finds the row of `chosen.key`.
export async function readPage(
  db: Db,
  projectId: string,
  list: List,
  { cells, skip, limit }: PageChoice,
  reading: string | null,
): Promise<{ readonly total: number; readonly rows: Record<string, unknown>[] }> {
  if (cells?.length === 0) return { total: 0, rows: [] }
  const parameters = [projectId, list, weightsOf(cells), skip, limit, ...(cells ?? [])]
  const rows = await db.unsafe<Record<string, unknown>[]>(pageQuery(list, cells?.length ?? 0, reading), parameters, {
    prepare: true,
  })
  return { total: (rows[0]?.total as number | undefined) ?? 0, rows: rows.filter((row) => row.key !== null) }
}

const queries = new Map<string, string>()

// One text per list, number of cells and reading, so that each is planned once. With cells, the index ranges are merged: a branch
// per cell with its own order, bounds from scalar subqueries, and nothing but index columns inside. The limit makes the planner
// look up each row by its key: it cannot know how few a page has, and would read the whole table instead. The join with the project
// finds nothing out, and the planner drops it; but on Citus it keeps the function, which reads, from being sent to a worker.
function pageQuery(list: List, cellsTotal: number, reading: string | null): string {
  const name = `${list} ${cellsTotal} ${reading}`
  let query = queries.get(name)
  if (query === undefined) {
    const table = list === MENTIONS ? 'mention' : 'story'
    const key = list === MENTIONS ? 'id' : 'rank_id'
    const branch = (condition: string) => `(select ${key} as key from ${table}
      where project_id = $1 ${condition} and ${key} < (select below from at) order by ${key} desc)`
    const branches =
      cellsTotal === 0
        ? branch('')
        : Array.from({ length: cellsTotal }, (_, n) => branch(`and cell = $${n + 6}::smallint`)).join(' union all ')
    query = `with at as materialized (
        select located.* from locate_page($1, $2::smallint, $3::integer[], $4::bigint) located left join project p on p.id = $1),
      chosen as (select key from (${branches}) b order by key desc offset (select rest from at) limit $5::integer)
      select at.total, page.* from at left join (select * from chosen ${
        reading === null ? '' : `cross join lateral (${reading} limit 1) found`
      }) page on true order by page.key desc`
    queries.set(name, query)
  }
  return query
}
