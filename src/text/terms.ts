import { HASH, kindAt, LETTER, MARK, NUMBER, SPACE, SPACELESS, UNDERSCORE, widthAt } from './characters.ts'
import { cutText } from './plain.ts'
import { STOP_WORDS } from './terms-stop.ts'

// The terms of a text for the statistics of the insights: its hashtags, content words and pairs of adjacent content words, each
// once, in order of appearance. Counting texts rather than occurrences limits the influence of a single repetitive post.
export function termsOf(text: string, termsMax: number = TERMS_MAX): string[] {
  const source = readable(text)
  const terms = new Set<string>()
  // The previous word, when only white space separates it from the current one: anything else breaks a pair.
  let previous = ''
  let at = 0
  while (at < source.length && terms.size < termsMax) {
    const kind = kindAt(source, at)
    const start = at
    if (isLetter(kind)) {
      at = endOfWord(source, at)
      const word = source.slice(start, at)
      if (isContent(word)) {
        terms.add(word)
        if (previous !== '' && previous !== word) terms.add(`${previous} ${word}`)
        previous = word
      } else previous = ''
    } else if (kind === HASH) {
      at = endOfHashtag(source, at)
      // A bare # is ignored.
      if (at - start > 1) previous = ''
      if (at - start > 1 && at - start <= WORD_LENGTH_MAX) terms.add(source.slice(start, at))
    } else {
      if (kind !== SPACE) previous = ''
      at += widthAt(source, at)
    }
  }
  return [...terms].slice(0, termsMax)
}

export const TERMS_MAX = 200
// The beginning of an article states its topic.
const TEXT_MAX = 4_000
const WORD_LENGTH_MAX = 50
const NOT_TEXT = /(?:https?:\/\/|www\.)\S+|(?:\brt\s+)?@[\w.]+|\bpic\.twitter\.com\/\S+/giu
// Every match of the pattern above contains one of these; most texts contain none and skip it.
const SIGNS_OF_NOT_TEXT = ['@', '://', 'www.', 'pic.twitter.com/']

function readable(text: string): string {
  const lower = cutText(text, TEXT_MAX).normalize('NFKC').toLowerCase()
  return SIGNS_OF_NOT_TEXT.some((sign) => lower.includes(sign)) ? lower.replace(NOT_TEXT, ' | ') : lower
}

// A letter, followed by letters, marks and numbers; `anak-anak` and `jum'at` are single words.
function endOfWord(source: string, start: number): number {
  let at = start
  while (at < source.length) {
    const kind = kindAt(source, at)
    if (kind <= NUMBER) at += widthAt(source, at)
    else if (isHyphen(source[at]) && isLetter(kindAt(source, at + 1))) at++
    else break
  }
  return at
}

function isLetter(kind: number): boolean {
  return kind === LETTER || kind === SPACELESS
}

function isHyphen(character: string | undefined): boolean {
  return character === '-' || character === "'" || character === '’'
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

function isContent(word: string): boolean {
  return word.length >= 3 && word.length <= WORD_LENGTH_MAX && !STOP_WORDS.has(word)
}

export function isHashtag(term: string): boolean {
  return term.startsWith('#')
}
