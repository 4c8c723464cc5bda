import { ID_BYTES, idBytes } from '../ids.ts'
import {
  type Authors,
  type Languages,
  readAuthors,
  readStories,
  type Stories,
  writeAuthors,
  writeStories,
} from './columns.ts'
import { type Entities, readEntities, writeEntities } from './entity-column.ts'
import type { TailMention } from './tail.ts'

// What readings count of mentions of the tail. Words and terms are not in it: while the index is being built, a tail may have millions of
// mentions.
export interface TailColumns {
  // Names what is in them where they are the whole tail, and null otherwise.
  readonly version: string | null
  readonly ids: Buffer
  readonly cells: Uint8Array
  readonly authors: Authors
  readonly stories: Stories
  readonly languages: Languages
  readonly entities: Entities
  // Milliseconds.
  readonly revised: Float64Array
}

// `mentions` is not empty.
export function tailColumns(mentions: readonly TailMention[], version: string | null): TailColumns {
  const ids = Buffer.concat(mentions.map(({ document }) => idBytes(document.id)))
  const names = [...new Set(mentions.map(({ document }) => document.language))]
  return {
    version,
    ids,
    cells: Uint8Array.from(mentions, ({ cell }) => cell),
    authors: readAuthors(writeAuthors(mentions.map(({ document }) => document.author)), mentions.length),
    stories: readStories(writeStories(mentions.map(({ document, storyId }) => ({ id: document.id, storyId }))), ids),
    languages: { names, codes: Uint16Array.from(mentions, ({ document }) => names.indexOf(document.language)) },
    entities: readEntities(writeEntities(mentions.map(({ document }) => document.entities)), mentions.length),
    revised: Float64Array.from(mentions, ({ document }) => document.revisedAt),
  }
}

export function bytesOfTail({ ids, entities }: TailColumns): number {
  return 2_000 + (ids.length / ID_BYTES) * 60 + entities.numbers.byteLength + entities.names.length * 100
}
