import type { Keyword } from '../../domain/keyword.ts'
import { appendExclusions, type CompiledQueries, joinAny, negatedTerms, pack, searchable } from '../web-query.ts'

const GDELT_QUERY_MAX = 250
// GDELT rejects shorter terms as too short.
const GDELT_TERM_MIN = 3

// OR is allowed only between single operands inside one pair of parentheses, so each alternative of several terms gets its own
// query and alternatives of one term share one.
export function compileGdelt(
  keyword: Keyword,
  exclusions: readonly string[],
  language: string | null,
): CompiledQueries {
  const { groups, notices } = searchable(keyword, GDELT_TERM_MIN)
  const suffix = language === null ? '' : ` sourcelang:${language}`
  const room = GDELT_QUERY_MAX - suffix.length - negatedTerms(exclusions).join('').length
  const single = pack(
    groups.filter((group) => group.length === 1),
    room,
  ).map(joinAny)
  const several = groups.filter((group) => group.length > 1).map((group) => group.join(' '))
  return appendExclusions([...several, ...single], exclusions, { suffix, queryMax: GDELT_QUERY_MAX, notices })
}
