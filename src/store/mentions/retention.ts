import type { Engagement } from '../../domain/post.ts'
import type { Db, Pool } from '../db.ts'
import { platformOf } from '../platforms.ts'
import { changeCounts, MENTIONS, STORIES } from './counts.ts'
import { AUTHOR_HASHES_MAX, findStories, hashAuthor, type Story, type StoryRules, saveStories } from './stories.ts'

// Old mentions leave with everything that counts them: spans, stories, digests. What they cost stays charged, so the ledger is
// not touched. Whole UTC days go at once, because a day's digest cannot be split.
const PROJECTS_PER_BATCH = 500
const CHUNK = 1_000
const DAY_SECONDS = 86_400
// Authors and relevance of what is left of a very large group are read from this many of its members.
const MEMBERS_READ_MAX = 5_000

export interface Trimming {
  readonly days: number
  readonly storyRules: StoryRules
  readonly signal: AbortSignal
  // How many transactions to spend; more is left for the next time.
  readonly stepsMax: number
}

export interface Trimmed {
  readonly removed: number
  readonly more: boolean
}

// Removes what was published more than `days` ago from every project, a chunk at a time: each chunk is one transaction under the
// project's row lock, so collecting and reading go on in between.
export async function trimMentions(pool: Pool, trimming: Trimming): Promise<Trimmed> {
  const cutoff = await readCutoff(pool, trimming.days)
  let removed = 0
  let after: string | null = null
  for (let steps = 0; steps < trimming.stepsMax; ) {
    const ids: string[] = await listProjectIds(pool, after)
    for (const id of await withOldMentions(pool, ids, cutoff)) {
      for (let chunk = CHUNK; chunk >= CHUNK; steps++) {
        trimming.signal.throwIfAborted()
        if (steps >= trimming.stepsMax) return { removed, more: true }
        chunk = await pool.begin((tx) => trimChunk(tx, id, cutoff, trimming.storyRules))
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

// The counts know it: a project whose old days are gone has no row for them.
async function withOldMentions(db: Db, ids: readonly string[], cutoff: number): Promise<string[]> {
  const rows = await db`
    select project_id from mention_count
     where project_id = any(${ids as string[]}::uuid[]) and list = ${MENTIONS} and span = ${DAY_SECONDS} and start < ${cutoff}
     group by project_id order by project_id`
  return rows.map((row) => row.project_id)
}

interface Doomed {
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
  const doomed = rows.map(
    ({ id, cell, story_id: storyId, ...engagement }): Doomed => ({
      id,
      cell,
      storyId,
      engagement: engagement as never,
    }),
  )
  if (doomed.length > 0) await removeMentions(tx, projectId, doomed, storyRules)
  if (doomed.length < CHUNK) await removeEmptyDays(tx, projectId, cutoff)
  return doomed.length
}

async function removeMentions(
  tx: Db,
  projectId: string,
  doomed: readonly Doomed[],
  storyRules: StoryRules,
): Promise<void> {
  await tx`delete from mention where project_id = ${projectId} and id = any(${doomed.map(({ id }) => id)}::uuid[])`
  await changeCounts(
    tx,
    projectId,
    MENTIONS,
    doomed.map(({ id, cell }) => ({ key: id, cell, change: -1 })),
  )
  await shrinkStories(tx, projectId, doomed, storyRules)
}

async function shrinkStories(
  tx: Db,
  projectId: string,
  doomed: readonly Doomed[],
  storyRules: StoryRules,
): Promise<void> {
  const leaving = Map.groupBy(doomed, ({ storyId }) => storyId)
  const stories = await findStories(
    tx,
    projectId,
    [],
    doomed.map(({ storyId, engagement }) => ({ storyId, change: engagement })),
  )
  const gone: Story[] = []
  const left: Story[] = []
  for (const story of stories) {
    const members = leaving.get(story.id) ?? []
    story.size -= members.length
    story.engagement = without(story.engagement, members)
    if (story.size <= 0) gone.push(story)
    else left.push(await describeAgain(tx, projectId, story))
  }
  await removeStories(tx, projectId, gone)
  await saveStories(tx, projectId, left, storyRules)
}

async function removeStories(tx: Db, projectId: string, gone: readonly Story[]): Promise<void> {
  if (gone.length === 0) return
  await tx`delete from story where project_id = ${projectId} and id = any(${gone.map(({ id }) => id)}::uuid[])`
  await changeCounts(
    tx,
    projectId,
    STORIES,
    gone.map(({ rankId, cell }) => ({ key: rankId, cell, change: -1 })),
  )
}

// Who leads what is left, who wrote it and how relevant it is, from its members. The id stays: it is only the group's name.
async function describeAgain(tx: Db, projectId: string, story: Story): Promise<Story> {
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

function without(whole: Engagement, members: readonly Doomed[]): Engagement {
  const rest = { ...whole }
  for (const { engagement } of members) {
    for (const name of ['likes', 'comments', 'shares', 'views'] as const) {
      rest[name] = Math.max(0, rest[name] - engagement[name])
    }
  }
  return rest
}

// What counts nothing any more says nothing: a span that is absent is empty.
async function removeEmptyDays(tx: Db, projectId: string, cutoff: number): Promise<void> {
  await tx`delete from mention_count where project_id = ${projectId} and span <> 0 and total = 0`
  await tx`
    delete from day_digest
     where project_id = ${projectId} and day < (to_timestamp(${cutoff}::bigint) at time zone 'UTC')::date`
}
