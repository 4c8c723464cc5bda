import type { Engagement } from '../../domain/post.ts'
import type { Db, Pool } from '../db.ts'
import { platformOf } from '../platforms.ts'
import { noteChange } from './changed.ts'
import { changeCounts, MENTIONS, STORIES } from './counts.ts'
import { AUTHOR_HASHES_MAX, findStories, hashAuthor, type Story, type StoryRules, saveStories } from './stories.ts'

// Old mentions are removed together with everything that counts them: spans, stories, digests. They stay charged, so the ledger is
// not changed. Whole UTC days are removed at once, because a day's digest cannot be split.
const PROJECTS_PER_BATCH = 500
const CHUNK = 1_000
const DAY_SECONDS = 86_400
// Authors and relevance of the rest of a very large group are read from this many of its members.
const MEMBERS_READ_MAX = 5_000

export interface TrimOptions {
  readonly days: number
  readonly storyRules: StoryRules
  readonly signal: AbortSignal
  // The most transactions to use; the rest is left for the next call.
  readonly stepsMax: number
}

export interface TrimResult {
  readonly removed: number
  readonly more: boolean
}

// Removes mentions published more than `days` ago from every project, a chunk at a time: each chunk is one transaction under the
// project's row lock, so collecting and reading continue in between.
export async function trimMentions(pool: Pool, options: TrimOptions): Promise<TrimResult> {
  const cutoff = await readCutoff(pool, options.days)
  let removed = 0
  let after: string | null = null
  for (let steps = 0; steps < options.stepsMax; ) {
    const ids: string[] = await listProjectIds(pool, after)
    for (const id of await withOldMentions(pool, ids, cutoff)) {
      for (let chunk = CHUNK; chunk >= CHUNK; steps++) {
        options.signal.throwIfAborted()
        if (steps >= options.stepsMax) return { removed, more: true }
        chunk = await pool.begin((tx) => trimChunk(tx, id, cutoff, options.storyRules))
        removed += chunk
      }
    }
    after = ids.at(-1) ?? null
    if (ids.length < PROJECTS_PER_BATCH) return { removed, more: false }
    steps++
  }
  return { removed, more: true }
}

// The first second that is kept, by the database's clock.
async function readCutoff(db: Db, days: number): Promise<number> {
  const [row] = await db`select floor(extract(epoch from now()))::bigint as now`
  return Math.floor((row?.now - days * DAY_SECONDS) / DAY_SECONDS) * DAY_SECONDS
}

async function listProjectIds(db: Db, after: string | null): Promise<string[]> {
  const rows = await db`
    select id from project where removed_at is null and (${after}::uuid is null or id > ${after}::uuid)
     order by id limit ${PROJECTS_PER_BATCH}`
  return rows.map((row) => row.id)
}

// Read from the counts: a project whose old days were removed has no rows for them.
async function withOldMentions(db: Db, ids: readonly string[], cutoff: number): Promise<string[]> {
  const rows = await db`
    select project_id from mention_count
     where project_id = any(${ids as string[]}::uuid[]) and list = ${MENTIONS} and span = ${DAY_SECONDS} and start < ${cutoff}
     group by project_id order by project_id`
  return rows.map((row) => row.project_id)
}

interface ExpiredMention {
  readonly id: string
  readonly cell: number
  readonly storyId: string
  readonly engagement: Engagement
}

async function trimChunk(tx: Db, projectId: string, cutoff: number, storyRules: StoryRules): Promise<number> {
  const [project] = await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  if (project === undefined) return 0
  const rows = await tx`
    select id, cell, story_id, likes, comments, shares, views from mention
     where project_id = ${projectId} and id < first_id(${cutoff * 1000}) order by id limit ${CHUNK}`
  const expired = rows.map(
    ({ id, cell, story_id: storyId, ...engagement }): ExpiredMention => ({
      id,
      cell,
      storyId,
      engagement: engagement as never,
    }),
  )
  if (expired.length > 0) await removeMentions(tx, projectId, expired, storyRules)
  if (expired.length < CHUNK) await removeEmptyDays(tx, projectId, cutoff)
  return expired.length
}

