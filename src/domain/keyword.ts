// A keyword expression in disjunctive normal form: a post matches when it contains all terms of one alternative.
// A term is the text as the analyst wrote it, trimmed; matching folds it (src/text/words.ts).
export interface Keyword {
  readonly alternatives: readonly (readonly string[])[]
}

export interface Span {
  readonly start: number
  readonly end: number
}

export interface FoundTerm {
  readonly term: string
  // Offsets into the original text, in UTF-16 code units, so that a page can highlight them.
  readonly spans: readonly Span[]
}

// Why a text matched, or did not.
export interface Match {
  readonly matched: boolean
  // Index of the first alternative that holds, or null.
  readonly alternative: number | null
  readonly found: readonly FoundTerm[]
  // The exclusion that ruled it out, or null.
  readonly excludedBy: FoundTerm | null
}
