import { setImmediate } from 'node:timers/promises'
import type { Db, Pool } from '../db.ts'
import { idAt, millisOf } from '../ids.ts'
import { deleteSegments } from './change.ts'
import type { ColumnDocument } from './columns.ts'
import { mergePostings } from './merge-postings.ts'
import { assemble, type BuiltSegment, lockProject, writeSegment } from './seal.ts'
import { listSegments, REMOVED, type Segment } from './segments.ts'
import { CopiedTerms, TermColumnBuilder } from './term-column.ts'
import { readWhole, type WholeSegment } from './whole-segment.ts'

// Large segments share their words between more mentions and need fewer look-ups. Above this size the gain is small, and a corrected
// sentiment, which writes all cells of its segment, would get slower.
const FULL_SIZE = 8_192
const MERGED_AT_ONCE = 8
// Of full segments, which bounds the memory.
const MENTIONS_AT_ONCE = 131_072

interface Merge {
  readonly sources: readonly Segment[]
  // How many segments replace them, one after the other in time.
  readonly pieces: number
}

// Merges the oldest small segments of a project into one, when there are enough of them; or writes full segments that reach over the
// same time again, one after the other. True when it did.
export async function mergeSegments(pool: Pool, projectId: string, fullSize: number = FULL_SIZE): Promise<boolean> {
  const merge = chooseMerge(await listSegments(pool, projectId), fullSize)
  if (merge === null) return false
  const pieces = await buildPieces(pool, projectId, merge)
  return pool.begin(async (tx) => {
    if (!(await lockProject(tx, projectId))) return false
    // Cells may have changed since; the other columns cannot.
    const now = new Map((await listSegments(tx, projectId)).map((segment) => [segment.segment, segment]))
    const sources = merge.sources.map(({ segment }) => now.get(segment))
    if (sources.some((source) => source === undefined)) return false
    for (const { built, entries } of pieces) {
      const cells = Buffer.from(entries.map(({ source, ordinal }) => sources[source]?.cells[ordinal] ?? REMOVED))
      if (cells.some((cell) => cell !== REMOVED)) await writeSegment(tx, projectId, { ...built, cells })
    }
    await deleteSegments(
      tx,
      projectId,
      merge.sources.map(({ segment }) => segment),
    )
    return true
  })
}

// `segments` are sorted by their oldest mention.
function chooseMerge(segments: readonly Segment[], fullSize: number): Merge | null {
  const small = segments.filter(({ size }) => size < fullSize).slice(0, MERGED_AT_ONCE)
  if (small.length === MERGED_AT_ONCE) return { sources: small, pieces: 1 }
  const sources = chooseOverlapping(segments.filter(({ size }) => size >= fullSize))
  return sources === null ? null : { sources, pieces: sources.length }
}

// Files of random dates leave segments that each reach over all of the time, so a month would read every one. Where so many cover one
// instant, the longest of them are cut anew. What they cover is then covered once, so this ends, and a mention is written again about
// once each time that its project grows by this factor.
function chooseOverlapping(segments: readonly Segment[]): Segment[] | null {
  let covering: Segment[] = []
  for (const segment of segments) {
    covering = [...covering.filter(({ newest }) => newest >= segment.oldest), segment]
    if (covering.length === MERGED_AT_ONCE) return takeLongest(covering)
  }
  return null
}

function takeLongest(segments: readonly Segment[]): Segment[] {
  const taken: Segment[] = []
  let mentions = 0
  for (const segment of segments.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    mentions += segment.size
    if (mentions > MENTIONS_AT_ONCE && taken.length >= 2) break
    taken.push(segment)
  }
  return taken
}

function lengthOf({ oldest, newest }: Segment): number {
  return millisOf(newest) - millisOf(oldest)
}

// A mention of one of the sources.
interface Entry {
  readonly id: string
  readonly source: number
  readonly ordinal: number
}

interface Piece {
  readonly built: BuiltSegment
  readonly entries: readonly Entry[]
}

async function buildPieces(db: Db, projectId: string, { sources, pieces }: Merge): Promise<Piece[]> {
  const whole: WholeSegment[] = []
  for (const segment of sources) {
    whole.push(await readWhole(db, projectId, segment))
    await setImmediate()
  }
  const entries = sources
    .flatMap((segment, source) => liveEntries(segment, source, whole[source]?.ids as Buffer))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const size = Math.max(1, Math.ceil(entries.length / pieces))
  const chunks = await mergePostings(
    whole.map(({ postings }) => postings),
    { of: placesOf(sources, entries), total: entries.length, size },
  )
  const terms = whole.map((segment) => new CopiedTerms(segment.terms))
  const built: Piece[] = []
  for (const [piece, own] of chunks.entries()) {
    const cut = entries.slice(piece * size, (piece + 1) * size)
    const documents = cut.map(({ source, ordinal }) => whole[source]?.documentAt(ordinal) as ColumnDocument)
    built.push({ built: assemble(documents, own, copyTerms(terms, cut)), entries: cut })
    await setImmediate()
  }
  return built
}

// Those that are not removed.
function liveEntries({ size, cells }: Segment, source: number, ids: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let ordinal = 0; ordinal < size; ordinal++)
    if (cells[ordinal] !== REMOVED) entries.push({ id: idAt(ids, ordinal), source, ordinal })
  return entries
}

function placesOf(sources: readonly Segment[], entries: readonly Entry[]): Int32Array[] {
  const places = sources.map(({ size }) => new Int32Array(size).fill(-1))
  for (const [place, { source, ordinal }] of entries.entries()) (places[source] as Int32Array)[ordinal] = place
  return places
}

function copyTerms(sources: readonly CopiedTerms[], entries: readonly Entry[]): TermColumnBuilder {
  const builder = new TermColumnBuilder()
  for (const source of sources) source.begin()
  for (const { source, ordinal } of entries) sources[source]?.copyTo(builder, ordinal)
  return builder
}
