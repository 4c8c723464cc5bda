import type { AlertFilter } from '../domain/alert.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { parseSearch } from '../match/search-query.ts'

// The filter of a rule, as it is stored, for reading mentions.
export function toMentionFilter({ q, relevance, ...same }: AlertFilter): MentionFilter {
  return {
    ...same,
    passing: relevance === undefined ? undefined : relevance === 'passing',
    text: q === undefined ? undefined : parseSearch(q),
  }
}

// True when the counts by platform and sentiment answer it.
export function isByCells({ language, passing, entity, author, text, story, tag }: MentionFilter): boolean {
  return [language, passing, entity, author, text, story, tag].every((condition) => condition === undefined)
}
