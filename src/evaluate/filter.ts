import type { AlertFilter } from '../domain/alert.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { parseSearch } from '../match/search-query.ts'

// The filter of a rule, as it is stored, for reading mentions.
export function toMentionFilter({ sentiment, platforms, language, author, q }: AlertFilter): MentionFilter {
  return { sentiment, platforms, language, author, text: q === undefined ? undefined : parseSearch(q) }
}

// True when the counts by platform and sentiment answer it.
export function isByCells({ language, passing, entity, author, text, story }: MentionFilter): boolean {
  return [language, passing, entity, author, text, story].every((condition) => condition === undefined)
}
