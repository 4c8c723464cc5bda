import { cellsOf } from '../../domain/cell.ts'
import type { MentionFilter } from '../../domain/filter.ts'
import type { Db } from '../db.ts'
import { selectIds } from '../mentions/selection.ts'
import { type Fragment, NOTHING, sql } from '../sql.ts'

// The condition on mention m that selects exactly the mentions of a filter. Everything in this folder selects mentions with it. `db` must
// be a transaction with one snapshot while mentions are being added.
export async function conditionOf(db: Db, projectId: string, filter: MentionFilter): Promise<Fragment> {
  const { from, to, language, passing, entity, author, story, tag, text } = filter
  if (entity !== undefined || tag !== undefined || text !== undefined || author !== undefined || story !== undefined) {
    const ids = await selectIds(db, projectId, filter)
    return sql`m.project_id = ${projectId} and m.id = any(${ids}::uuid[])`
  }
  const cells = cellsOf(filter)
  return sql`m.project_id = ${projectId}
    ${from === undefined ? NOTHING : sql`and m.id >= first_id(${from.getTime()})`}
    ${to === undefined ? NOTHING : sql`and m.id < first_id(${to.getTime()})`}
    ${cells === null ? NOTHING : sql`and m.cell = any(${cells}::smallint[])`}
    ${language === undefined ? NOTHING : sql`and m.language = ${language}`}
    ${passing === undefined ? NOTHING : sql`and m.passing = ${passing}`}`
}

// Whether every mention of `part` is a mention of `whole`, so that what was drawn from the whole is a random sample of the part.
export function isPartOf(part: MentionFilter, whole: MentionFilter): boolean {
  const cells = cellsOf(whole)
  return (
    (whole.from === undefined || (part.from !== undefined && part.from >= whole.from)) &&
    (whole.to === undefined || (part.to !== undefined && part.to <= whole.to)) &&
    (cells === null || (cellsOf(part)?.every((cell) => cells.includes(cell)) ?? false)) &&
    (whole.language === undefined || part.language === whole.language) &&
    (whole.passing === undefined || part.passing === whole.passing) &&
    (whole.entity === undefined || part.entity === whole.entity) &&
    (whole.author === undefined || part.author?.toLowerCase() === whole.author.toLowerCase()) &&
    (whole.story === undefined || part.story === whole.story) &&
    (whole.tag === undefined || part.tag === whole.tag) &&
    (whole.text === undefined || part.text?.q === whole.text.q)
  )
}
