import type { Keyword } from '../../domain/keyword.ts'
import { type CompiledQueries, finish, joinAny, pack, searchable, vetoesOf } from '../web-query.ts'

const GDELT_QUERY_MAX = 250
// GDELT rejects shorter terms as too short.
const GDELT_TERM_MIN = 3

// OR is allowed only between single operands inside one pair of parentheses: alternatives of several terms are asked
// one by one, the others together.
export function compileGdelt(
  keyword: Keyword,
  exclusions: readonly string[],
  language: string | null,
): CompiledQueries {
  const { groups, notices } = searchable(keyword, GDELT_TERM_MIN)
  const suffix = language === null ? '' : ` sourcelang:${language}`
  const room = GDELT_QUERY_MAX - suffix.length - vetoesOf(exclusions).join('').length
  const single = pack(
    groups.filter((group) => group.length === 1),
    room,
  ).map(joinAny)
  const several = groups.filter((group) => group.length > 1).map((group) => group.join(' '))
  return finish([...several, ...single], exclusions, { suffix, queryMax: GDELT_QUERY_MAX, notices })
}
