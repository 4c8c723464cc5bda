import { accountIdOf, type Owner, reaches } from '../../domain/owner.ts'
import { isWhole } from '../../domain/story-position.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { callOnNode } from '../project-node.ts'
import { type List, MENTIONS, STORIES } from './counts.ts'

export interface PageChoice {
  // Of stories: positions (story-position.ts). Null selects all.
  readonly cells: readonly number[] | null
  readonly skip: number
  readonly limit: number
}

// A select that finds the row of `chosen.key`. `text` gets the number of the parameter that is `value`.
export interface RowQuery {
  text(parameter: number): string
  readonly value?: unknown
  // A call of the function that reads the same rows on the node of the project, with the project, the cells, how many rows to skip and
  // to read, and `value` as parameters (migrations/0040 and 0046).
  readonly call: string
}

// The project to read. Ownership is part of the query: another account's project is not found.
export interface ProjectScope {
  readonly id: string
  // Null for work inside the service, which skips the ownership check.
  readonly ownerId: Owner | null
}

// The project fields that a page shows, read in the same statement.
export interface PageProject {
  readonly name: string
  readonly keyword: string
}

// One page of ids at the same cost for any page of any project: the counts locate its start, a short index scan reads it.
// Ids are ordered newest (or highest) first. The total is exact, even when the page is past the end.
export async function pageIds(
  db: Db,
  projectId: string,
  list: List,
  choice: PageChoice,
): Promise<{ readonly total: number; readonly ids: string[] }> {
  const page = await readPage(db, { id: projectId, ownerId: null }, list, choice, null)
  return { total: page?.total ?? 0, ids: page?.rows.map((row) => row.key as string) ?? [] }
}

export interface Page {
  readonly project: PageProject
  readonly total: number
  readonly rows: Record<string, unknown>[]
}

// The same with the row of each id, in one statement. Null when there is no such project.
export async function readPage(
  db: Db,
  { id, ownerId }: ProjectScope,
  list: List,
  { cells, skip, limit }: PageChoice,
  rowQuery: RowQuery | null,
): Promise<Page | null> {
  if (!isReadable({ id, ownerId })) return null
  if (db.distributed) return readNodePage(db, { id, ownerId }, list, { cells, skip, limit }, rowQuery)
  // Entries last: they are in a table of their own.
  const sorted = cells?.toSorted((a, b) => Number(isEntry(list, a)) - Number(isEntry(list, b))) ?? []
  const parameters = [id, list, cells, skip, limit, ownerId === null ? null : accountIdOf(ownerId), ...sorted]
  const rowText = rowQuery?.text(parameters.length + 1) ?? null
  if (rowQuery?.value !== undefined) parameters.push(rowQuery.value as never)
  const entriesTotal = sorted.filter((cell) => isEntry(list, cell)).length
  const text = pageQuery(list, { cells: sorted.length - entriesTotal, entries: entriesTotal }, rowText)
  const rows = await db.query(text, parameters)
  const [first] = rows
  if (first === undefined) return null
  return { project: toProject(first), total: first.total as number, rows: rows.filter((row) => row.key !== null) }
}

// In one call on the node that holds the project (migrations/0040 and 0046). The project itself is on the coordinator.
async function readNodePage(
  db: Db,
  scope: ProjectScope,
  list: List,
  { cells, skip, limit }: PageChoice,
  rowQuery: RowQuery | null,
): Promise<Page | null> {
  const owner = scope.ownerId === null ? null : accountIdOf(scope.ownerId)
  const [found] = await db`
    select name as project_name, keyword from project
     where id = ${scope.id} and owner_id = coalesce(${owner}::uuid, owner_id) and removed_at is null`
  if (found === undefined) return null
  const project = toProject(found)
  if (rowQuery === null) {
    const call = 'page_keys($1::uuid, $2::smallint, $3::integer[], $4::bigint, $5::integer)'
    const [at] = await callOnNode(db, scope.id, `select * from ${call}`, [scope.id, list, cells, skip, limit])
    const { total = 0, keys = [] } = (at ?? {}) as { total?: number; keys?: string[] }
    return { project, total, rows: keys.map((key) => ({ key })) }
  }
  const value = rowQuery.value === undefined ? [] : [rowQuery.value]
  const text = `select * from ${rowQuery.call}`
  const rows = await callOnNode(db, scope.id, text, [scope.id, cells, skip, limit, ...value])
  return { project, total: rows[0]?.total as number, rows: rows.filter((row) => row.id !== null) }
}

