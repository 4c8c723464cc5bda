import { TASKS } from '../../domain/job.ts'
import type { Db } from '../db.ts'
import { addJob } from '../jobs/jobs.ts'
import type { ColumnDocument } from './columns.ts'
import { type IndexedDocument, readDocuments } from './document.ts'
import { lockProject } from './seal.ts'
import { readSegmentDocuments, visitPostings } from './segment-documents.ts'
import { listSegments, REMOVED, type Segment } from './segments.ts'

export interface IndexDifferences {
  // Mentions that the index does not have.
  readonly missing: number
  // Entries without a mention, or a second one for the same mention.
  readonly extra: number
  // Entries whose words, terms, author, language, story or cell are not those of the mention.
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
}

async function readEntries(db: Db, projectId: string, segment: Segment): Promise<Entry[]> {
  const words = Array.from({ length: segment.size }, () => new Set<number>())
  await visitPostings(db, projectId, segment, (word, ordinals) => {
    for (const ordinal of ordinals) words[ordinal]?.add(word)
  })
  const documents = await readSegmentDocuments(db, projectId, segment)
  return documents.flatMap((document, ordinal) => {
    const cell = segment.cells[ordinal] as number
    return cell === REMOVED ? [] : [{ document, cell, words: words[ordinal] as Set<number> }]
  })
}

async function countDifferent(db: Db, projectId: string, entries: readonly Entry[]): Promise<number> {
  const ids = entries.map(({ document }) => document.id)
  const documents = await readDocuments(db, projectId, ids)
  const rows = await db<{ id: string; cell: number; storyId: string }>`
    select id, cell, story_id as "storyId" from mention where project_id = ${projectId} and id = any(${ids}::uuid[])`
  const stored = new Map(rows.map((row) => [row.id, row]))
  return entries.filter((entry) => {
    const document = documents.get(entry.document.id)
    const row = stored.get(entry.document.id)
    if (document === undefined || row === undefined) return false
    return row.cell !== entry.cell || row.storyId !== entry.document.storyId || !isSame(entry, document)
  }).length
}

function isSame({ document, words }: Entry, stored: IndexedDocument): boolean {
  return (
    document.author === stored.author &&
    document.language === stored.language &&
    JSON.stringify(document.terms) === JSON.stringify(stored.terms) &&
    words.symmetricDifference(stored.words).size === 0
  )
}

// Drops the index of a project and puts all its mentions into the tail, from which it is built again in the background. Filters stay
// exact meanwhile.
export async function repairSearchIndex(tx: Db, projectId: string): Promise<void> {
  if (!(await lockProject(tx, projectId))) return
  await tx`delete from search_segment where project_id = ${projectId}`
  await tx`delete from search_posting where project_id = ${projectId}`
  await tx`delete from search_tail where project_id = ${projectId}`
  await tx`insert into search_tail (project_id, id) select project_id, id from mention where project_id = ${projectId}`
  await addJob(tx, { task: TASKS.indexMentions, key: projectId })
}
