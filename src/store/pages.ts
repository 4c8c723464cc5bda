import { type List, MENTIONS, weightsOf } from './counts.ts'
import type { Db } from './db.ts'

// One page of ids at the same cost for any page of any project: the counts say where it begins, a short index scan reads it.
// Ids come newest (or highest) first. The total is exact and told even when the page is past the end.
export async function pageIds(
  db: Db,
  projectId: string,
  list: List,
  choice: { readonly cells: readonly number[] | null; readonly skip: number; readonly limit: number },
): Promise<{ readonly total: number; readonly ids: string[] }> {
  const { cells, skip, limit } = choice
  if (cells?.length === 0) return { total: 0, ids: [] }
  const parameters = [projectId, list, weightsOf(cells), skip, limit, ...(cells ?? [])]
  const rows = await db.unsafe<{ total: number; id: string | null }[]>(
    pageQuery(list, cells?.length ?? 0),
    parameters,
    {
      prepare: true,
    },
  )
  return {
    total: rows[0]?.total ?? 0,
    ids: rows.flatMap((row) => (row.id === null ? [] : [row.id])),
  }
}

const queries = new Map<string, string>()

// One text per list and number of cells, so that each is planned once. With cells, the index ranges are merged: a branch
// per cell with its own order, bounds from scalar subqueries, and nothing but index columns inside.
function pageQuery(list: List, cellsTotal: number): string {
  const name = `${list} ${cellsTotal}`
  let query = queries.get(name)
  if (query === undefined) {
    const table = list === MENTIONS ? 'mention' : 'story'
    const key = list === MENTIONS ? 'id' : 'rank_id'
    const branch = (condition: string) => `(select ${key} as key from ${table}
      where project_id = $1 ${condition} and ${key} < (select first_id(upper_bound * 1000) from at) order by ${key} desc)`
    const branches =
      cellsTotal === 0
        ? branch('')
        : Array.from({ length: cellsTotal }, (_, n) => branch(`and cell = $${n + 6}::smallint`)).join(' union all ')
    query = `with at as materialized (select * from locate_page($1, $2::smallint, $3::integer[], $4::bigint)),
      chosen as (select key from (${branches}) b order by key desc offset (select rest from at) limit $5::integer)
      select at.total, chosen.key as id from at left join chosen on true order by chosen.key desc`
    queries.set(name, query)
  }
  return query
}
