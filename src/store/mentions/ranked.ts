import { type CellFilter, cellsOf } from '../../domain/cell.ts'
import type { Engagement } from '../../domain/post.ts'
import { isSelected } from '../../domain/story-position.ts'
import type { Db } from '../db.ts'
import { compile, type Fragment, raw, sql } from '../sql.ts'
import { countPositions, STORIES } from './counts.ts'
import { type PageProject, type ProjectScope, readPage } from './pages.ts'
import { mentionColumns, readMentions, type StoredMention, toMention } from './rows.ts'
import { areAuthorsExact } from './story-authors.ts'
import { membersOf, resolveStories } from './story-members.ts'

// A near-duplicate group, represented by its leading mention.
export interface RankedStory {
  readonly mention: StoredMention
  readonly score: number
  readonly size: number
  readonly authors: number
  // False where the number of authors is estimated (story-authors.ts).
  readonly authorsExact: boolean
  readonly relevance: number
  // Summed over all its copies.
  readonly engagement: Engagement
}

export interface StoryPage {
  readonly project: PageProject
  readonly total: number
  readonly stories: readonly RankedStory[]
}

// Highest score first. A filter selects the stories that have a mention which passes it, each represented by the earliest such
// mention. Null when the owner has no such project.
export async function listStories(
  db: Db,
  project: ProjectScope,
  filter: CellFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<StoryPage | null> {
  const cells = cellsOf(filter)
  const positions = cells === null ? null : await selectPositions(db, project.id, filter)
  const choice = { cells: positions, skip: (page - 1) * limit, limit }
  const found = await readPage(db, project, STORIES, choice, cells === null ? WHOLE : leadIn(cells))
  return found === null ? null : { ...found, stories: found.rows.map(toStory) }
}

// The positions that the filter selects, of those that have stories. Most sets of platforms never occur, and every position takes an
// index range of its own.
async function selectPositions(db: Db, projectId: string, filter: CellFilter): Promise<number[]> {
  const counts = await countPositions(db, projectId)
  const positions = [...counts.keys()].filter((at) => counts[at] !== 0 && isSelected(at, filter))
  // One at which there is no story, because an empty choice would select all.
  return positions.length === 0 ? [-1] : positions
}

// Of story s and its leading mention m.
const storyColumns = (
  project: string | Fragment,
) => sql`${mentionColumns(project)}, s.score, s.size, s.authors, cardinality(s.author_hashes) as author_hashes, s.relevance as story_relevance, s.likes as story_likes,
  s.comments as story_comments, s.shares as story_shares, s.views as story_views`
// In a statement whose first parameter is the project.
const NUMBERED = storyColumns(raw('$1'))
const STORY_COLUMNS = compile(NUMBERED.strings, NUMBERED.values).text
const WHOLE_TEXT = `
  select ${STORY_COLUMNS} from story s join mention m on m.project_id = $1 and m.id = s.lead_id
   where s.project_id = $1 and s.rank_id = chosen.key and s.merged_into is null`
const WHOLE = { text: () => WHOLE_TEXT, call: storyCall('null') }

const CHOSEN_CALL = storyCall('$5::smallint[]')

// The earliest mention of the story in the selected cells. A story with one cell is at its position because of that cell.
function leadIn(cells: readonly number[]) {
  return {
    value: cells,
    call: CHOSEN_CALL,
    text: (parameter: number) => `
      select ${STORY_COLUMNS} from story s join mention m on m.project_id = $1 and m.id =
             case when s.cells is null then s.lead_id else (
               select own.lead from unnest(s.cells, s.cell_leads) as own(cell, lead)
                where own.cell = any($${parameter}::smallint[]) order by own.lead limit 1) end
       where s.project_id = $1 and s.rank_id = chosen.key and s.merged_into is null`,
  }
}

function storyCall(cells: string): string {
  return `story_page($1::uuid, $2::integer[], $3::bigint, $4::integer, ${cells}) order by key desc`
}

// Stories by their rank ids, in the given order.
export async function readStories(db: Db, projectId: string, rankIds: readonly string[]): Promise<RankedStory[]> {
  if (rankIds.length === 0) return []
  const rows = await db`
    select ${storyColumns(projectId)}
      from unnest(${rankIds as string[]}::uuid[]) with ordinality as w(rank_id, position)
      join story s on s.project_id = ${projectId} and s.rank_id = w.rank_id and s.merged_into is null
      join mention m on m.project_id = ${projectId} and m.id = s.lead_id order by w.position`
  return rows.map(toStory)
}

// Stories by their ids, none of them merged; one that does not exist is absent.
export async function readStoriesOf(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, RankedStory>> {
  if (ids.length === 0) return new Map()
  const rows = await db`
    select ${storyColumns(projectId)} from story s join mention m on m.project_id = ${projectId} and m.id = s.lead_id
     where s.project_id = ${projectId} and s.id = any(${[...new Set(ids)]}::uuid[]) and s.merged_into is null`
  return new Map(rows.map((row) => [row.story_id as string, toStory(row)]))
}

function toStory(row: Record<string, unknown>): RankedStory {
  return {
    mention: toMention(row),
    score: row.score as number,
    size: row.size as number,
    authors: row.authors as number,
    authorsExact: areAuthorsExact(row.author_hashes as number),
    relevance: row.story_relevance as number,
    engagement: {
      likes: row.story_likes as number,
      comments: row.story_comments as number,
      shares: row.story_shares as number,
      views: row.story_views as number,
    },
  }
}

// The members of a mention's group after `afterId`, oldest first: the original, then its copies.
export async function listSimilar(
  db: Db,
  mention: StoredMention,
  afterId: string | null,
  limit: number,
): Promise<StoredMention[]> {
  const root = (await resolveStories(db, mention.projectId, [mention.storyId])).get(mention.storyId)
  if (root === undefined) return []
  const rows = await db`
    select id from ${membersOf(mention.projectId, [root])}
     where ${afterId}::uuid is null or id > ${afterId}::uuid order by id limit ${limit}`
  return readMentions(
    db,
    mention.projectId,
    rows.map((row) => row.id),
  )
}
