import type { Engagement } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { platformOf } from '../platforms.ts'
import { sql } from '../sql.ts'
import {
  type CellMembers,
  deleteStories,
  readStoriesById,
  type Story,
  type StoryRules,
  saveStories,
  writeStories,
} from './stories.ts'
import { addHash, hashAuthor } from './story-authors.ts'

// The story that each of these ids stands for now: itself, or the one it was merged into. An id without a story is absent.
export async function resolveStories(db: Db, projectId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db<{ id: string; root: string }>`
    select id, coalesce(merged_into, id) as root from story
     where project_id = ${projectId} and id = any(${[...new Set(ids)]}::uuid[])`
  return new Map(rows.map(({ id, root }) => [id, root]))
}

// The mentions of stories, as a subquery `m` with the id of their story as `root`: those that have the id of the story, or of one that
// was merged into it, as their story_id. The first mention of a story has its id, and is not in the index of copies.
export function membersOf(projectId: string, roots: readonly string[]) {
  return sql`(
    with own as materialized (
      select id, id as root from story where project_id = ${projectId} and id = any(${roots as string[]}::uuid[])
      union all
      select id, merged_into from story where project_id = ${projectId} and merged_into = any(${roots as string[]}::uuid[]))
    select own.root, m.* from own join mention m on m.project_id = ${projectId} and m.id = own.id and m.story_id = m.id
    union all
    select own.root, m.* from own join mention m on m.project_id = ${projectId} and m.story_id = own.id and m.story_id <> m.id) m`
}

export interface Recounted {
  readonly members: Map<number, CellMembers>
  readonly engagement: Engagement
  readonly relevance: number
  readonly authorHashes: number[]
}

// Everything that a story says about its mentions, computed from them. A story without mentions is absent.
export async function recountMembers(
  db: Db,
  projectId: string,
  roots: readonly string[],
): Promise<Map<string, Recounted>> {
  const recounted = new Map<string, Recounted>()
  if (roots.length === 0) return recounted
  const cells = await db`
    select root, cell, count(*)::int as size, min(id::text) as lead, max(relevance) as relevance, sum(likes)::bigint as likes,
           sum(comments)::bigint as comments, sum(shares)::bigint as shares, sum(views)::bigint as views
      from ${membersOf(projectId, roots)} group by root, cell`
  for (const row of cells) {
    const known = recounted.get(row.root)
    const members = known?.members ?? new Map<number, CellMembers>()
    members.set(row.cell, { size: row.size, lead: row.lead })
    const sum = (name: keyof Engagement) => (known?.engagement[name] ?? 0) + row[name]
    recounted.set(row.root, {
      members,
      engagement: { likes: sum('likes'), comments: sum('comments'), shares: sum('shares'), views: sum('views') },
      relevance: Math.max(known?.relevance ?? 0, row.relevance),
      authorHashes: known?.authorHashes ?? [],
    })
  }
  const authors = await db`
    select distinct root, cell / 3 as platform, coalesce(nullif(author_id, ''), nullif(author_username, ''), id::text) as author
      from ${membersOf(projectId, roots)}`
  for (const { root, platform, author } of authors) {
    addHash(recounted.get(root)?.authorHashes ?? [], hashAuthor(platformOf(platform), author))
  }
  return recounted
}

// After mentions were removed: recounts their stories, and deletes those that have none left. `storyIds` are those of the removed
// mentions. The caller holds the project's row lock.
export async function shrinkStories(
  tx: Db,
  projectId: string,
  storyIds: readonly string[],
  storyRules: Pick<StoryRules, 'rank'>,
): Promise<void> {
  const roots = [...new Set((await resolveStories(tx, projectId, storyIds)).values())]
  const recounted = await recountMembers(tx, projectId, roots)
  const remaining: Story[] = []
  const emptied: Story[] = []
  for (const story of await readStoriesById(tx, projectId, roots)) {
    const counted = recounted.get(story.id)
    if (counted === undefined) emptied.push(story)
    else remaining.push({ ...story, ...counted })
  }
  await deleteStories(tx, projectId, [...emptied, ...(await readMerged(tx, projectId, emptied))])
  await saveStories(tx, projectId, remaining, storyRules)
}

// The stories that were merged into these.
export async function readMerged(tx: Db, projectId: string, stories: readonly Story[]): Promise<Story[]> {
  if (stories.length === 0) return []
  const rows = await tx<{ id: string }>`
    select id from story where project_id = ${projectId} and merged_into = any(${stories.map(({ id }) => id)}::uuid[])`
  return readStoriesById(
    tx,
    projectId,
    rows.map(({ id }) => id),
  )
}

// After the cells of mentions changed: their stories may be listed elsewhere. The rank does not depend on the sentiment.
export async function moveMembers(tx: Db, projectId: string, storyIds: readonly string[]): Promise<void> {
  const roots = [...new Set((await resolveStories(tx, projectId, storyIds)).values())]
  const recounted = await recountMembers(tx, projectId, roots)
  const stories = await readStoriesById(tx, projectId, roots)
  await writeStories(
    tx,
    projectId,
    stories.map((story) => ({ ...story, ...recounted.get(story.id) })),
  )
}
