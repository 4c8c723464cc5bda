import { compileExpression } from './matches.ts'

// Whether a text passes a search: all its words and "phrases" occur, and none of those after a minus sign. Words are read as in an
// expression.
export function compileTextQuery(query: string): (text: string) => boolean {
  const wanted: string[] = []
  const unwanted: string[] = []
  for (const [, minus, phrase, word] of query.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)) {
    const term = (phrase ?? word ?? '').trim()
    if (term !== '') (minus === '-' ? unwanted : wanted).push(term)
  }
  const included = compileExpression({ keyword: { alternatives: [wanted] }, exclusions: [] })
  const excluded = compileExpression({ keyword: { alternatives: unwanted.map((term) => [term]) }, exclusions: [] })
  return (text) => (wanted.length === 0 || included(text).matched) && !excluded(text).matched
}
