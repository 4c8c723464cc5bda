import { plainText } from './clean.ts'

// Quotation marks of all kinds are one kind, white space is one space: what is left must be equal.
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
  // The sentence without them.
  readonly rest: string
  // False when a mark has no partner, so that nobody can say what is quoted.
  readonly balanced: boolean
}

// Double marks always quote. Single ones do when they enclose words rather than shorten one.
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

// A text prepared for isQuoted: preparing costs more than asking, and one text is asked often.
export interface QuotedText {
  readonly plain: string
  readonly folded: string
}

export function quotedText(text: string): QuotedText {
  return { plain: foldQuotes(text), folded: inner(text) }
}

// Whether the words stand in the text, as whole words. The case of letters may differ, as at the start of a quotation,
// and the sign that ends or shortens it is not part of the words. Marks inside are one kind, as nesting changes them.
export function isQuoted(quote: string, text: QuotedText): boolean {
  return findQuote(quote, text) !== null
}

// The same, and answers with the words as the text writes them.
export function findQuote(quote: string, { plain, folded }: QuotedText): string | null {
  const words = inner(quote).replace(/^[\s.…]+|[\s.,!?…]+$/g, '')
  if (words === '') return null
  for (let at = folded.indexOf(words); at !== -1; at = folded.indexOf(words, at + 1)) {
    const after = folded.slice(at + words.length, at + words.length + 2)
    const joinedBefore = isWordly(folded.slice(Math.max(0, at - 2), at), words.slice(0, 2))
    if (!joinedBefore && !isWordly(words.slice(-2), after)) {
      // In a few scripts lower case is longer, and places in the two texts differ.
      return plain.length === folded.length ? plain.slice(at, at + words.length) : words
    }
  }
  return null
}

// Whether a word goes on across the border between two pieces of text.
function isWordly(before: string, after: string): boolean {
  return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)
}

function inner(text: string): string {
  return foldQuotes(text).replaceAll('"', "'").toLowerCase()
}
