import type { Db, Pool } from '../db.ts'
import { deleteSegments } from './change.ts'
import type { ColumnDocument } from './columns.ts'
import { PostingBuilder } from './postings.ts'
import { assemble, type BuiltSegment, lockProject, writeSegment } from './seal.ts'
import { readSegmentDocuments, visitPostings } from './segment-documents.ts'
import { listSegments, loadTerms, REMOVED, type Segment } from './segments.ts'
import { readTokens, TermColumnBuilder } from './term-column.ts'

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

interface Found {
  readonly document: ColumnDocument
  readonly origin: readonly [number, number]
}

async function buildMerged(db: Db, projectId: string, sources: readonly Segment[]): Promise<Merged> {
  const found: Found[] = []
  for (const [number, segment] of sources.entries()) {
    for (const [ordinal, document] of (await readSegmentDocuments(db, projectId, segment)).entries()) {
      if (segment.cells[ordinal] !== REMOVED) found.push({ document, origin: [number, ordinal] })
    }
  }
  found.sort((a, b) => (a.document.id < b.document.id ? -1 : 1))
  const origins = found.map(({ origin }) => origin)
  const placed = sources.map(({ size }) => new Int32Array(size).fill(-1))
  for (const [ordinal, origin] of origins.entries()) (placed[origin[0]] as Int32Array)[origin[1]] = ordinal
  const postings = new PostingBuilder()
  for (const [number, segment] of sources.entries()) {
    await visitPostings(db, projectId, segment, (word, ordinals) =>
      postings.addPlaced(word, ordinals, placed[number] as Int32Array),
    )
  }
  const documents = found.map(({ document }) => document)
  return { built: assemble(documents, postings, await mergeTerms(db, projectId, sources, origins)), origins }
}

async function mergeTerms(
  db: Db,
  projectId: string,
  sources: readonly Segment[],
  origins: Merged['origins'],
): Promise<TermColumnBuilder> {
  const builder = new TermColumnBuilder()
  const read: { readonly tokens: readonly Uint32Array[]; readonly numbers: Uint32Array }[] = []
  for (const segment of sources) {
    const terms = await loadTerms(db, projectId, segment)
    read.push({ tokens: readTokens(terms, segment.size), numbers: builder.adopt(terms.words) })
  }
  for (const [number, ordinal] of origins) {
    const { tokens, numbers } = read[number] as (typeof read)[number]
    builder.copy(tokens[ordinal] as Uint32Array, numbers)
  }
  return builder
}
