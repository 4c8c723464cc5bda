// A keyword expression in disjunctive form: a post matches when all terms of one alternative are in it.
// A term is the text as the analyst wrote it, trimmed; matching folds it (src/match/words.ts).
export interface Keyword {
  readonly alternatives: readonly (readonly string[])[]
}

export interface Span {
  readonly start: number
  readonly end: number
}

export interface FoundTerm {
  readonly term: string
  // Offsets in the text as it was given, in UTF-16 units, so that a page can highlight them.
  readonly spans: readonly Span[]
}

// Why a text matched, or did not.
export interface Match {
  readonly matched: boolean
  // Index of the first alternative that holds, or null.
  readonly alternative: number | null
  readonly found: readonly FoundTerm[]
  // The exclusion that vetoed it, or null.
  readonly excludedBy: FoundTerm | null
}
