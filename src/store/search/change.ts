import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { findId, idBytes, newId } from '../ids.ts'
import { listSegments, loadIds, REMOVED, type Segment } from './segments.ts'

// Changes of the index with the mentions they belong to. The caller holds the project's row lock.

// From this many mentions on, the tail is turned into a segment.
export const TAIL_MAX = 1_024

// Adds mentions that are stored, and not in the index.
export async function addToIndex(tx: Db, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx`
    insert into search_tail (project_id, id) select ${projectId}::uuid, id from unnest(${plainArray(ids)}::uuid[]) as t(id)
    on conflict do nothing`
}

// Whether the tail is long enough for a segment.
export async function isTailLong(db: Db, projectId: string, tailMax: number = TAIL_MAX): Promise<boolean> {
  const [row] = await db<{ full: boolean }>`
    select exists (select from search_tail where project_id = ${projectId} offset ${tailMax - 1}) as full`
  return row?.full === true
}

// Removes mentions, whether they are deleted or hidden. A hidden one that is shown again is added by `addToIndex`.
export async function removeFromIndex(tx: Db, projectId: string, ids: readonly string[]): Promise<void> {
  const rest = await removeFromTail(tx, projectId, ids)
  await setCells(
    tx,
    projectId,
    rest.map((id) => ({ id, cell: REMOVED })),
  )
}

async function removeFromTail(tx: Db, projectId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const removed = await tx<{ id: string }>`
    delete from search_tail where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[]) returning id`
  const known = new Set(removed.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

interface CellChange {
  readonly id: string
  readonly cell: number
}

// The cells of mentions changed. The tail reads them from the mentions themselves.
export async function moveInIndex(tx: Db, projectId: string, changes: readonly CellChange[]): Promise<void> {
  const ids = changes.map(({ id }) => id)
  const rows = await tx<{ id: string }>`
    select id from search_tail where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])`
  const waiting = new Set(rows.map(({ id }) => id))
  await setCells(
    tx,
    projectId,
    changes.filter(({ id }) => !waiting.has(id)),
  )
}

async function setCells(tx: Db, projectId: string, changes: readonly CellChange[]): Promise<void> {
  if (changes.length === 0) return
  const sorted = [...changes].sort((a, b) => (a.id < b.id ? -1 : 1))
  const [first, last] = [sorted[0]?.id ?? '', sorted.at(-1)?.id ?? '']
  for (const segment of await listSegments(tx, projectId)) {
    if (segment.newest < first || segment.oldest > last) continue
    const within = sorted.filter(({ id }) => id >= segment.oldest && id <= segment.newest)
    if (within.length > 0) await setCellsOf(tx, projectId, segment, within)
  }
}

async function setCellsOf(tx: Db, projectId: string, segment: Segment, changes: readonly CellChange[]): Promise<void> {
  const ids = await loadIds(tx, projectId, segment)
  const cells = Buffer.from(segment.cells)
  let changed = false
  for (const { id, cell } of changes) {
    const ordinal = findId(ids, idBytes(id), 0)
    // A mention that was removed stays so: if it was added again, it is in another segment or in the tail.
    if (ordinal < 0 || cells[ordinal] === REMOVED || cells[ordinal] === cell) continue
    cells[ordinal] = cell
    changed = true
  }
  if (!changed) return
  if (cells.every((cell) => cell === REMOVED)) return deleteSegments(tx, projectId, [segment.segment])
  await tx`
    update search_segment set cells = ${cells}, version = ${newId()}
     where project_id = ${projectId} and segment = ${segment.segment}`
}

export async function deleteSegments(tx: Db, projectId: string, segments: readonly string[]): Promise<void> {
  await tx`delete from search_segment where project_id = ${projectId} and segment = any(${plainArray(segments)}::uuid[])`
  await tx`delete from search_posting where project_id = ${projectId} and segment = any(${plainArray(segments)}::uuid[])`
}
