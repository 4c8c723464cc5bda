import type { TermTokens } from '../../text/term-keys.ts'
import type { Db } from '../db.ts'
import type { ColumnDocument } from './columns.ts'
import { type IndexedDocument, REVISED_AT, readDocuments } from './document.ts'
import { listSegments, REMOVED, type Segment } from './segments.ts'
import { readTokens, toTermTokens } from './term-column.ts'
import { readWhole } from './whole-segment.ts'

export interface IndexDifferences {
  // Mentions that the index does not have.
  readonly missing: number
  // Entries without a mention, or a second one for the same mention.
  readonly extra: number
  // Entries whose words, terms, entities, author, language, story or cell are not those of the mention.
  readonly different: number
}

const BATCH = 1_000

// Compares the search index of a project with its mentions. `db` must be a transaction with one snapshot.
export async function checkSearchIndex(db: Db, projectId: string): Promise<IndexDifferences> {
  const indexed = new Set<string>()
  let entries = 0
  let different = 0
  for (const segment of await listSegments(db, projectId)) {
    const live = await readEntries(db, projectId, segment)
    for (let from = 0; from < live.length; from += BATCH) {
      const batch = live.slice(from, from + BATCH)
      different += await countDifferent(db, projectId, batch)
      for (const { document } of batch) indexed.add(document.id)
    }
    entries += live.length
  }
  const tail = await db<{ id: string }>`select id from search_tail where project_id = ${projectId}`
  for (const { id } of tail) indexed.add(id)
  entries += tail.length
  const mentions = await db<{ id: string }>`select id from mention where project_id = ${projectId}`
  const found = mentions.filter(({ id }) => indexed.has(id)).length
  return { missing: mentions.length - found, extra: entries - found, different }
}

interface Entry {
  readonly document: ColumnDocument
  readonly cell: number
  readonly words: ReadonlySet<number>
  readonly terms: TermTokens
}

async function readEntries(db: Db, projectId: string, segment: Segment): Promise<Entry[]> {
  const words = Array.from({ length: segment.size }, () => new Set<number>())
  const { documentAt, terms, postings } = await readWhole(db, projectId, segment)
  while (postings.word < Number.POSITIVE_INFINITY) {
    const { word } = postings
    for (const ordinal of postings.take()) words[ordinal]?.add(word)
  }
  const tokens = readTokens(terms, segment.size)
  return words.flatMap((own, ordinal) => {
    const cell = segment.cells[ordinal] as number
    if (cell === REMOVED) return []
    const document = documentAt(ordinal)
    return [{ document, cell, words: own, terms: toTermTokens(terms, tokens[ordinal] as Uint32Array) }]
  })
}

async function countDifferent(db: Db, projectId: string, entries: readonly Entry[]): Promise<number> {
  const ids = entries.map(({ document }) => document.id)
  const rows = await db<{ id: string; cell: number; storyId: string; revisedAt: number }>`
    select id, cell, story_id as "storyId", ${REVISED_AT} from mention m where project_id = ${projectId} and id = any(${ids}::uuid[])`
  const documents = await readDocuments(db, projectId, rows)
  const stored = new Map(rows.map((row) => [row.id, row]))
  return entries.filter((entry) => {
    const document = documents.get(entry.document.id)
    const row = stored.get(entry.document.id)
    if (document === undefined || row === undefined) return false
    return row.cell !== entry.cell || row.storyId !== entry.document.storyId || !isSame(entry, document)
  }).length
}

function isSame({ document, words, terms }: Entry, stored: IndexedDocument): boolean {
  return (
    document.author === stored.author &&
    document.language === stored.language &&
    document.entities.join('\n') === stored.entities.join('\n') &&
    terms.words.join() === stored.terms.words.join() &&
    terms.pairs.join() === stored.terms.pairs.join() &&
    words.symmetricDifference(new Set(stored.words)).size === 0
  )
}
