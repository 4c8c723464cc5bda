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

// Compiles an expression into video queries. The three lists of a query are combined with AND, so an alternative of several
// terms needs a query of its own; alternatives of one term share one.
export function compileQuery(keyword: Keyword, exclusions: readonly string[]): CompiledQuery {
  const notices: Extract<SourceEvent, { type: 'notice' }>[] = []
  const excluded = exclusions.map(cleanTerm).filter(isSearchable)
  const pushed = excluded.slice(0, EXCLUSIONS_MAX).map(keywordIs)
  const not = pushed.length === 0 ? {} : { not: pushed }
  const singles: Condition[] = []
  const queries: VideoQuery[] = []
  for (const terms of keyword.alternatives) {
    const usable = terms.map(cleanTerm).filter(isSearchable)
    if (usable.length === 0) {
      notices.push({ type: 'notice', code: 'term_not_searchable', detail: terms.join(' and ') })
    } else if (usable.length === 1) {
      singles.push(...usable.flatMap(conditionsOf))
    } else {
      for (const { and, or } of spellGroup(usable)) {
        queries.push({ and: [...and, INDONESIA], ...(or.length === 0 ? {} : { or }), ...not })
      }
    }
  }
  if (singles.length === 1) queries.unshift({ and: [...singles, INDONESIA], ...not })
  if (singles.length > 1) queries.unshift({ and: [INDONESIA], or: singles, ...not })
  if (excluded.length > EXCLUSIONS_MAX) {
    const detail = `${excluded.length - EXCLUSIONS_MAX} left to the local matcher`
    notices.push({ type: 'notice', code: 'exclusion_not_pushed', detail })
  }
  return { queries, notices }
}

function keywordIs(term: string): Condition {
  return { operation: 'EQ', field_name: 'keyword', field_values: [term] }
}

// A phrase is also written as one hashtag (`gempa bumi`, `#gempabumi`), which a search for the phrase does not find.
function conditionsOf(term: string): Condition[] {
  const { joined, hashtag } = spellingsOf(term)
  const conditions = [keywordIs(term)]
  if (joined !== null) conditions.push(keywordIs(joined))
  if (hashtag !== null) conditions.push({ operation: 'EQ', field_name: 'hashtag_name', field_values: [hashtag] })
  return conditions
}

interface Group {
  readonly and: Condition[]
  readonly or: Condition[]
}

// One term with several spellings fits into the `or` list. Each further one multiplies the queries, so beyond VARIANTS_MAX only
// the spelling of the expression is searched for.
function spellGroup(terms: readonly string[]): readonly Group[] {
  let groups: Group[] = [{ and: [], or: [] }]
  let orIsFree = true
  for (const term of terms) {
    const conditions = conditionsOf(term)
    const [first] = conditions
    if (first === undefined) continue
    if (conditions.length === 1 || (!orIsFree && groups.length * conditions.length > VARIANTS_MAX)) {
      groups = groups.map(({ and, or }) => ({ and: [...and, first], or }))
    } else if (orIsFree) {
      groups = groups.map(({ and }) => ({ and, or: conditions }))
      orIsFree = false
    } else {
      groups = groups.flatMap(({ and, or }) => conditions.map((condition) => ({ and: [...and, condition], or })))
    }
  }
  return groups
}
