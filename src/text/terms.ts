import { HASH, kindAt, LETTER, MARK, NUMBER, SPACE, SPACELESS, skipLetters, UNDERSCORE, widthAt } from './characters.ts'
import { cutText } from './plain.ts'
import { STOP_WORDS } from './terms-stop.ts'

// The terms of a text for the statistics of the insights: its hashtags, content words and pairs of adjacent content words, each
// once, in order of appearance. Counting texts rather than occurrences limits the influence of a single repetitive post.
export function termsOf(text: string, termsMax: number = TERMS_MAX): string[] {
  const terms = new Set<string>()
  let previous = ''
  visitContent(text, (word, follows) => {
    terms.add(word)
    if (follows && previous !== word) terms.add(`${previous} ${word}`)
    previous = word
    return terms.size < termsMax
  })
  return [...terms].slice(0, termsMax)
}

// Visits the content words and hashtags of a text until `visit` returns false. A word follows the one before when only white space
// separates them: anything else breaks a pair.
function visitContent(text: string, visit: (word: string, follows: boolean) => boolean): void {
  const source = readable(text)
  scanTerms(source, (start, end, follows) => {
    const word = source.slice(start, end)
    if (!isHashtag(word) && STOP_WORDS.has(word)) return NO_TERM
    return visit(word, follows) ? TERM : LAST_TERM
  })
}

export const NO_TERM = 0
export const TERM = 1
export const LAST_TERM = 2

// Visits the words and hashtags of a readable text that can be terms, until `visit` returns LAST_TERM; it says of each whether it is one.
// They are not cut out of the text, which would take longer than finding them.
export function scanTerms(source: string, visit: (start: number, end: number, follows: boolean) => number): void {
  let follows = false
  for (let at = 0; at < source.length; ) {
    const kind = kindAt(source, at)
    const start = at
    let found = NO_TERM
    if (isLetter(kind)) {
      at = endOfWord(source, at)
      if (at - start >= WORD_LENGTH_MIN && at - start <= WORD_LENGTH_MAX) found = visit(start, at, follows)
      follows = found === TERM
    } else if (kind === HASH) {
      at = endOfHashtag(source, at)
      // A bare # is ignored.
      if (at - start > 1) follows = false
      if (at - start > 1 && at - start <= WORD_LENGTH_MAX) found = visit(start, at, false)
    } else {
      if (kind !== SPACE) follows = false
      at += widthAt(source, at)
    }
    if (found === LAST_TERM) return
  }
}

export const TERMS_MAX = 200
// The beginning of an article states its topic.
const TEXT_MAX = 4_000
const WORD_LENGTH_MIN = 3
const WORD_LENGTH_MAX = 50
const NOT_TEXT = /(?:https?:\/\/|www\.)\S+|(?:\brt\s+)?@[\w.]+|\bpic\.twitter\.com\/\S+/giu
// Every match of the pattern above contains one of these; most texts contain none and skip it.
const SIGNS_OF_NOT_TEXT = ['@', '://', 'www.', 'pic.twitter.com/']

// The text as terms are read from it: in lower case, without addresses and names.
export function readable(text: string): string {
  const lower = cutText(text, TEXT_MAX).normalize('NFKC').toLowerCase()
  return SIGNS_OF_NOT_TEXT.some((sign) => lower.includes(sign)) ? lower.replace(NOT_TEXT, ' | ') : lower
}

// A letter, followed by letters, marks and numbers; `anak-anak` and `jum'at` are single words.
function endOfWord(source: string, start: number): number {
  let at = start
  for (;;) {
    at = skipLetters(source, at)
    const kind = kindAt(source, at)
    if (kind <= NUMBER) at += widthAt(source, at)
    else if (isHyphen(source.charCodeAt(at)) && isLetter(kindAt(source, at + 1))) at++
    else break
  }
  return at
}

function isLetter(kind: number): boolean {
  return kind === LETTER || kind === SPACELESS
}

const HYPHENS = ['-', "'", '’'].map((sign) => sign.charCodeAt(0))

function isHyphen(unit: number): boolean {
  return HYPHENS.includes(unit)
}

// A hashtag has letters, numbers and underscores, and at least one letter. `#1` is not a hashtag: the end is right after its `#`.
function endOfHashtag(source: string, start: number): number {
  let at = start + 1
  let letters = 0
  while (at < source.length) {
    const kind = kindAt(source, at)
    if (isLetter(kind)) letters++
    else if (kind === MARK || kind > UNDERSCORE) break
    at += widthAt(source, at)
  }
  return letters > 0 ? at : start + 1
}

export function isHashtag(term: string): boolean {
  return term.startsWith('#')
}
