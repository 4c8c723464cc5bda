import type { Db, Pool } from '../db.ts'
import { removeFromIndex } from '../search/change.ts'
import { logChanges } from './change-log.ts'
import { noteChange } from './changed.ts'
import { changeCounts, MENTIONS } from './counts.ts'
import type { StoryRules } from './stories.ts'
import { deleteEmptyFamilies } from './story-families.ts'
import { trimStoryKeys } from './story-key-upkeep.ts'
import { shrinkStories } from './story-members.ts'
import { forgetMentions } from './tags.ts'

// Old mentions are removed together with everything that counts them: spans, stories, search index. They stay charged, so the ledger
// is not changed. Whole UTC days are removed at once, so that the counts of a day are complete or absent.
const PROJECTS_PER_BATCH = 500
const CHUNK = 1_000
const HIDDEN_CHUNK = 10_000
const DAY_SECONDS = 86_400

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
    for (const id of await withOldHidden(pool, ids, cutoff)) {
      while ((await pool.begin((tx) => trimHidden(tx, id, cutoff))) === HIDDEN_CHUNK) options.signal.throwIfAborted()
    }
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

async function withOldHidden(db: Db, ids: readonly string[], cutoff: number): Promise<string[]> {
  const rows = await db`
    select project_id from hidden_mention
     where project_id = any(${ids as string[]}::uuid[]) and id < first_id(${cutoff * 1000}) group by project_id`
  return rows.map((row) => row.project_id)
}

// Hidden mentions are in no count or story, so they are simply deleted. Returns how many.
async function trimHidden(tx: Db, projectId: string, cutoff: number): Promise<number> {
  await tx`select id from project where id = ${projectId} for no key update`
  const removed = await tx<{ id: string }>`
    delete from hidden_mention where project_id = ${projectId} and id in (
      select id from hidden_mention where project_id = ${projectId} and id < first_id(${cutoff * 1000})
       order by id limit ${HIDDEN_CHUNK}) returning id`
  await forgetMentions(
    tx,
    projectId,
    removed.map(({ id }) => id),
  )
  await addExpired(tx, projectId, removed.length)
  return removed.length
}

// They stay charged: `pantau recount` compares the ledger with what is stored and what has expired or was deleted.
export async function addExpired(tx: Db, projectId: string, mentions: number): Promise<void> {
  await tx`update project set expired_mentions = expired_mentions + ${mentions} where id = ${projectId}`
}

// A mention that is taken out of the project.
export interface ExpiredMention {
  readonly id: string
  readonly cell: number
  readonly storyId: string
}

async function trimChunk(tx: Db, projectId: string, cutoff: number, storyRules: StoryRules): Promise<number> {
  const [project] = await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  if (project === undefined) return 0
  const expired = await tx<ExpiredMention>`
    select id, cell, story_id as "storyId" from mention
     where project_id = ${projectId} and id < first_id(${cutoff * 1000}) order by id limit ${CHUNK}`
  if (expired.length > 0) {
    await removeMentions(tx, projectId, expired, storyRules)
    await forgetMentions(
      tx,
      projectId,
      expired.map(({ id }) => id),
    )
    await logChanges(tx, projectId, 'deleted', expired)
    await addExpired(tx, projectId, expired.length)
  }
  if (expired.length < CHUNK) {
    await removeEmptySpans(tx, projectId)
    await trimStoryKeys(tx, projectId, cutoff * 1000)
  }
  return expired.length
}

// Takes mentions out of every list, count and story. The caller holds the project's row lock.
export async function removeMentions(
  tx: Db,
  projectId: string,
  expired: readonly ExpiredMention[],
  storyRules: StoryRules,
): Promise<void> {
  await noteChange(tx, projectId)
  const ids = expired.map(({ id }) => id)
  await tx`delete from mention where project_id = ${projectId} and id = any(${ids}::uuid[])`
  await tx`delete from unmatched_mention where project_id = ${projectId} and id = any(${ids}::uuid[])`
  await changeCounts(
    tx,
    projectId,
    MENTIONS,
    expired.map(({ id, cell }) => ({ key: id, cell, change: -1 })),
  )
  await removeFromIndex(tx, projectId, ids)
  await shrinkStories(
    tx,
    projectId,
    expired.map(({ storyId }) => storyId),
    storyRules,
  )
}

// Rows that count nothing can be deleted: an absent span is empty.
async function removeEmptySpans(tx: Db, projectId: string): Promise<void> {
  await deleteEmptyFamilies(tx, projectId)
  await tx`delete from mention_count where project_id = ${projectId} and span <> 0 and total = 0`
}
