import type { Pattern, TextQuery } from '../domain/filter.ts'
import type { Words } from './words.ts'

// Whether a text, given as one or several sequences of words, passes a query.
export function passes(query: TextQuery, sequences: readonly Words[]): boolean {
  const occurs = (patterns: readonly Pattern[]) =>
    patterns.some((pattern) => sequences.some((words) => occursIn(pattern, words)))
  return query.all.every(occurs) && !query.none.some(occurs)
}

function occursIn(pattern: Pattern, words: Words): boolean {
  for (let position = 0; position < words.keys.length; position++)
    if (startsAt(pattern, 0, words, position)) return true
  return false
}

// Unlike a greedy reading, this tries every reading of a position: `jum'at` may be needed as one word or as two.
function startsAt(pattern: Pattern, index: number, words: Words, position: number): boolean {
  const key = pattern[index]
  if (key === undefined) return true
  if (words.keys[position] === key && startsAt(pattern, index + 1, words, position + 1)) return true
  for (const reading of words.readings?.get(position) ?? []) {
    if (reading.key === key && startsAt(pattern, index + 1, words, reading.next)) return true
  }
  return false
}
