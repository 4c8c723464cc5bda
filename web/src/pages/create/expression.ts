// Writes alternatives as the expression that parses to them: `and` within an alternative, `or` between alternatives.
export function writeExpression(alternatives: readonly (readonly string[])[]): string {
  return alternatives
    .map((terms) => terms.map(writeTerm).filter((term) => term !== ''))
    .filter((terms) => terms.length > 0)
    .map((terms) => terms.join(' and '))
    .join(' or ')
}

// A term that contains an operator as a word must be quoted, or it would be parsed as one.
function writeTerm(term: string): string {
  const plain = term.replaceAll('"', ' ').replace(/\s+/gu, ' ').trim()
  return /(^|\s)(and|or)(\s|$)/.test(plain) ? `"${plain}"` : plain
}

export function addTerm(
  alternatives: readonly (readonly string[])[],
  index: number,
  term: string,
): readonly (readonly string[])[] {
  if (index >= alternatives.length) return [...alternatives, [term]]
  return alternatives.map((terms, at) => (at === index ? [...terms, term] : terms))
}

export function removeTerm(
  alternatives: readonly (readonly string[])[],
  index: number,
  position: number,
): readonly (readonly string[])[] {
  return alternatives
    .map((terms, at) => (at === index ? terms.filter((_, other) => other !== position) : terms))
    .filter((terms) => terms.length > 0)
}
