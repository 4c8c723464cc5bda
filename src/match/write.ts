import type { Keyword } from '../domain/keyword.ts'

// The expression that `parseKeyword` parses into these alternatives.
export function writeKeyword({ alternatives }: Keyword): string {
  return alternatives.map((terms) => terms.map(writeTerm).join(' and ')).join(' or ')
}

// A term that has an operator among its words is quoted, or it would be parsed as one.
function writeTerm(term: string): string {
  return /(^|\s)(and|or)(\s|$)/.test(term) ? `"${term}"` : term
}

// A list of exclusions with one more.
export function addExclusion(exclude: string, term: string): string {
  const written = /[,;]|(^|\s)or(\s|$)/.test(term) ? `"${term}"` : term
  return exclude.trim() === '' ? written : `${exclude.trim()}, ${written}`
}
