import type { Pattern, TextQuery } from '../domain/filter.ts'
import { KeywordError } from './parse.ts'
import { patternsOf } from './term.ts'

// More terms than a person writes; each of them and each hashtag they could form is looked up.
export const SEARCH_TERMS_MAX = 12

// Parses `word "a phrase" -word -"phrase"`: terms that must all occur and terms that must not, by the rules of keyword expressions.
// Words that follow each other are also found as the hashtag they form, as in a keyword. Throws KeywordError and nothing else.
export function parseSearch(text: string): TextQuery {
  const items = readItems(text)
  if (items.length > SEARCH_TERMS_MAX)
    throw new KeywordError(`has ${items.length} terms: write at most ${SEARCH_TERMS_MAX}.`, 0, [
      'searchLong',
      items.length,
      SEARCH_TERMS_MAX,
    ])
  const all: Pattern[][] = []
  const none: Pattern[][] = []
  // The positive words since the last phrase or exclusion, and where each one's patterns are.
  let run: { readonly text: string; readonly patterns: Pattern[] }[] = []
  for (const { term, excluded, quoted, position } of items) {
    const patterns: Pattern[] = patternsOf(term)
    if (patterns.length === 0)
      throw new KeywordError(
        `has a term without a letter, digit or emoji at character ${position + 1}: "${term}".`,
        position,
        ['termSilent', term, position + 1],
      )
    ;(excluded ? none : all).push(patterns)
    if (excluded || quoted) run = []
    else {
      run.push({ text: term, patterns })
      addHashtags(run)
    }
  }
  return { q: text, all, none }
}

// The hashtags that end with the last word of a run: each stands for all words that form it.
function addHashtags(run: readonly { readonly text: string; readonly patterns: Pattern[] }[]): void {
  for (let first = run.length - 2; first >= 0; first--) {
    const words = run.slice(first)
    const hashtag = patternsOf(words.map(({ text }) => text).join(' ')).find(isHashtag)
    if (hashtag === undefined) continue
    for (const { patterns } of words) if (!patterns.some(([key]) => key === hashtag[0])) patterns.push(hashtag)
  }
}

function isHashtag(pattern: Pattern): boolean {
  return pattern.length === 1 && (pattern[0] ?? '').startsWith('#')
}

interface Item {
  readonly term: string
  readonly excluded: boolean
  readonly quoted: boolean
  readonly position: number
}

const QUOTES = '"“”„＂'
const ITEM = new RegExp(`(-?)(?:[${QUOTES}]([^${QUOTES}]*)([${QUOTES}]?)|([^\\s${QUOTES}]+))`, 'gu')

function readItems(text: string): Item[] {
  const items: Item[] = []
  for (const { index, 1: minus, 2: phrase, 3: closing, 4: word } of text.matchAll(ITEM)) {
    if (phrase !== undefined && closing === '') {
      const at = index + (minus ?? '').length + 1
      throw new KeywordError(`has a quotation mark at character ${at} that is never closed.`, index, ['quoteOpen', at])
    }
    const term = (phrase ?? word ?? '').trim().replace(/\s+/g, ' ')
    items.push({ term, excluded: minus === '-', quoted: phrase !== undefined, position: index })
  }
  return items
}
