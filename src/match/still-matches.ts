import { nextDay, startOfDay } from '../domain/day.ts'
import type { Keyword } from '../domain/keyword.ts'
import type { Project } from '../domain/project.ts'
import { type Entry, type SearchedText, searchedTexts } from './article.ts'
import { compileExpression } from './matches.ts'
import { parseExclusions, parseKeyword } from './parse.ts'
import { patternsOf } from './term.ts'

export interface StoredText {
  readonly text: string
  // The terms that the post was found by. Some may have been in a text that is matched and not stored.
  readonly matched: readonly string[]
  readonly publishedAt: Date
  // What its feed gave, where the stored text may be that of the page. Null when the archive does not have it, or no longer.
  readonly entry: Entry | null
}

export interface ProjectRule {
  readonly keyword: Keyword
  readonly exclusions: readonly string[]
  // Inclusive and exclusive bounds of publication.
  readonly since: Date
  readonly until: Date
}

// Whether a stored mention still belongs to a project whose expression or dates have changed: by the texts and the rule of collecting,
// as far as the texts are still there.
export function compileStillMatches(rule: ProjectRule): (mention: StoredText) => boolean {
  const match = compileExpression(rule)
  const alternatives = rule.keyword.alternatives.map((terms) => terms.map((term) => ({ term, key: keyOf(term) })))
  return ({ text, matched, publishedAt, entry }) => {
    if (publishedAt < rule.since || publishedAt >= rule.until) return false
    const texts: SearchedText[] = entry === null ? [[text, undefined]] : searchedTexts(entry, text)
    const results = texts.map(([searched, hidden]) => match(searched, hidden))
    if (results.some((result) => result.matched)) return true
    if (results.some(({ excludedBy }) => excludedBy !== null)) return false
    const found = new Set(results.flatMap((result) => result.found.map(({ term }) => term)))
    const known = new Set(matched.map(keyOf))
    return alternatives.some((terms) => terms.every(({ term, key }) => found.has(term) || known.has(key)))
  }
}

const FOREVER = new Date('9999-01-01T00:00:00Z')

// The same for a stored project.
export function compileRule(timeZone: string) {
  return ({ keyword, exclude, startDay, endDay }: Pick<Project, 'keyword' | 'exclude' | 'startDay' | 'endDay'>) =>
    compileStillMatches({
      keyword: parseKeyword(keyword),
      exclusions: parseExclusions(exclude),
      since: startOfDay(startDay, timeZone),
      until: endDay === null ? FOREVER : startOfDay(nextDay(endDay), timeZone),
    })
}

// Equal for terms that are found in the same texts, whatever their case and accents.
function keyOf(term: string): string {
  return JSON.stringify(patternsOf(term))
}
