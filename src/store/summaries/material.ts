import { CELLS_TOTAL } from '../../domain/cell.ts'
import type { Db } from '../db.ts'
import { countByCell, MENTIONS, STORIES } from '../mentions/counts.ts'
import { pageIds } from '../mentions/pages.ts'
import { readMentions, type StoredMention } from '../mentions/rows.ts'

// How the sample is drawn: evenly over the whole list, the best ranked of every cell, and the largest groups. Each takes a few
// short reads, so a million mentions cost as much as a thousand.
const STRIDES = 30
const PER_STRIDE = 20
const PER_CELL = 15
const LARGEST = 60

export interface SampledMention {
  readonly mention: StoredMention
  // How many near-duplicates it represents.
  readonly groupSize: number
}

export interface SummaryMaterial {
  readonly counts: readonly number[]
  readonly oldest: Date
  readonly newest: Date
  readonly sampled: readonly SampledMention[]
}

// The input of a summary; null when there are no mentions.
export async function readMaterial(db: Db, projectId: string): Promise<SummaryMaterial | null> {
  const counts = await countByCell(db, projectId)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const [bounds] = await db`
    select (select published_at from mention where project_id = ${projectId} order by id limit 1) as oldest,
           (select published_at from mention where project_id = ${projectId} order by id desc limit 1) as newest`
  if (total === 0 || bounds?.oldest == null) return null
  const ids = new Set([
    ...(await idsEvenly(db, projectId, total)),
    ...(await idsOfBest(db, projectId, counts)),
    ...(await idsOfLargest(db, projectId)),
  ])
  const mentions = await readMentions(db, projectId, [...ids].sort())
  const sampled = mentions.map((mention) => ({ mention, groupSize: mention.similar + 1 }))
  return { counts, oldest: bounds.oldest, newest: bounds.newest, sampled }
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
  const rows = await db`select lead_id from story where project_id = ${projectId} and rank_id = any(${ranks}::uuid[])`
  return rows.map((row) => row.lead_id)
}

async function idsOfLargest(db: Db, projectId: string): Promise<string[]> {
  const rows = await db`
    select lead_id from story where project_id = ${projectId} and size > 1 order by size desc, rank_id desc limit ${LARGEST}`
  return rows.map((row) => row.lead_id)
}
