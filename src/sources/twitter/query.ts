import type { Keyword } from '../../domain/keyword.ts'
import type { SourceEvent } from '../source.ts'
import { cleanTerm, isSearchable, quoteTerm, spellingsOf } from '../term.ts'

// The limit of recent search for a self-serve account.
export const QUERY_MAX = 512

export interface CompiledQuery {
  readonly queries: readonly string[]
  readonly notices: readonly Extract<SourceEvent, { type: 'notice' }>[]
}

// X no longer finds reposts by keyword; excluding them is harmless, and older gateways still need it.
const SUFFIX = ' -is:retweet'

// Compiles an expression into queries for X's recent search. Alternatives that do not fit into one query are split over
// several; exclusions that still do not fit are left to the local matcher.
export function compileQuery(keyword: Keyword, exclusions: readonly string[], queryMax = QUERY_MAX): CompiledQuery {
  const notices: Extract<SourceEvent, { type: 'notice' }>[] = []
  const room = queryMax - SUFFIX.length
  const groups: string[][] = []
  for (const terms of keyword.alternatives) {
    const group = compileGroup(terms, room)
    if (group !== null) groups.push(group)
    else notices.push({ type: 'notice', code: 'term_not_searchable', detail: terms.join(' and ') })
  }
  if (groups.length === 0) return { queries: [], notices }
  const negated = exclusions
    .map(cleanTerm)
    .filter(isSearchable)
    .map((term) => ` -${quoteTerm(term)}`)
  const packed = packGroups(groups, room - negated.join('').length) ?? packGroups(groups, room) ?? []
  let dropped = 0
  const queries = packed.map((positive) => {
    let query = positive
    for (const operand of negated) {
      if (query.length + operand.length <= room) query += operand
      else dropped++
    }
    return query + SUFFIX
  })
  if (dropped > 0) {
    notices.push({ type: 'notice', code: 'exclusion_not_pushed', detail: `${dropped} left to the local matcher` })
  }
  return { queries, notices }
}

// The operands of one alternative, all of which must match. Null when none of its terms can be searched for. Operands that
// would make a single alternative too long are omitted: the query then finds more, and the local matcher filters it.
function compileGroup(terms: readonly string[], room: number): string[] | null {
  const operands: string[] = []
  for (const term of terms.map(cleanTerm)) {
    if (!isSearchable(term)) continue
    for (const operand of [withSpellings(term), quoteTerm(term)]) {
      if (joinQuery([[...operands, operand]]).length > room) continue
      operands.push(operand)
      break
    }
  }
  return operands.length === 0 ? null : operands
}

// X does not match words inside a hashtag and treats an apostrophe as a space; the local matcher finds both.
function withSpellings(term: string): string {
  const { joined, hashtag } = spellingsOf(term)
  const operands = [quoteTerm(term)]
  if (joined !== null) operands.push(quoteTerm(joined))
  if (hashtag !== null) operands.push(`#${hashtag}`)
  return operands.length === 1 ? quoteTerm(term) : `(${operands.join(' OR ')})`
}

// Distributes the alternatives over as few queries as possible, in order. Null when one alone is too long.
function packGroups(groups: readonly string[][], room: number): string[] | null {
  const packed: string[] = []
  let open: string[][] = []
  for (const group of groups) {
    if (joinQuery([group]).length > room) return null
    if (joinQuery([...open, group]).length > room) {
      packed.push(joinQuery(open))
      open = []
    }
    open.push(group)
  }
  return open.length === 0 ? packed : [...packed, joinQuery(open)]
}

function joinQuery(groups: readonly string[][]): string {
  if (groups.length === 1) return groups[0]?.join(' ') ?? ''
  return `(${groups.map(joinMember).join(' OR ')})`
}

// A single operand needs no parentheses of its own among alternatives: `(a OR "b c" OR #bc)`.
function joinMember(group: readonly string[]): string {
  const [only = '', ...others] = group
  if (others.length > 0) return `(${group.join(' ')})`
  return only.startsWith('(') ? only.slice(1, -1) : only
}
