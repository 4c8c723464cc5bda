import type { Db } from '../db.ts'
import { idAt, idBytes } from '../ids.ts'
import { type Languages, readAuthors, readStories, type Stories, writeAuthors, writeStories } from './columns.ts'
import { readDocuments } from './document.ts'
import { readEntities, writeEntities } from './entity-column.ts'
import { type MentionTerms, termsOfTokens } from './mention-terms.ts'
import type { Ordinals } from './ordinals.ts'
import {
  type NumberedAuthors,
  type NumberedEntities,
  numberAuthors,
  numberEntities,
  numberStories,
  type ProjectNumbers,
  type StoryNumbers,
} from './project-numbers.ts'
import {
  type Derived,
  keepDerived,
  loadIds,
  loadLanguages,
  loadNumberedAuthors,
  loadNumberedEntities,
  loadNumberedTerms,
  loadStories,
  loadStoryNumbers,
  loadTermsOf,
  type Segment,
} from './segments.ts'
import type { TailMention } from './tail.ts'
import { type NumberedTerms, numberTerms, type TermNumbers } from './term-numbers.ts'

// A part of a project's mentions, sorted by id: a segment, or a batch of the tail. Columns are read when they are needed.
export interface Part {
  // Names the columns and the cells of a segment; null for a batch of the tail, which changes with each mention.
  readonly name: string | null
  readonly size: number
  readonly oldest: string
  readonly newest: string
  readonly cells: Uint8Array
  ids(): Promise<Buffer>
  authors(numbers: ProjectNumbers): Promise<NumberedAuthors>
  stories(): Promise<Stories>
  storyNumbers(numbers: ProjectNumbers): Promise<StoryNumbers>
  languages(): Promise<Languages>
  entities(numbers: ProjectNumbers): Promise<NumberedEntities>
  termsOf(wanted: Ordinals): Promise<MentionTerms>
  // Of at least these mentions.
  numberedTerms(wanted: Ordinals, numbers: TermNumbers): Promise<NumberedTerms>
  // What follows from the columns and the cells alone, and is kept with them.
  derive<T>(name: string, make: () => Derived<T>): T
}

export function segmentPart(db: Db, projectId: string, segment: Segment): Part {
  return {
    name: `${segment.segment} ${segment.version}`,
    size: segment.size,
    oldest: segment.oldest,
    newest: segment.newest,
    cells: segment.cells,
    ids: () => loadIds(db, projectId, segment),
    authors: (numbers) => loadNumberedAuthors(db, projectId, segment, numbers),
    stories: () => loadStories(db, projectId, segment),
    storyNumbers: (numbers) => loadStoryNumbers(db, projectId, segment, numbers),
    languages: () => loadLanguages(db, projectId, segment),
    entities: (numbers) => loadNumberedEntities(db, projectId, segment, numbers),
    termsOf: (wanted) => loadTermsOf(db, projectId, segment, wanted),
    numberedTerms: (wanted, numbers) => loadNumberedTerms(db, projectId, { segment, wanted, numbers }),
    derive: (name, make) => keepDerived(segment, name, make),
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
  const termsOf = (wanted: Ordinals) => readTailTerms(db, projectId, { ids, revised, wanted })
  return {
    name: null,
    size,
    oldest: idAt(ids, 0),
    newest: idAt(ids, size - 1),
    cells: Uint8Array.from(mentions, ({ cell }) => cell),
    ids: async () => ids,
    authors: async (numbers) => numberAuthors(authors, numbers),
    stories: async () => stories,
    storyNumbers: async (numbers) => numberStories(stories, numbers),
    languages: async () => ({ names, codes }),
    entities: async (numbers) => numberEntities(entities, numbers),
    termsOf,
    numberedTerms: async (wanted, numbers) => numberTerms(wanted, await termsOf(wanted), numbers),
    derive: (_, make) => make().value,
  }
}

interface TailTerms {
  readonly ids: Buffer
  readonly revised: Float64Array
  readonly wanted: Ordinals
}

async function readTailTerms(db: Db, projectId: string, { ids, revised, wanted }: TailTerms): Promise<MentionTerms> {
  const versions = Array.from(wanted, (ordinal) => ({ id: idAt(ids, ordinal), revisedAt: revised[ordinal] as number }))
  const documents = await readDocuments(db, projectId, versions)
  return termsOfTokens(versions.map(({ id }) => documents.get(id)?.terms ?? NO_TOKENS))
}

const NO_TOKENS = { words: new Float64Array(0), pairs: new Uint8Array(0) }
