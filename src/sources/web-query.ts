import { createHash } from 'node:crypto'
import type { Keyword } from '../domain/keyword.ts'
import type { SourceEvent } from './source.ts'
import { cleanTerm, isSearchable, quoteTerm } from './term.ts'

export type Notice = Extract<SourceEvent, { type: 'notice' }>

export interface CompiledQueries {
  readonly queries: readonly string[]
  readonly notices: readonly Notice[]
}

// Tells whether a cursor belongs to the same question: an edited expression starts from the beginning.
export function fingerprint(keyword: Keyword, exclusions: readonly string[]): string {
  const text = JSON.stringify([keyword.alternatives, exclusions])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export function searchable(keyword: Keyword, unitsMin: number): { groups: string[][]; notices: Notice[] } {
  const groups: string[][] = []
  const notices: Notice[] = []
  for (const alternative of keyword.alternatives) {
    // Leaving a term out finds more, and the local matcher decides; leaving all out is no question any more.
    const terms = alternative.map(cleanTerm).filter((term) => isSearchable(term) && term.length >= unitsMin)
    if (terms.length > 0) groups.push(terms.map(quoteTerm))
    else notices.push({ type: 'notice', code: 'term_not_searchable', detail: alternative.join(' and ') })
  }
  return { groups, notices }
}

// Spreads the alternatives over as few queries as possible, in order. One that is too long by itself stands alone.
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

interface Ending {
  readonly suffix: string
  readonly queryMax: number
  readonly notices: readonly Notice[]
}

export function finish(positives: readonly string[], exclusions: readonly string[], ending: Ending): CompiledQueries {
  const { suffix, queryMax, notices } = ending
  let dropped = 0
  const queries = positives.map((positive) => {
    let query = positive
    for (const veto of vetoesOf(exclusions)) {
      if (query.length + veto.length + suffix.length <= queryMax) query += veto
      else dropped++
    }
    return query + suffix
  })
  if (dropped === 0) return { queries, notices }
  const detail = `${dropped} left to the local matcher`
  return { queries, notices: [...notices, { type: 'notice', code: 'exclusion_not_pushed', detail }] }
}

export function vetoesOf(exclusions: readonly string[]): string[] {
  return exclusions
    .map(cleanTerm)
    .filter(isSearchable)
    .map((term) => ` -${quoteTerm(term)}`)
}
