import { cutText } from '../text/plain.ts'
import { type Candidate, QUOTABLE_LENGTH } from './choose.ts'
import { plainText } from './clean.ts'
import type { Facts, SummaryMention } from './material.ts'
import type { Phrases } from './phrases.ts'
import type { Reader } from './reader.ts'
import type { Theme } from './themes.ts'

// What the sections of a summary are written from.
export interface Context {
  readonly phrases: Phrases
  readonly facts: Facts
  readonly reader: Reader
  readonly mentions: readonly SummaryMention[]
  readonly candidates: readonly Candidate[]
  // Of all mentions, best first.
  readonly themes: readonly Theme[]
  // Sentences quoted so far, and themes: nothing is said twice.
  readonly used: Candidate[]
  readonly named: Set<string>
}

// Two quotations of this length fit into one sentence.
export const HALF_LENGTH = 190

// Inner quotation marks become single ones; a quotation that is too long is cut at a word and ends with an ellipsis.
export function quote(text: string, lengthMax: number = QUOTABLE_LENGTH): string {
  const words = withoutMarks(text)
    .replace(/["“”«»„]/g, "'")
    .replace(/[\s:;,.–-]+$/u, '')
  if (words.length > lengthMax) {
    const cut = cutText(words, lengthMax).replace(/[\s,;:]+\S*$/u, '')
    // The end of a quotation inside it was cut off.
    return `"${cut.indexOf("'") === 0 && cut.lastIndexOf("'") === 0 ? cut.slice(1) : cut}…"`
  }
  return `"${words}"`
}

// Of a sentence that is one quotation, the words.
function withoutMarks(text: string): string {
  return /^["“]([^"“”]+)["”][.,]?$/u.exec(text.trim())?.[1] ?? text
}

export function byWhom(mention: SummaryMention, phrases: Phrases): string {
  return phrases.byWhom(authorOf(mention, phrases), mention.platform)
}

export function authorOf(mention: SummaryMention, phrases: Phrases): string {
  const name = plainText(mention.author)
    .replace(/["“”'‘’<>\s]+/g, ' ')
    .trim()
  return name === '' ? phrases.unknownAuthor : name
}

// A mention of the sample is the first of its story, so the story began when it was published.
export function isNew({ publishedAt }: SummaryMention, { recent }: Facts): boolean {
  return recent !== null && publishedAt.toISOString() >= recent.now.from
}

// Whether a day needs its year: the opening gives it otherwise.
export function spansYears({ from, to }: Facts): boolean {
  return from.slice(0, 4) !== to.slice(0, 4)
}

export function idsOf(mentions: readonly SummaryMention[]): string[] {
  return mentions.map(({ id }) => id)
}

export function joinList(parts: readonly string[], { and }: Phrases): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`
}
