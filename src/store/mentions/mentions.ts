import type { Account } from '../../domain/account.ts'
import { type CellFilter, cellOf, cellsOf } from '../../domain/cell.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Sentiment } from '../../domain/sentiment.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { listProjectIds } from '../owned.ts'
import { platformOf } from '../platforms.ts'
import { moveInIndex } from '../search/change.ts'
import { logChanges } from './change-log.ts'
import { noteChange } from './changed.ts'
import { changeCounts, MENTIONS } from './counts.ts'
import { countChosen, type PageProject, type ProjectScope, readPage } from './pages.ts'
import { LISTED_COLUMNS, type ListedMention, readMentions, type StoredMention, toListed } from './rows.ts'
import { moveMember } from './story-members.ts'

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
const ROW_QUERY = { text: () => ROW_TEXT }

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

type Corrector = Pick<Account, 'id' | 'name'>

export interface Correction {
  readonly mention: StoredMention
  // The sentiment that it replaced.
  readonly before: Sentiment
}

// A person's judgement overrides the model's. All counts are updated in the same transaction.
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
  const [project] = await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  if (project === undefined) return null
  const [before] = await tx`select cell, story_id from mention where project_id = ${projectId} and id = ${id}`
  if (before === undefined) return null
  const cell = cellOf(platformOf(Math.floor(before.cell / 3)), sentiment)
  await tx`
    update mention set cell = ${cell}, corrected_by = ${by.id}, corrected_name = ${by.name}, corrected_at = now(), updated_at = now()
     where project_id = ${projectId} and id = ${id}`
  if (cell !== before.cell) {
    await noteChange(tx, projectId)
    await changeCounts(tx, projectId, MENTIONS, [
      { key: id, cell: before.cell, change: -1 },
      { key: id, cell, change: 1 },
    ])
  }
  await logChanges(tx, projectId, 'changed', [{ id }])
  await moveInIndex(tx, projectId, id, cell)
  await moveMember(tx, projectId, before.story_id)
  const [mention] = await readMentions(tx, projectId, [id])
  return mention === undefined ? null : { mention, before: ((before.cell % 3) - 1) as Sentiment }
}
