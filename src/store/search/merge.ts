import type { Db, Pool } from '../db.ts'
import { ID_BYTES } from '../ids.ts'
import { deleteSegments } from './change.ts'
import type { ColumnDocument } from './columns.ts'
import { PostingBuilder } from './postings.ts'
import { assemble, type BuiltSegment, lockProject, writeSegment } from './seal.ts'
import { readSegmentDocuments, visitPostings } from './segment-documents.ts'
import { listSegments, loadIds, REMOVED, type Segment } from './segments.ts'

// Large segments share their words between more mentions and need fewer look-ups. Above this size the gain is small, and a corrected
// sentiment, which writes all cells of its segment, would get slower.
const SMALL_MAX = 8_192
const MERGED_AT_ONCE = 8

// Merges the oldest small segments of a project into one, when there are enough of them. True when it did.
export async function mergeSegments(pool: Pool, projectId: string): Promise<boolean> {
  const before = (await listSegments(pool, projectId)).filter(({ size }) => size < SMALL_MAX).slice(0, MERGED_AT_ONCE)
  if (before.length < MERGED_AT_ONCE) return false
  const merged = await buildMerged(pool, projectId, before)
  return pool.begin(async (tx) => {
    if (!(await lockProject(tx, projectId))) return false
    // Cells may have changed since; the other columns cannot.
    const now = new Map((await listSegments(tx, projectId)).map((segment) => [segment.segment, segment]))
    const sources = before.map(({ segment }) => now.get(segment))
    if (sources.some((source) => source === undefined)) return false
    const cells = Buffer.from(merged.origins.map(([source, ordinal]) => sources[source]?.cells[ordinal] ?? REMOVED))
    if (cells.some((cell) => cell !== REMOVED)) await writeSegment(tx, projectId, { ...merged.built, cells })
    await deleteSegments(
      tx,
      projectId,
      before.map(({ segment }) => segment),
    )
    return true
  })
}

interface Merged {
  readonly built: BuiltSegment
  // Where each mention comes from: the number of the segment, and the ordinal in it.
  readonly origins: readonly (readonly [number, number])[]
}

async function buildMerged(db: Db, projectId: string, sources: readonly Segment[]): Promise<Merged> {
  const found: {
    readonly document: ColumnDocument
    readonly key: Buffer
    readonly origin: readonly [number, number]
  }[] = []
  for (const [number, segment] of sources.entries()) {
    const ids = await loadIds(db, projectId, segment)
    for (const [ordinal, document] of (await readSegmentDocuments(db, projectId, segment)).entries()) {
      if (segment.cells[ordinal] === REMOVED) continue
      found.push({
        document,
        key: ids.subarray(ordinal * ID_BYTES, (ordinal + 1) * ID_BYTES),
        origin: [number, ordinal],
      })
    }
  }
  found.sort((a, b) => a.key.compare(b.key))
  const placed = sources.map(({ size }) => new Int32Array(size).fill(-1))
  for (const [ordinal, { origin }] of found.entries()) (placed[origin[0]] as Int32Array)[origin[1]] = ordinal
  const builder = new PostingBuilder()
  for (const [number, segment] of sources.entries()) {
    await addPostings(db, projectId, segment, placed[number] as Int32Array, builder)
  }
  return {
    built: assemble(
      found.map(({ document }) => document),
      builder,
    ),
    origins: found.map(({ origin }) => origin),
  }
}

async function addPostings(
  db: Db,
  projectId: string,
  segment: Segment,
  placed: Int32Array,
  builder: PostingBuilder,
): Promise<void> {
  await visitPostings(db, projectId, segment, (word, ordinals) => {
    for (const ordinal of ordinals) {
      const place = placed[ordinal] as number
      if (place >= 0) builder.add(word, place)
    }
  })
}
