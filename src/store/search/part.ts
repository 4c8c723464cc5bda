import type { Db } from '../db.ts'
import { ID_BYTES, idAt, idBytes } from '../ids.ts'
import {
  type Languages,
  readStories,
  readTerms,
  type StoredTerms,
  type Stories,
  writeStories,
  writeTerms,
} from './columns.ts'
import { readDocuments } from './document.ts'
import { loadAuthors, loadIds, loadLanguages, loadStories, loadTerms, type Segment } from './segments.ts'
import type { TailMention } from './tail.ts'

// A part of a project's mentions, sorted by id: a segment, or a batch of the tail. Columns are read when they are needed.
export interface Part {
  readonly size: number
  readonly oldest: string
  readonly newest: string
  readonly cells: Uint8Array
  ids(): Promise<Buffer>
  authors(): Promise<Float64Array>
  stories(): Promise<Stories>
  languages(): Promise<Languages>
  terms(): Promise<StoredTerms>
}

export function segmentPart(db: Db, projectId: string, segment: Segment): Part {
  return {
    size: segment.size,
    oldest: segment.oldest,
    newest: segment.newest,
    cells: segment.cells,
    ids: () => loadIds(db, projectId, segment),
    authors: () => loadAuthors(db, projectId, segment),
    stories: () => loadStories(db, projectId, segment),
    languages: () => loadLanguages(db, projectId, segment),
    terms: () => loadTerms(db, projectId, segment),
  }
}

// `mentions` is not empty. Words and terms are not kept: while the index is being built, a tail may have millions of mentions.
export function tailPart(db: Db, projectId: string, mentions: readonly TailMention[]): Part {
  const ids = Buffer.concat(mentions.map(({ document }) => idBytes(document.id)))
  const authors = Float64Array.from(mentions, ({ document }) => document.author)
  const stories = readStories(
    writeStories(mentions.map(({ document, storyId }) => ({ id: document.id, storyId }))),
    ids,
  )
  const names = [...new Set(mentions.map(({ document }) => document.language))]
  const codes = Uint16Array.from(mentions, ({ document }) => names.indexOf(document.language))
  const size = mentions.length
  return {
    size,
    oldest: idAt(ids, 0),
    newest: idAt(ids, size - 1),
    cells: Uint8Array.from(mentions, ({ cell }) => cell),
    ids: async () => ids,
    authors: async () => authors,
    stories: async () => stories,
    languages: async () => ({ names, codes }),
    terms: () => readTailTerms(db, projectId, ids),
  }
}

async function readTailTerms(db: Db, projectId: string, ids: Buffer): Promise<StoredTerms> {
  const wanted = Array.from({ length: ids.length / ID_BYTES }, (_, ordinal) => idAt(ids, ordinal))
  const documents = await readDocuments(db, projectId, wanted)
  const { terms, termWords } = writeTerms(wanted.map((id) => ({ terms: documents.get(id)?.terms ?? NO_TERMS })))
  return readTerms(terms, termWords)
}

const NO_TERMS = { words: [], flags: [] }
