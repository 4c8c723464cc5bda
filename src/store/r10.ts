import { type CellFilter, cellsOf } from '../domain/cell.ts'
import type { Engagement } from '../domain/post.ts'
import { STORIES } from './counts.ts'
import type { Db } from './db.ts'
import { readMentions, type StoredMention } from './mention-rows.ts'
import { pageIds } from './pages.ts'

// A near-duplicate group, by the mention that leads it.
export interface RankedStory {
  readonly mention: StoredMention
  readonly score: number
  readonly size: number
  readonly authors: number
  readonly relevance: number
  // Of all its copies together.
  readonly engagement: Engagement
}

// Highest score first. A filter chooses stories by their leading mention.
export async function listStories(
  db: Db,
  projectId: string,
  filter: CellFilter,
  page: number,
  limit: number,
): Promise<{ readonly total: number; readonly stories: readonly RankedStory[] }> {
  const choice = { cells: cellsOf(filter), skip: (page - 1) * limit, limit }
  const { total, ids } = await pageIds(db, projectId, STORIES, choice)
  return { total, stories: await readStories(db, projectId, ids) }
}

// Stories by their order keys, in that order.
export async function readStories(db: Db, projectId: string, rankIds: readonly string[]): Promise<RankedStory[]> {
  if (rankIds.length === 0) return []
  const rows = await db`
    select s.lead_id, s.score, s.size, s.authors, s.relevance, s.likes, s.comments, s.shares, s.views
      from unnest(${rankIds as string[]}::uuid[]) with ordinality as w(rank_id, position)
      join story s on s.project_id = ${projectId} and s.rank_id = w.rank_id order by w.position`
  const leads = await readMentions(
    db,
    projectId,
    rows.map((row) => row.lead_id),
  )
  const byId = new Map(leads.map((mention) => [mention.id, mention]))
  return rows.flatMap((row) => {
    const mention = byId.get(row.lead_id)
    if (mention === undefined) return []
    const { score, size, authors, relevance, likes, comments, shares, views } = row
    return [{ mention, score, size, authors, relevance, engagement: { likes, comments, shares, views } }]
  })
}

// The members of a mention's group, oldest first: the one it began with, then its copies, after `afterId`.
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