export interface CountQuery {
  readonly project: ProjectScope
  // Null selects all.
  readonly cells: readonly number[] | null
}

// How many rows several projects have in the selected cells, in the order of the queries; null where there is no such project.
export async function countChosen(db: Db, queries: readonly CountQuery[]): Promise<(number | null)[]> {
  const known = queries.filter(({ project }) => isReadable(project))
  const rows = await db<{ position: number; total: number }>`
    select w.position, located.total
      from unnest(${known.map(({ project }) => project.id)}::uuid[], ${known.map(({ project: { ownerId } }) => (ownerId === null ? null : accountIdOf(ownerId)))}::uuid[],
                  ${known.map(({ cells }) => (cells === null ? null : plainArray(cells)))}::text[])
             with ordinality as w(id, owner_id, cells, position)
      join project p on p.id = w.id and p.owner_id = coalesce(w.owner_id, p.owner_id) and p.removed_at is null
     cross join lateral locate_page(p.id, ${MENTIONS}::smallint, w.cells::integer[], 0) located`
  const totals = new Map(rows.map((row) => [known[row.position - 1], row.total]))
  return queries.map((query) => totals.get(query) ?? null)
}

function isReadable({ id, ownerId }: ProjectScope): boolean {
  return isUuid(id) && (ownerId === null || reaches(ownerId, id))
}

function toProject(row: Record<string, unknown>): PageProject {
  return { name: row.project_name as string, keyword: row.keyword as string }
}

// The join with the project also keeps Citus from sending the function, which reads tables, to a worker.
const LOCATED = `(select located.*, p.name as project_name, p.keyword
  from project p cross join lateral locate_page(p.id, $2::smallint, $3::integer[], $4::bigint) located
 where p.id = $1 and p.owner_id = coalesce($6::uuid, p.owner_id) and p.removed_at is null)`

// The tables of keys: of each, the key, the column of its cell or position, and a condition for its index.
const WHOLE_MENTIONS = { table: 'mention', key: 'id', cell: 'cell', where: '' }
const WHOLE_STORIES = { table: 'story', key: 'rank_id', cell: 'position', where: 'and merged_into is null' }
const ENTRIES = { table: 'story_entry', key: 'rank_id', cell: 'position', where: '' }

const queries = new Map<string, string>()

function isEntry(list: List, position: number): boolean {
  return list === STORIES && !isWhole(position)
}

// One text per list, number of cells and row query, so that each is planned once. With cells, the index ranges are merged: a branch
// per cell with its own order, bounds from scalar subqueries, and nothing but index columns inside. The limit makes the planner
// look up each row by its key: it cannot know how few rows a page has, and would read the whole table instead.
function pageQuery(
  list: List,
  total: { readonly cells: number; readonly entries: number },
  rowQuery: string | null,
): string {
  const name = `${list} ${total.cells} ${total.entries} ${rowQuery}`
  let query = queries.get(name)
  if (query === undefined) {
    const whole = list === MENTIONS ? WHOLE_MENTIONS : WHOLE_STORIES
    const branch = (
      { table, key, cell, where }: typeof whole,
      parameter: number | null,
    ) => `(select ${key} as key from ${table}
      where project_id = $1 ${where} ${parameter === null ? '' : `and ${cell} = $${parameter}::smallint`} and ${key} < (select below from at)
      order by ${key} desc)`
    const numbers = Array.from({ length: total.cells + total.entries }, (_, n) => n)
    const branches =
      numbers.length === 0
        ? branch(whole, null)
        : numbers.map((n) => branch(n < total.cells ? whole : ENTRIES, n + 7)).join(' union all ')
    query = `with at as materialized ${LOCATED},
      chosen as (select key from (${branches}) b order by key desc offset (select rest from at) limit $5::integer)
      select at.total, at.project_name, at.keyword, page.* from at left join (select * from chosen ${
        rowQuery === null ? '' : `cross join lateral (${rowQuery} limit 1) found`
      }) page on true order by page.key desc`
    queries.set(name, query)
  }
  return query
}
