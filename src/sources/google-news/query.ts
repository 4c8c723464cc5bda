import type { Keyword } from '../../domain/keyword.ts'
import { appendExclusions, type CompiledQueries, joinAny, negatedTerms, pack, searchable } from '../web-query.ts'

// Google does not document a maximum length. Its search limits the number of words, so queries stay well below the length of a URL.
const GOOGLE_QUERY_MAX = 450

// `((banjir garut) OR "gempa bumi") -hoax after:2026-11-01`
export function compileGoogleNews(
  keyword: Keyword,
  exclusions: readonly string[],
  window: { readonly since: Date; readonly until: Date | null },
): CompiledQueries {
  const { groups, notices } = searchable(keyword, 1)
  const suffix = ` after:${day(window.since)}${window.until === null ? '' : ` before:${day(window.until)}`}`
  const packed = pack(groups, GOOGLE_QUERY_MAX - suffix.length - negatedTerms(exclusions).join('').length)
  return appendExclusions(packed.map(joinAny), exclusions, { suffix, queryMax: GOOGLE_QUERY_MAX, notices })
}

function day(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
