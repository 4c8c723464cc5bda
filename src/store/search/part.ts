import type { Db } from '../db.ts'
import { idBytes } from '../ids.ts'
import {
  type Languages,
  readStories,
  readTerms,
  type StoredTerms,
  type Stories,
  writeStories,
  writeTerms,
} from './columns.ts'
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

// `mentions` is not empty.
export function tailPart(mentions: readonly TailMention[]): Part {
  const documents = mentions.map(({ document, storyId }) => ({ ...document, storyId }))
  const ids = Buffer.concat(documents.map(({ id }) => idBytes(id)))
  return {
    size: mentions.length,
    oldest: documents[0]?.id ?? '',
    newest: documents.at(-1)?.id ?? '',
    cells: Uint8Array.from(mentions, ({ cell }) => cell),
    ids: async () => ids,
    authors: async () => Float64Array.from(documents, ({ author }) => author),
    stories: async () => readStories(writeStories(documents), ids),
    languages: async () => {
      const names = [...new Set(documents.map(({ language }) => language))]
      return { names, codes: Uint16Array.from(documents, ({ language }) => names.indexOf(language)) }
    },
    terms: async () => {
      const { terms, termWords } = writeTerms(documents)
      return readTerms(terms, termWords)
    },
  }
}
