import { type CellFilter, cellsOf } from '../../domain/cell.ts'
import type { Engagement } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { raw } from '../sql.ts'
import { STORIES } from './counts.ts'
import { type PageProject, type ProjectScope, readPage } from './pages.ts'
import { MENTION_COLUMNS, readMentions, type StoredMention, toMention } from './rows.ts'

// A near-duplicate group, represented by its leading mention.
export interface RankedStory {
  readonly mention: StoredMention
  readonly score: number
  readonly size: number
  readonly authors: number
  readonly relevance: number
  // Summed over all its copies.
  readonly engagement: Engagement
}

export interface StoryPage {
  readonly project: PageProject
  readonly total: number
  readonly stories: readonly RankedStory[]
}

// Highest score first. A filter selects stories by their leading mention. Null when the owner has no such project.
export async function listStories(
  db: Db,
  project: ProjectScope,
  filter: CellFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<StoryPage | null> {
  const choice = { cells: cellsOf(filter), skip: (page - 1) * limit, limit }
  const found = await readPage(db, project, STORIES, choice, ROW_QUERY)
  return found === null ? null : { ...found, stories: found.rows.map(toStory) }
}

// Of story s and its leading mention m.
const STORY_COLUMNS = `${MENTION_COLUMNS}, s.score, s.size, s.authors, s.relevance as story_relevance, s.likes as story_likes,
  s.comments as story_comments, s.shares as story_shares, s.views as story_views`
const ROW_QUERY = `
  select ${STORY_COLUMNS} from story s join mention m on m.project_id = $1 and m.id = s.lead_id
   where s.project_id = $1 and s.rank_id = chosen.key`

// Stories by their rank ids, in the given order.
export async function readStories(db: Db, projectId: string, rankIds: readonly string[]): Promise<RankedStory[]> {
  if (rankIds.length === 0) return []
  const rows = await db`
    select ${raw(STORY_COLUMNS)}
      from unnest(${rankIds as string[]}::uuid[]) with ordinality as w(rank_id, position)
      join story s on s.project_id = ${projectId} and s.rank_id = w.rank_id
      join mention m on m.project_id = ${projectId} and m.id = s.lead_id order by w.position`
  return rows.map(toStory)
}

function toStory(row: Record<string, unknown>): RankedStory {
  return {
    mention: toMention(row),
    score: row.score as number,
    size: row.size as number,
    authors: row.authors as number,
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
  const rows = await db`
    select id from (
      select id from mention where project_id = ${mention.projectId} and id = ${mention.storyId}
      union all
      select id from mention where project_id = ${mention.projectId} and story_id = ${mention.storyId} and story_id <> id) m
     where ${afterId}::uuid is null or id > ${afterId}::uuid order by id limit ${limit}`
  return readMentions(
    db,
    mention.projectId,
    rows.map((row) => row.id),
  )
}
