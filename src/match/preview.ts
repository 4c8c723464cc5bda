import type { Keyword } from '../domain/keyword.ts'
import { formsOf } from './affixes.ts'
import { createMatcher } from './matcher.ts'

// One pass over a text answers what each alternative of an expression would find, and what its affixed forms would add.
export interface PreviewMatcher {
  match(text: string, hidden: string): PreviewMatch
  // What each number in `forms` stands for: the alternatives in which a term is replaced by one of its forms.
  readonly forms: readonly TermForm[]
}

export interface PreviewMatch {
  // Indexes of the alternatives that hold; none when an exclusion occurs.
  readonly alternatives: readonly number[]
  readonly forms: readonly number[]
}

export interface TermForm {
  readonly term: string
  readonly form: string
}

const FORMS_MAX = 4_000

export function compilePreview(keyword: Keyword, exclusions: readonly string[]): PreviewMatcher {
  const matcher = createMatcher()
  for (const [index, terms] of keyword.alternatives.entries()) {
    matcher.add(`a${index}`, { alternatives: [terms] }, exclusions)
  }
  const forms = listForms(keyword)
  for (const [index, form] of forms.entries()) matcher.add(`f${index}`, withForm(keyword, form), exclusions)
  return {
    forms,
    match(text, hidden) {
      const found = matcher.match(text, hidden)
      const numbers = (kind: string) => found.filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(1)))
      return { alternatives: numbers('a').sort((a, b) => a - b), forms: numbers('f') }
    },
  }
}

// The alternatives that the form would add to an expression.
export function withForm({ alternatives }: Keyword, { term, form }: TermForm): Keyword {
  return {
    alternatives: alternatives
      .filter((terms) => terms.includes(term))
      .map((terms) => terms.map((other) => (other === term ? form : other))),
  }
}

function listForms({ alternatives }: Keyword): TermForm[] {
  const terms = [...new Set(alternatives.flat())]
  return terms.flatMap((term) => formsOf(term).map((form) => ({ term, form }))).slice(0, FORMS_MAX)
}
