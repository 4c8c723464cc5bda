import type { Keyword } from '../../domain/keyword.ts'
import type { SourceEvent } from '../source.ts'
import { cleanTerm, isSearchable, quoteTerm, spellingsOf } from '../term.ts'

// What a self-serve account may send to recent search.
export const QUERY_MAX = 512

export interface CompiledQuery {
  readonly queries: readonly string[]
  readonly notices: readonly Extract<SourceEvent, { type: 'notice' }>[]
}

// Reposts are no longer found by keyword; asking for them to be left out is harmless and keeps older gateways honest.
const SUFFIX = ' -is:retweet'

// Compiles an expression into queries of X's recent search. Alternatives that do not fit into one query are spread over
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
  const vetoes = exclusions
    .map(cleanTerm)
    .filter(isSearchable)
    .map((term) => ` -${quoteTerm(term)}`)
  const packed = packGroups(groups, room - vetoes.join('').length) ?? packGroups(groups, room) ?? []
  let dropped = 0
  const queries = packed.map((positive) => {
    let query = positive
    for (const veto of vetoes) {
      if (query.length + veto.length <= room) query += veto
      else dropped++
    }
    return query + SUFFIX
  })
  if (dropped > 0) {
    notices.push({ type: 'notice', code: 'exclusion_not_pushed', detail: `${dropped} left to the local matcher` })
  }
  return { queries, notices }
}

// The operands of one alternative, all of which must hold. Null when nothing in it can be searched for. Operands that
// would make a single alternative too long are left out: the query finds more then, and the local matcher decides.
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

// X does not look for words inside a hashtag, and takes an apostrophe for a gap; our matcher does both.
function withSpellings(term: string): string {
  const { joined, hashtag } = spellingsOf(term)
  const ways = [quoteTerm(term)]
  if (joined !== null) ways.push(quoteTerm(joined))
  if (hashtag !== null) ways.push(`#${hashtag}`)
  return ways.length === 1 ? quoteTerm(term) : `(${ways.join(' OR ')})`
}

// Spreads the alternatives over as few queries as possible, in order. Null when one alone is too long.
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

// A lone operand needs no parentheses of its own among alternatives: `(a OR "b c" OR #bc)`.
function joinMember(group: readonly string[]): string {
  const [only = '', ...others] = group
  if (others.length > 0) return `(${group.join(' ')})`
  return only.startsWith('(') ? only.slice(1, -1) : only
}
