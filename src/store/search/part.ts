import type { Db } from '../db.ts'
import { idAt } from '../ids.ts'
import type { Languages, Stories } from './columns.ts'
import { readDocuments } from './document.ts'
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
import type { TailColumns } from './tail-columns.ts'
import { type NumberedTerms, numberTerms, type TermNumbers } from './term-numbers.ts'

// A part of a project's mentions, sorted by id: a segment, or a batch of the tail. Columns are read when they are needed.
export interface Part {
  // Names the columns and the cells of a segment; null for mentions of the tail, which changes with each of them.
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

export function tailPart(db: Db, projectId: string, columns: TailColumns): Part {
  const { version, ids, cells, authors, stories, languages, entities, revised } = columns
  const size = cells.length
  const termsOf = (wanted: Ordinals) => readTailTerms(db, projectId, { ids, revised, wanted })
  const derive: Part['derive'] = (name, make) =>
    version === null ? make().value : keepDerived({ segment: `tail ${projectId}`, version }, name, make)
  const derived = <T>(name: string, bytes: number, make: () => T) => derive(name, () => ({ value: make(), bytes }))
  return {
    name: null,
    size,
    oldest: idAt(ids, 0),
    newest: idAt(ids, size - 1),
    cells,
    ids: async () => ids,
    authors: async (numbers) =>
      derived(`numbered authors ${numbers.id}`, authors.keys.length * 4, () => numberAuthors(authors, numbers)),
    stories: async () => stories,
    storyNumbers: async (numbers) =>
      derived(`story numbers ${numbers.id}`, size * 4, () => numberStories(stories, numbers)),
    languages: async () => languages,
    entities: async (numbers) =>
      derived(`numbered entities ${numbers.id}`, entities.names.length * 4, () => numberEntities(entities, numbers)),
    termsOf,
    numberedTerms: async (wanted, numbers) => numberTerms(wanted, await termsOf(wanted), numbers),
    derive,
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
