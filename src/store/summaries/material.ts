import { CELLS_TOTAL } from '../../domain/cell.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { countByCell, MENTIONS, STORIES } from '../mentions/counts.ts'
import { pageIds } from '../mentions/pages.ts'
import { readMentions, type StoredMention } from '../mentions/rows.ts'
import { lockMentions } from '../projects/projects.ts'

// How the sample is drawn: evenly over the whole list, the best ranked of every cell, and the largest groups. Each takes a few
// short reads, so a million mentions cost as much as a thousand.
const STRIDES = 30
const PER_STRIDE = 20
const PER_CELL = 15
const LARGEST = 60

export interface SummaryMaterial {
  readonly counts: readonly number[]
  readonly oldest: Date
  readonly newest: Date
  // Every mention that is counted was stored until then, and no other.
  readonly collectedUntil: Date
  // The mentions that represent their stories.
  readonly sampled: readonly StoredMention[]
  // The story with the most mentions; null when two have as many.
  readonly largestStory: { readonly storyId: string; readonly size: number } | null
}

// The input of a summary; null when there are no mentions. Holds the project's row lock until the end of the transaction, so that
// all reads count the same mentions: those stored until `collectedUntil`.
export async function readMaterial(tx: Db, projectId: string): Promise<SummaryMaterial | null> {
  const collectedUntil = await lockMentions(tx, projectId)
  if (collectedUntil === null) return null
  const counts = await countByCell(tx, projectId)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const [bounds] = await tx`
    select (select published_at from mention where project_id = ${projectId} order by id limit 1) as oldest,
           (select published_at from mention where project_id = ${projectId} order by id desc limit 1) as newest`
  if (total === 0 || bounds?.oldest == null) return null
  const largest = await listLargest(tx, projectId)
  const ids = [
    ...(await idsEvenly(tx, projectId, total)),
    ...(await idsOfBest(tx, projectId, counts)),
    ...largest.map(({ leadId }) => leadId),
  ]
  return {
    counts,
    oldest: bounds.oldest,
    newest: bounds.newest,
    collectedUntil,
    sampled: await readLeads(tx, projectId, ids),
    largestStory: standsOut(largest),
  }
}

// One mention for each story: the first, from which the others were copied.
async function readLeads(db: Db, projectId: string, ids: readonly string[]): Promise<StoredMention[]> {
  const rows = await db`
    select distinct s.lead_id
      from mention m join story own on own.project_id = ${projectId} and own.id = m.story_id
      join story s on s.project_id = ${projectId} and s.id = coalesce(own.merged_into, own.id)
     where m.project_id = ${projectId} and m.id = any(${ids as string[]}::uuid[]) order by s.lead_id`
  return readMentions(
    db,
    projectId,
    rows.map((row) => row.lead_id),
  )
}

async function idsEvenly(db: Db, projectId: string, total: number): Promise<string[]> {
  const stride = Math.max(Math.floor(total / STRIDES), PER_STRIDE)
  const ids: string[] = []
  for (let skip = 0; skip < total; skip += stride) {
    ids.push(...(await pageIds(db, projectId, MENTIONS, { cells: null, skip, limit: PER_STRIDE })).ids)
  }
  return ids
}

async function idsOfBest(db: Db, projectId: string, counts: readonly number[]): Promise<string[]> {
  const ranks: string[] = []
  for (let cell = 0; cell < CELLS_TOTAL; cell++) {
    if (counts[cell] === 0) continue
    ranks.push(...(await pageIds(db, projectId, STORIES, { cells: [cell], skip: 0, limit: PER_CELL })).ids)
  }
  // Merged stories are not in the index by rank.
  const rows = await db`
    select lead_id from story where project_id = ${projectId} and merged_into is null and rank_id = any(${plainArray(ranks)}::uuid[])`
  return rows.map((row) => row.lead_id)
}

interface LargeStory {
  readonly storyId: string
  readonly leadId: string
  readonly size: number
}

function listLargest(db: Db, projectId: string): Promise<LargeStory[]> {
  return db<LargeStory>`
    select id as "storyId", lead_id as "leadId", size from story where project_id = ${projectId} and size > 1
     order by size desc, rank_id desc limit ${LARGEST}`
}

function standsOut([first, second]: readonly LargeStory[]): SummaryMaterial['largestStory'] {
  if (first === undefined || first.size === second?.size) return null
  return { storyId: first.storyId, size: first.size }
}
