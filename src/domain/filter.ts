import type { CellFilter } from './cell.ts'
import type { Entity } from './entity.ts'

// A way in which a term occurs in a text: a sequence of word keys (text/words.ts).
export type Pattern = readonly string[]

// A term occurs when one of its patterns does.
export type TermPatterns = readonly Pattern[]

// What a text must contain: all of these terms, and none of those.
export interface TextQuery {
  // As it was written.
  readonly q: string
  readonly all: readonly TermPatterns[]
  readonly none: readonly TermPatterns[]
}

// The one filter of lists, charts, exports and everything else that reads mentions. An absent field does not filter.
export interface MentionFilter extends CellFilter {
  readonly from?: Date | undefined
  // Excluded.
  readonly to?: Date | undefined
  readonly language?: string | undefined
  // Only mentions in passing, or only the others.
  readonly passing?: boolean | undefined
  // Only mentions that name it.
  readonly entity?: Entity | undefined
  // A user name in any case, or an author's id.
  readonly author?: string | undefined
  // The id of a story.
  readonly story?: string | undefined
  // As `toTag` writes it.
  readonly tag?: string | undefined
  readonly text?: TextQuery | undefined
}
