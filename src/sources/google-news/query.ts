import type { Keyword } from '../../domain/keyword.ts'
import { type CompiledQueries, finish, joinAny, pack, searchable, vetoesOf } from '../web-query.ts'

// Google does not document a maximum length. Its search counts words, so queries stay well below what a URL can hold.
const GOOGLE_QUERY_MAX = 450

// `((banjir garut) OR "gempa bumi") -hoax after:2026-11-01`
export function compileGoogleNews(
  keyword: Keyword,
  exclusions: readonly string[],
  window: { readonly since: Date; readonly until: Date | null },
): CompiledQueries {
  const { groups, notices } = searchable(keyword, 1)
  const suffix = ` after:${day(window.since)}${window.until === null ? '' : ` before:${day(window.until)}`}`
  const packed = pack(groups, GOOGLE_QUERY_MAX - suffix.length - vetoesOf(exclusions).join('').length)
  return finish(packed.map(joinAny), exclusions, { suffix, queryMax: GOOGLE_QUERY_MAX, notices })
}

function day(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
