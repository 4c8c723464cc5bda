import { createHash } from 'node:crypto'
import type { Keyword } from '../domain/keyword.ts'
import type { SourceEvent } from './source.ts'
import { cleanTerm, isSearchable, quoteTerm } from './term.ts'

export type Notice = Extract<SourceEvent, { type: 'notice' }>

export interface CompiledQueries {
  readonly queries: readonly string[]
  readonly notices: readonly Notice[]
}

// Identifies the expression that a cursor belongs to: an edited expression starts from the beginning.
export function fingerprintOf(keyword: Keyword, exclusions: readonly string[]): string {
  const text = JSON.stringify([keyword.alternatives, exclusions])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export function searchable(keyword: Keyword, unitsMin: number): { groups: string[][]; notices: Notice[] } {
  const groups: string[][] = []
  const notices: Notice[] = []
  for (const alternative of keyword.alternatives) {
    // A query without one of the terms finds more, and the local matcher filters it. Without any term there is no query.
    const terms = alternative.map(cleanTerm).filter((term) => isSearchable(term) && term.length >= unitsMin)
    if (terms.length > 0) groups.push(terms.map(quoteTerm))
    else notices.push({ type: 'notice', code: 'term_not_searchable', detail: alternative.join(' and ') })
  }
  return { groups, notices }
}

// Distributes the alternatives over as few queries as possible, in order. One that is too long by itself gets its own query.
export function pack(groups: readonly string[][], room: number): string[][][] {
  const packed: string[][][] = []
  for (const group of groups) {
    const open = packed.at(-1)
    if (open !== undefined && joinAny([...open, group]).length <= room) open.push(group)
    else packed.push([group])
  }
  return packed
}

export function joinAny(groups: readonly string[][]): string {
  const [only] = groups
  if (groups.length === 1 && only !== undefined) return only.join(' ')
  return `(${groups.map((group) => (group.length === 1 ? group[0] : `(${group.join(' ')})`)).join(' OR ')})`
}

interface QueryFormat {
  readonly suffix: string
  readonly queryMax: number
  readonly notices: readonly Notice[]
}

// Appends as many exclusions as fit, and the suffix, to each query. The rest is left to the local matcher, with a notice.
export function appendExclusions(
  positives: readonly string[],
  exclusions: readonly string[],
  { suffix, queryMax, notices }: QueryFormat,
): CompiledQueries {
  let dropped = 0
  const queries = positives.map((positive) => {
    let query = positive
    for (const negated of negatedTerms(exclusions)) {
      if (query.length + negated.length + suffix.length <= queryMax) query += negated
      else dropped++
    }
    return query + suffix
  })
  if (dropped === 0) return { queries, notices }
  const detail = `${dropped} left to the local matcher`
  return { queries, notices: [...notices, { type: 'notice', code: 'exclusion_not_pushed', detail }] }
}

export function negatedTerms(exclusions: readonly string[]): string[] {
  return exclusions
    .map(cleanTerm)
    .filter(isSearchable)
    .map((term) => ` -${quoteTerm(term)}`)
}
