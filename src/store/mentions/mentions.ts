import { type CellFilter, cellsOf } from '../../domain/cell.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Sentiment } from '../../domain/sentiment.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { listProjectIds } from '../owned.ts'
import { lockProject } from '../search/seal.ts'
import { type Corrector, correctMentions } from './correct.ts'
import { MENTIONS } from './counts.ts'
import { countChosen, type PageProject, type ProjectScope, readPage } from './pages.ts'
import { LISTED_COLUMNS, type ListedMention, readMentions, type StoredMention, toListed } from './rows.ts'

export interface MentionPage {
  readonly project: PageProject
  readonly total: number
  readonly mentions: readonly ListedMention[]
}

// Newest first. Any page of any project costs the same. Null when the owner has no such project.
export async function listMentions(
  db: Db,
  project: ProjectScope,
  filter: CellFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<MentionPage | null> {
  const choice = { cells: cellsOf(filter), skip: (page - 1) * limit, limit }
  const found = await readPage(db, project, MENTIONS, choice, ROW_QUERY)
  return found === null ? null : { ...found, mentions: found.rows.map(toListed) }
}

const ROW_TEXT = `select ${LISTED_COLUMNS} from mention m where m.project_id = $1 and m.id = chosen.key`
const ROW_QUERY = {
  text: () => ROW_TEXT,
  call: 'mention_page($1::uuid, $2::integer[], $3::bigint, $4::integer)',
}

// Counts of several projects in one statement; null where the owner has no such project.
export async function countMentions(
  db: Db,
  queries: readonly { readonly project: ProjectScope; readonly filter: CellFilter }[],
): Promise<(number | null)[]> {
  return countChosen(
    db,
    queries.map(({ project, filter }) => ({ project, cells: cellsOf(filter) })),
  )
}

// A mention of one of the owner's projects. Its id does not identify the project, so it is looked up by key in all of them.
export async function findMention(db: Db, owner: Owner, id: string): Promise<StoredMention | null> {
  if (!isUuid(id)) return null
  const ids = await listProjectIds(db, owner)
  const [row] = await db`select project_id from mention where project_id = any(${ids}::uuid[]) and id = ${id}`
  if (row === undefined) return null
  const [mention] = await readMentions(db, row.project_id, [id])
  return mention ?? null
}

export interface Correction {
  readonly mention: StoredMention
  // The sentiment that it replaced.
  readonly before: Sentiment
}

export async function correctSentiment(
  tx: Db,
  correction: {
    readonly projectId: string
    readonly id: string
    readonly sentiment: Sentiment
    readonly by: Corrector
  },
): Promise<Correction | null> {
  const { projectId, id, sentiment, by } = correction
  // The project's row lock is acquired first, as when mentions are added.
  if (!(await lockProject(tx, projectId))) return null
  const [before] = await correctMentions(tx, projectId, [id], { sentiment, by })
  const [mention] = await readMentions(tx, projectId, [id])
  if (before === undefined || mention === undefined) return null
  return { mention, before: ((before.cell % 3) - 1) as Sentiment }
}
