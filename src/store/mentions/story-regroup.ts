import type { Db, Pool } from '../db.ts'
import { platformOf } from '../platforms.ts'
import { addToIndex, removeFromIndex } from '../search/change.ts'
import { sql } from '../sql.ts'
import { noteChange } from './changed.ts'
import type { StoryMention } from './incoming.ts'
import { toAuthor, toEngagement } from './rows.ts'
import { deleteStories, readStoriesById, type StoryRules, sizeOf } from './stories.ts'
import { foldIntoStories } from './story-fold.ts'
import { membersOf, readMerged, resolveStories } from './story-members.ts'

// Stories that were grouped by earlier rules (`outdated`) are grouped again, some at a time, while the service runs: each step is one
// transaction under the project's row lock. What is left to do is in the stories themselves, so that it can stop anywhere.
const STORIES_PER_STEP = 500
// A step ends after the story that reaches it: one story is never divided between steps.
const MENTIONS_PER_STEP = 1_000

// Projects that have such stories.
export async function listOutdatedProjects(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select project_id as id from story where outdated group by project_id order by project_id limit ${limit}`
  return rows.map(({ id }) => id)
}

// True when nothing is left to do, false after `stepsMax` steps.
export async function regroupStories(
  pool: Pool,
  projectId: string,
  options: { readonly storyRules: StoryRules; readonly signal: AbortSignal; readonly stepsMax: number },
): Promise<boolean> {
  for (let steps = 0; steps < options.stepsMax; steps++) {
    options.signal.throwIfAborted()
    if (!(await pool.begin((tx) => regroupStep(tx, projectId, options.storyRules)))) return true
  }
  return false
}

// Groups the mentions of stories again, by their texts as they are now. A story with very many mentions keeps them.
export async function regroupMembers(
  tx: Db,
  projectId: string,
  storyIds: readonly string[],
  storyRules: StoryRules,
): Promise<void> {
  const roots = [...new Set((await resolveStories(tx, projectId, storyIds)).values())]
  const stories = (await readStoriesById(tx, projectId, roots)).filter((story) => sizeOf(story) <= MENTIONS_PER_STEP)
  const mentions = await readForFolding(
    tx,
    projectId,
    stories.map(({ id }) => id),
    storyRules,
  )
  await deleteStories(tx, projectId, [...stories, ...(await readMerged(tx, projectId, stories))])
  await refold(tx, projectId, mentions, storyRules)
}

// False when there was nothing to do.
async function regroupStep(tx: Db, projectId: string, storyRules: StoryRules): Promise<boolean> {
  const [project] = await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  if (project === undefined) return false
  const rows = await tx<{ id: string }>`
    select id from (
      select id, sum(size) over (order by id) - size as before from story
       where project_id = ${projectId} and outdated order by id limit ${STORIES_PER_STEP}) s
     where before < ${MENTIONS_PER_STEP} order by id`
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  const mentions = await readForFolding(tx, projectId, ids, storyRules)
  await deleteStories(tx, projectId, await readStoriesById(tx, projectId, ids))
  await refold(tx, projectId, mentions, storyRules)
  return true
}

// Groups mentions that have no story, and stores which one they have got.
export async function refold(
  tx: Db,
  projectId: string,
  mentions: readonly StoryMention[],
  storyRules: StoryRules,
): Promise<void> {
  const stories = await foldIntoStories(tx, projectId, mentions, [], storyRules)
  const changed = await tx<{ id: string }>`
    update mention m set story_id = w.story_id
      from unnest(${mentions.map(({ id }) => id)}::uuid[], ${stories}::uuid[]) as w(id, story_id)
     where m.project_id = ${projectId} and m.id = w.id and m.story_id <> w.story_id
    returning m.id`
  // The index has the story of each mention.
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) await noteChange(tx, projectId)
  await removeFromIndex(tx, projectId, ids)
  await addToIndex(tx, projectId, ids)
}

async function readForFolding(
  tx: Db,
  projectId: string,
  storyIds: readonly string[],
  storyRules: StoryRules,
): Promise<StoryMention[]> {
  const rows = await tx`select ${FOLDING_COLUMNS} from ${membersOf(projectId, storyIds)} order by id`
  return rows.map((row) => toStoryMention(row, storyRules))
}

// Mentions whose story does not exist.
export async function readOrphans(tx: Db, projectId: string, storyRules: StoryRules): Promise<StoryMention[]> {
  const rows = await tx`
    select ${FOLDING_COLUMNS} from mention m where project_id = ${projectId}
       and not exists (select from story s where s.project_id = ${projectId} and s.id = m.story_id) order by id`
  return rows.map((row) => toStoryMention(row, storyRules))
}

const FOLDING_COLUMNS = sql`m.id, m.cell, m.relevance, m.text, m.author_id, m.author_username, m.author_name, m.likes, m.comments, m.shares,
    m.views`

function toStoryMention(row: Record<string, unknown>, { fingerprint }: StoryRules): StoryMention {
  return {
    id: row.id as string,
    cell: row.cell as number,
    relevance: row.relevance as number,
    ...fingerprint(row.text as string),
    post: {
      platform: platformOf(Math.floor((row.cell as number) / 3)),
      author: toAuthor(row),
      engagement: toEngagement(row),
    },
  }
}
