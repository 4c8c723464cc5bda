import type { Keyword } from '../../domain/keyword.ts'
import type { SourceEvent } from '../source.ts'
import { cleanTerm, isSearchable, spellingsOf } from '../term.ts'

export interface Condition {
  readonly operation: 'EQ' | 'IN'
  readonly field_name: 'keyword' | 'hashtag_name' | 'region_code'
  readonly field_values: readonly string[]
}

// All of `and`, at least one of `or`, none of `not`.
export interface VideoQuery {
  readonly and: readonly Condition[]
  readonly or?: readonly Condition[]
  readonly not?: readonly Condition[]
}

export interface CompiledQuery {
  readonly queries: readonly VideoQuery[]
  readonly notices: readonly Extract<SourceEvent, { type: 'notice' }>[]
}

const INDONESIA: Condition = { operation: 'IN', field_name: 'region_code', field_values: ['ID'] }
const EXCLUSIONS_MAX = 50
const VARIANTS_MAX = 4

// Compiles an expression into video queries. The three lists of a query are joined by and, so only one alternative with
// several terms fits into a query; alternatives of one term share one.
export function compileQuery(keyword: Keyword, exclusions: readonly string[]): CompiledQuery {
  const notices: Extract<SourceEvent, { type: 'notice' }>[] = []
  const vetoes = exclusions.map(cleanTerm).filter(isSearchable)
  const pushed = vetoes.slice(0, EXCLUSIONS_MAX).map(keywordIs)
  const not = pushed.length === 0 ? {} : { not: pushed }
  const singles: Condition[] = []
  const queries: VideoQuery[] = []
  for (const terms of keyword.alternatives) {
    const usable = terms.map(cleanTerm).filter(isSearchable)
    if (usable.length === 0) {
      notices.push({ type: 'notice', code: 'term_not_searchable', detail: terms.join(' and ') })
    } else if (usable.length === 1) {
      singles.push(...usable.flatMap(waysOf))
    } else {
      for (const { and, or } of spellGroup(usable)) {
        queries.push({ and: [...and, INDONESIA], ...(or.length === 0 ? {} : { or }), ...not })
      }
    }
  }
  if (singles.length === 1) queries.unshift({ and: [...singles, INDONESIA], ...not })
  if (singles.length > 1) queries.unshift({ and: [INDONESIA], or: singles, ...not })
  if (vetoes.length > EXCLUSIONS_MAX) {
    const detail = `${vetoes.length - EXCLUSIONS_MAX} left to the local matcher`
    notices.push({ type: 'notice', code: 'exclusion_not_pushed', detail })
  }
  return { queries, notices }
}

function keywordIs(term: string): Condition {
  return { operation: 'EQ', field_name: 'keyword', field_values: [term] }
}

// A phrase is also written as one hashtag (`gempa bumi`, `#gempabumi`), which a search for the phrase does not find.
function waysOf(term: string): Condition[] {
  const { joined, hashtag } = spellingsOf(term)
  const ways = [keywordIs(term)]
  if (joined !== null) ways.push(keywordIs(joined))
  if (hashtag !== null) ways.push({ operation: 'EQ', field_name: 'hashtag_name', field_values: [hashtag] })
  return ways
}

interface Group {
  readonly and: Condition[]
  readonly or: Condition[]
}

// One term with several spellings fits into the `or` list; each further one multiplies the queries, and past a few of
// them only the term as it was written is looked for.
function spellGroup(terms: readonly string[]): readonly Group[] {
  let groups: Group[] = [{ and: [], or: [] }]
  let free = true
  for (const term of terms) {
    const ways = waysOf(term)
    const [first] = ways
    if (first === undefined) continue
    if (ways.length === 1 || (!free && groups.length * ways.length > VARIANTS_MAX)) {
      groups = groups.map(({ and, or }) => ({ and: [...and, first], or }))
    } else if (free) {
      groups = groups.map(({ and }) => ({ and, or: ways }))
      free = false
    } else {
      groups = groups.flatMap(({ and, or }) => ways.map((way) => ({ and: [...and, way], or })))
    }
  }
  return groups
}
