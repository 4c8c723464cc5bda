// Writes alternatives of terms back as the expression that is read as them: `and` inside an alternative, `or` between.
export function writeExpression(alternatives: readonly (readonly string[])[]): string {
  return alternatives
    .map((terms) => terms.map(writeTerm).filter((term) => term !== ''))
    .filter((terms) => terms.length > 0)
    .map((terms) => terms.join(' and '))
    .join(' or ')
}

// A term in which an operator stands as a word has to be quoted, or it would be read as one.
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
  place: number,
): readonly (readonly string[])[] {
  return alternatives
    .map((terms, at) => (at === index ? terms.filter((_, other) => other !== place) : terms))
    .filter((terms) => terms.length > 0)
}