async function removeMentions(
  tx: Db,
  projectId: string,
  expired: readonly ExpiredMention[],
  storyRules: StoryRules,
): Promise<void> {
  await noteChange(tx, projectId)
  await tx`delete from mention where project_id = ${projectId} and id = any(${expired.map(({ id }) => id)}::uuid[])`
  await changeCounts(
    tx,
    projectId,
    MENTIONS,
    expired.map(({ id, cell }) => ({ key: id, cell, change: -1 })),
  )
  await shrinkStories(tx, projectId, expired, storyRules)
}

async function shrinkStories(
  tx: Db,
  projectId: string,
  expired: readonly ExpiredMention[],
  storyRules: StoryRules,
): Promise<void> {
  const removed = Map.groupBy(expired, ({ storyId }) => storyId)
  const stories = await findStories(
    tx,
    projectId,
    [],
    expired.map(({ storyId, engagement }) => ({ storyId, change: engagement })),
  )
  const emptied: Story[] = []
  const remaining: Story[] = []
  for (const story of stories) {
    const members = removed.get(story.id) ?? []
    story.size -= members.length
    story.engagement = subtractEngagement(story.engagement, members)
    if (story.size <= 0) emptied.push(story)
    else remaining.push(await recomputeStory(tx, projectId, story))
  }
  await removeStories(tx, projectId, emptied)
  await saveStories(tx, projectId, remaining, storyRules)
}

async function removeStories(tx: Db, projectId: string, stories: readonly Story[]): Promise<void> {
  if (stories.length === 0) return
  await tx`delete from story where project_id = ${projectId} and id = any(${stories.map(({ id }) => id)}::uuid[])`
  await changeCounts(
    tx,
    projectId,
    STORIES,
    stories.map(({ rankId, cell }) => ({ key: rankId, cell, change: -1 })),
  )
}

// Recomputes the lead, authors and relevance of a story from its remaining members. The id stays: it only names the group.
async function recomputeStory(tx: Db, projectId: string, story: Story): Promise<Story> {
  const members = await tx`
    select id, cell, relevance, author_id, author_username from (
      select id, cell, relevance, author_id, author_username from mention where project_id = ${projectId} and id = ${story.id}
      union all
      select id, cell, relevance, author_id, author_username from mention
       where project_id = ${projectId} and story_id = ${story.id} and story_id <> id) m
     order by id limit ${MEMBERS_READ_MAX}`
  const [lead] = members
  if (lead === undefined) throw new Error(`Story ${story.id} should have ${story.size} members and has none.`)
  const hashes = new Set<number>()
  for (const { id, cell, author_id, author_username } of members) {
    if (hashes.size >= AUTHOR_HASHES_MAX) break
    hashes.add(hashAuthor(platformOf(Math.floor(cell / 3)), author_id || author_username || id))
  }
  return {
    ...story,
    leadId: lead.id,
    cell: lead.cell,
    relevance: Math.max(...members.map(({ relevance }) => relevance as number)),
    authors: hashes.size,
    authorHashes: [...hashes],
  }
}

function subtractEngagement(whole: Engagement, members: readonly ExpiredMention[]): Engagement {
  const rest = { ...whole }
  for (const { engagement } of members) {
    for (const name of ['likes', 'comments', 'shares', 'views'] as const) {
      rest[name] = Math.max(0, rest[name] - engagement[name])
    }
  }
  return rest
}

// Rows that count nothing can be deleted: an absent span is empty.
async function removeEmptyDays(tx: Db, projectId: string, cutoff: number): Promise<void> {
  await tx`delete from mention_count where project_id = ${projectId} and span <> 0 and total = 0`
  await tx`
    delete from day_digest
     where project_id = ${projectId} and day < (to_timestamp(${cutoff}::bigint) at time zone 'UTC')::date`
}
