import type { Db } from '../db.ts'
import { idAt, idBytes } from '../ids.ts'
import {
  type Authors,
  type Languages,
  readAuthors,
  readStories,
  type Stories,
  writeAuthors,
  writeStories,
} from './columns.ts'
import { readDocuments } from './document.ts'
import { type Entities, readEntities, writeEntities } from './entity-column.ts'
import { loadAuthors, loadEntities, loadIds, loadLanguages, loadStories, loadTerms, type Segment } from './segments.ts'
import type { TailMention } from './tail.ts'
import { readTerms, type StoredTerms, TermColumnBuilder } from './term-column.ts'

// A part of a project's mentions, sorted by id: a segment, or a batch of the tail. Columns are read when they are needed.
export interface Part {
  readonly size: number
  readonly oldest: string
  readonly newest: string
  readonly cells: Uint8Array
  ids(): Promise<Buffer>
  authors(): Promise<Authors>
  stories(): Promise<Stories>
  languages(): Promise<Languages>
  entities(): Promise<Entities>
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
    entities: () => loadEntities(db, projectId, segment),
    terms: () => loadTerms(db, projectId, segment),
  }
}

// `mentions` is not empty. Words and terms are not kept: while the index is being built, a tail may have millions of mentions.
export function tailPart(db: Db, projectId: string, mentions: readonly TailMention[]): Part {
  const ids = Buffer.concat(mentions.map(({ document }) => idBytes(document.id)))
  const authors = readAuthors(writeAuthors(mentions.map(({ document }) => document.author)), mentions.length)
  const stories = readStories(
    writeStories(mentions.map(({ document, storyId }) => ({ id: document.id, storyId }))),
    ids,
  )
  const names = [...new Set(mentions.map(({ document }) => document.language))]
  const codes = Uint16Array.from(mentions, ({ document }) => names.indexOf(document.language))
  const entities = readEntities(writeEntities(mentions.map(({ document }) => document.entities)), mentions.length)
  const revised = Float64Array.from(mentions, ({ document }) => document.revisedAt)
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
    entities: async () => entities,
    terms: () => readTailTerms(db, projectId, ids, revised),
  }
}

async function readTailTerms(db: Db, projectId: string, ids: Buffer, revised: Float64Array): Promise<StoredTerms> {
  const wanted = Array.from(revised, (revisedAt, ordinal) => ({ id: idAt(ids, ordinal), revisedAt }))
  const documents = await readDocuments(db, projectId, wanted)
  const builder = new TermColumnBuilder()
  for (const { id } of wanted) builder.add(documents.get(id)?.terms ?? NO_TERMS)
  return readTerms(builder.finish())
}

const NO_TERMS = { words: new Float64Array(0), pairs: new Uint8Array(0) }
