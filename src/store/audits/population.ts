import { cellsOf } from '../../domain/cell.ts'
import type { Db } from '../db.ts'
import type { SearchFilter } from '../mentions/search.ts'
import { type Fragment, NOTHING, sql } from '../sql.ts'

export interface AuditFilter extends SearchFilter {
  // User name or id.
  readonly author?: string | undefined
}

// How the words of a filter are read. The matcher defines it; the store only applies it.
export type CompileTextQuery = (query: string) => (text: string) => boolean

const CHUNK = 5_000

// The condition on mention m that selects exactly the mentions of a filter. Everything in this folder selects mentions with it.
export async function selectMentions(
  db: Db,
  projectId: string,
  filter: AuditFilter,
  compile: CompileTextQuery,
): Promise<Fragment> {
  const condition = plainCondition(projectId, filter)
  if (filter.text === undefined) return condition
  const matches = compile(filter.text)
  const ids: string[] = []
  for (let after = ''; ; ) {
    const rows = await db<{ id: string; text: string }>`
      select m.id, m.text from mention m where ${condition} ${after === '' ? NOTHING : sql`and m.id > ${after}::uuid`}
       order by m.id limit ${CHUNK}`
    for (const { id, text } of rows) if (matches(text)) ids.push(id)
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) break
    after = last.id
  }
  return sql`m.project_id = ${projectId} and m.id = any(${ids}::uuid[])`
}

function plainCondition(projectId: string, filter: AuditFilter): Fragment {
  const { from, to, language, author } = filter
  const cells = cellsOf(filter)
  return sql`m.project_id = ${projectId}
    ${from === undefined ? NOTHING : sql`and m.id >= first_id(${from.getTime()})`}
    ${to === undefined ? NOTHING : sql`and m.id < first_id(${to.getTime()})`}
    ${cells === null ? NOTHING : sql`and m.cell = any(${cells}::smallint[])`}
    ${language === undefined ? NOTHING : sql`and m.language = ${language}`}
    ${author === undefined ? NOTHING : sql`and (m.author_id = ${author} or m.author_username = ${author})`}`
}

// Whether every mention of `part` is a mention of `whole`, so that what was drawn from the whole is a random sample of the part.
export function isPartOf(part: AuditFilter, whole: AuditFilter): boolean {
  const cells = cellsOf(whole)
  return (
    (whole.from === undefined || (part.from !== undefined && part.from >= whole.from)) &&
    (whole.to === undefined || (part.to !== undefined && part.to <= whole.to)) &&
    (cells === null || (cellsOf(part)?.every((cell) => cells.includes(cell)) ?? false)) &&
    (whole.language === undefined || part.language === whole.language) &&
    (whole.author === undefined || part.author === whole.author) &&
    (whole.text === undefined || part.text === whole.text)
  )
}
