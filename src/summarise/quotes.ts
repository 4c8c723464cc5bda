import { plainText } from './clean.ts'

// Normalises quotation marks and white space; two quotations that are equal afterwards count as the same.
export function foldQuotes(text: string): string {
  return plainText(text)
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‘’‚‛‹›`´′]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

export interface Quoted {
  // The quoted words, without the marks.
  readonly quotes: readonly string[]
  // The sentence without the quotations.
  readonly rest: string
  // False when a mark has no partner, so that the extent of the quotation is unknown.
  readonly balanced: boolean
}

// Double marks always quote. Single marks quote when they enclose words, and not as an apostrophe.
const SINGLE = /(^|[\s(])'([^'"]{2,}?)'(?=$|[\s.,;:!?)])/g

export function readQuotes(sentence: string): Quoted {
  const parts = foldQuotes(sentence).split('"')
  const quotes: string[] = []
  const outside: string[] = []
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 1) quotes.push(part)
    else {
      for (const [, , words] of part.matchAll(SINGLE)) quotes.push(words ?? '')
      outside.push(part.replace(SINGLE, '$1 '))
    }
  }
  return { quotes, rest: outside.join(' '), balanced: parts.length % 2 === 1 }
}

// A text prepared for isQuoted: preparing it costs more than a lookup, and the same text is looked up often.
export interface QuotedText {
  readonly plain: string
  readonly folded: string
}

export function quotedText(text: string): QuotedText {
  return { plain: foldQuotes(text), folded: inner(text) }
}

// Whether the quotation occurs in the text, as whole words. Case may differ, as at the start of a quotation, and final punctuation
// or an ellipsis is not part of the words. Inner quotation marks are treated as equal, because nesting changes them.
export function isQuoted(quote: string, text: QuotedText): boolean {
  return findQuote(quote, text) !== null
}

// The same, but returns the words as they are spelled in the text.
export function findQuote(quote: string, { plain, folded }: QuotedText): string | null {
  const words = inner(quote).replace(/^[\s.…]+|[\s.,!?…]+$/g, '')
  if (words === '') return null
  for (let at = folded.indexOf(words); at !== -1; at = folded.indexOf(words, at + 1)) {
    const after = folded.slice(at + words.length, at + words.length + 2)
    const joinedBefore = isInsideWord(folded.slice(Math.max(0, at - 2), at), words.slice(0, 2))
    if (!joinedBefore && !isInsideWord(words.slice(-2), after)) {
      // In a few scripts lower case is longer, so that offsets in the two texts differ.
      return plain.length === folded.length ? plain.slice(at, at + words.length) : words
    }
  }
  return null
}

// Whether a word continues across the boundary between two pieces of text.
function isInsideWord(before: string, after: string): boolean {
  return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)
}

function inner(text: string): string {
  return foldQuotes(text).replaceAll('"', "'").toLowerCase()
}
