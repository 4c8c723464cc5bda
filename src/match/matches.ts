import type { FoundTerm, Keyword, Match, Span } from '../domain/keyword.ts'
import { readWords, spanOf, type Words } from '../text/words.ts'
import { patternsOf } from './term.ts'

export interface Expression {
  readonly keyword: Keyword
  readonly exclusions: readonly string[]
}

// Whether a text matches, and why. `hidden` is matched too but never displayed: a term found only there has no spans.
export function matches(expression: Expression, text: string, hidden?: string): Match {
  return compileExpression(expression)(text, hidden)
}

// The same for many texts: the expression is compiled once.
export function compileExpression(expression: Expression): (text: string, hidden?: string) => Match {
  const terms = [...new Set(expression.keyword.alternatives.flat())].map(compileTerm)
  const exclusions = expression.exclusions.map(compileTerm)
  return (text, hidden) => {
    const visible = readWords(text)
    const hiddenWords = hidden === undefined || hidden === '' ? null : readWords(hidden)
    const found = terms.map((term) => findTerm(term, visible, hiddenWords)).filter((term) => term !== null)
    const names = new Set(found.map(({ term }) => term))
    const alternative = expression.keyword.alternatives.findIndex(
      (alternative) => alternative.length > 0 && alternative.every((term) => names.has(term)),
    )
    const excludedBy = findFirst(exclusions, visible, hiddenWords)
    return {
      matched: alternative >= 0 && excludedBy === null,
      alternative: alternative < 0 ? null : alternative,
      found,
      excludedBy,
    }
  }
}

interface CompiledTerm {
  readonly term: string
  readonly patterns: readonly (readonly string[])[]
}

function compileTerm(term: string): CompiledTerm {
  return { term, patterns: patternsOf(term) }
}

function findFirst(terms: readonly CompiledTerm[], visible: Words, hiddenWords: Words | null): FoundTerm | null {
  for (const term of terms) {
    const found = findTerm(term, visible, hiddenWords)
    if (found !== null) return found
  }
  return null
}

function findTerm({ term, patterns }: CompiledTerm, visible: Words, hiddenWords: Words | null): FoundTerm | null {
  const spans = findSpans(patterns, visible)
  if (spans.length > 0) return { term, spans }
  return hiddenWords !== null && findSpans(patterns, hiddenWords).length > 0 ? { term, spans: [] } : null
}

// The occurrences of the patterns, from left to right; of two that overlap, the first.
function findSpans(patterns: CompiledTerm['patterns'], words: Words): Span[] {
  const spans: Span[] = []
  let free = 0
  for (let position = 0; position < words.keys.length; position++) {
    for (const pattern of patterns) {
      const span = spanAt(pattern, words, position)
      if (span === null || span.start < free) continue
      spans.push(span)
      free = span.end
    }
  }
  return spans
}

function spanAt(pattern: readonly string[], words: Words, position: number): Span | null {
  let start = words.starts[position] ?? 0
  let next = position
  for (const key of pattern) {
    if (words.keys[next] === key) {
      next++
      continue
    }
    const reading = words.readings?.get(next)?.find((reading) => reading.key === key)
    if (reading === undefined) return null
    if (next === position) start = reading.start
    next = reading.next
  }
  return spanOf(words, start, words.ends[next - 1] ?? start)
}
