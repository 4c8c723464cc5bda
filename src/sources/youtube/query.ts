import type { Keyword } from '../../domain/keyword.ts'
import type { SourceEvent } from '../source.ts'
import { cleanTerm, isSearchable, quoteTerm } from '../term.ts'

export interface YoutubeQuery {
  readonly q: string
  // A term that every relevant comment contains, if there is one: comments can be searched as well.
  readonly commentTerm: string | null
}

export interface CompiledQuery {
  readonly queries: readonly YoutubeQuery[]
  readonly notices: readonly Extract<SourceEvent, { type: 'notice' }>[]
}

// YouTube does not document a limit; longer queries are cut off silently.
const QUERY_MAX = 400

// Compiles an expression into queries. A space means AND and `|` means OR, but their precedence is undocumented, so they are
// never combined: alternatives of one term share a query, and every other alternative has its own.
export function compileQuery(keyword: Keyword, exclusions: readonly string[]): CompiledQuery {
  const notices: Extract<SourceEvent, { type: 'notice' }>[] = []
  const groups: string[][] = []
  for (const terms of keyword.alternatives) {
    const usable = terms.map(cleanTerm).filter(isSearchable)
    if (usable.length > 0) groups.push(usable)
    else notices.push({ type: 'notice', code: 'term_not_searchable', detail: terms.join(' and ') })
  }
  const singles = groups.flatMap((group) => (group.length === 1 ? group : []))
  const positives = packSingles(singles)
  for (const group of groups.filter(({ length }) => length > 1)) {
    positives.push({ q: group.map(quoteTerm).join(' '), commentTerm: longest(group) })
  }
  const excluded = exclusions.map(cleanTerm).filter(isSearchable)
  let dropped = 0
  const queries = positives.map((positive) => {
    let { q } = positive
    for (const term of excluded) {
      const operand = ` -${quoteTerm(term)}`
      if (q.length + operand.length <= QUERY_MAX) q += operand
      else dropped++
    }
    return { ...positive, q }
  })
  if (dropped > 0) {
    notices.push({ type: 'notice', code: 'exclusion_not_pushed', detail: `${dropped} left to the local matcher` })
  }
  return { queries, notices }
}

function packSingles(terms: readonly string[]): YoutubeQuery[] {
  const packed: { q: string; commentTerm: string | null }[] = []
  for (const term of terms) {
    const open = packed.at(-1)
    if (open === undefined || open.q.length + term.length + 3 > QUERY_MAX) {
      packed.push({ q: quoteTerm(term), commentTerm: term })
    } else {
      open.q += `|${quoteTerm(term)}`
      open.commentTerm = null
    }
  }
  return packed
}

function longest(terms: readonly string[]): string | null {
  return terms.reduce<string | null>((best, term) => (best === null || term.length > best.length ? term : best), null)
}
