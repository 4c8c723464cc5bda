import type { Keyword } from '../domain/keyword.ts'
import type { Reason } from '../domain/reason.ts'
import { patternsOf } from './term.ts'

// What is wrong with an expression, and where. The message counts characters from 1; `position` is the offset in UTF-16 units.
export class KeywordError extends Error {
  readonly position: number
  readonly reason: Reason

  constructor(message: string, position: number, reason: Reason) {
    super(message)
    this.name = 'KeywordError'
    this.position = position
    this.reason = reason
  }
}

// Parses `a and b or "c and d"`. `and` binds tighter than `or`; both are operators only in lower case, between white space and
// outside quotation marks. Throws KeywordError and nothing else.
export function parseKeyword(text: string): Keyword {
  const pieces = readPieces(text)
  if (pieces.length === 0) throw new KeywordError('The keyword is empty: write at least one word.', 0, ['keywordEmpty'])
  const alternatives: string[][] = [[]]
  let term: Piece[] = []
  let operator: Piece | null = null
  for (const piece of pieces) {
    if (!isOperator(piece)) {
      term.push(piece)
      continue
    }
    if (term.length === 0) throw operatorWithout(text, piece, operator)
    alternatives.at(-1)?.push(readTerm(text, term))
    if (piece.text === 'or') alternatives.push([])
    operator = piece
    term = []
  }
  if (operator !== null && term.length === 0) throw operatorWithout(text, null, operator)
  alternatives.at(-1)?.push(readTerm(text, term))
  return { alternatives }
}

// Parses a list separated by commas, semicolons, line breaks or ` or `. Within a line, quotation marks protect separators. `and` is
// an ordinary word here. Never throws: an item without a word would exclude nothing and is left out.
export function parseExclusions(text: string): string[] {
  const exclusions = text.split(/[\n\r\u2028\u2029]/).flatMap(readExclusions)
  return [...new Set(exclusions)].filter((exclusion) => patternsOf(exclusion).length > 0)
}

export interface Piece {
  // Without quotation marks.
  readonly text: string
  readonly quoted: boolean
  // Where it begins and ends, quotation marks included.
  readonly position: number
  readonly end: number
}

function isOperator(piece: Piece): boolean {
  return !piece.quoted && (piece.text === 'and' || piece.text === 'or')
}

// Word processors replace `"` with typographic quotation marks.
const QUOTE = /["“”„＂]/

// Splits at white space, except inside quotation marks.
export function readPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let piece = { text: '', quoted: false, position: 0 }
  let quote = -1
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at)
    if (QUOTE.test(character)) {
      if (piece.text === '' && !piece.quoted) piece.position = at
      piece.quoted = true
      quote = quote < 0 ? at : -1
    } else if (character !== '' && (quote >= 0 || !/\s/.test(character))) {
      if (piece.text === '' && !piece.quoted) piece.position = at
      piece.text += character
    } else if (piece.text !== '' || piece.quoted) {
      pieces.push({ ...piece, end: at })
      piece = { text: '', quoted: false, position: 0 }
    }
  }
  if (quote < 0) return pieces
  throw new KeywordError(
    `The quotation mark at character ${count(text, quote)} is never closed: add a second one.`,
    quote,
    ['quoteOpen', count(text, quote)],
  )
}

function readTerm(text: string, pieces: readonly Piece[]): string {
  const term = tidy(pieces.map((piece) => piece.text).join(' '))
  if (patternsOf(term).length > 0) return term
  const position = pieces[0]?.position ?? 0
  const at = count(text, position)
  if (term === '') {
    const message = `The term at character ${at} is empty: write a word between the quotation marks.`
    throw new KeywordError(message, position, ['termEmpty', at])
  }
  const message = `The term "${term}" at character ${at} has no letter, digit or emoji, so no post could match it.`
  throw new KeywordError(message, position, ['termSilent', term, at])
}

function operatorWithout(text: string, piece: Piece | null, before: Piece | null): KeywordError {
  const name = (operator: Piece) => `"${operator.text}" at character ${count(text, operator.position)}`
  const advice = 'Write a term there, or put the word in quotation marks to search for it.'
  const wrong = (where: string, { position }: Piece) =>
    new KeywordError(`There is no term ${where}. ${advice}`, position, ['termMissing', count(text, position)])
  if (piece !== null && before !== null) return wrong(`between ${name(before)} and ${name(piece)}`, piece)
  if (piece !== null) return wrong(`before ${name(piece)}`, piece)
  const last = before ?? { text: '', quoted: false, position: 0, end: 0 }
  return wrong(`after ${name(last)}`, last)
}

// A quotation mark opens only where a piece begins and closes only where one ends: in `layar 5" or 7"` it means inches.
const EXCLUSION_PIECE = /(?<=^|[\s,;])["“”„＂]([^"“”„＂]*)["“”„＂](?=$|[\s,;])|([,;]|(?<=^|\s)or(?=\s|$))|./g

function readExclusions(line: string): string[] {
  const exclusions = ['']
  for (const [piece, quoted, separator] of line.matchAll(EXCLUSION_PIECE)) {
    if (separator !== undefined) exclusions.push('')
    else exclusions.push((exclusions.pop() ?? '') + (quoted ?? piece))
  }
  return exclusions.map(tidy)
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function count(text: string, position: number): number {
  return Array.from(text.slice(0, position)).length + 1
}
