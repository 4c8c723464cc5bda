import { expandParentheses } from './parentheses.ts'
import { type Piece, readPieces } from './parse.ts'
import { addExclusion } from './write.ts'

// What looks like an operator and is not: it is read as a word of a term, so that the expression finds less than was meant, or nothing.
export const WARNING_CODES = ['operator', 'not', 'minus', 'parentheses', 'wildcard'] as const

export interface Warning {
  readonly code: (typeof WARNING_CODES)[number]
  // Offset in UTF-16 units, as in KeywordError.
  readonly position: number
  readonly message: string
  // The expression and exclusions as they were probably meant; null when that cannot be written.
  readonly fix: { readonly keyword: string; readonly exclude: string } | null
}

const LENGTH_MAX = 255
const OPERATORS: Readonly<Record<string, 'and' | 'or'>> = {
  and: 'and',
  dan: 'and',
  '&': 'and',
  '&&': 'and',
  '+': 'and',
  or: 'or',
  atau: 'or',
  '|': 'or',
  '||': 'or',
}
const NEGATIONS = new Set(['not', 'tidak', 'bukan', 'kecuali'])

// The warnings of an expression that parses, in the order of their positions.
export function warningsOf(keyword: string, exclude: string): Warning[] {
  const pieces = readPieces(keyword)
  const warnings = pieces.flatMap((piece, index) => warningAt({ keyword, exclude, pieces }, piece, index))
  const parenthesis = pieces.find(({ text, quoted }) => !quoted && /[()]/.test(text))
  if (parenthesis === undefined) return warnings
  const expanded = expandParentheses(pieces)
  const message = 'Parentheses are ignored. Write each combination, joined by or.'
  const at = parenthesis.position + parenthesis.text.search(/[()]/)
  const fix = expanded === null || expanded.length > LENGTH_MAX ? null : { keyword: expanded, exclude }
  const first: Warning = { code: 'parentheses', position: at, message, fix }
  return [...warnings, first].sort((a, b) => a.position - b.position)
}

interface Written {
  readonly keyword: string
  readonly exclude: string
  readonly pieces: readonly Piece[]
}

function warningAt(written: Written, piece: Piece, index: number): Warning[] {
  const { keyword, exclude, pieces } = written
  const { text, quoted, position } = piece
  if (quoted || isOperator(piece)) return []
  const fix = (changed: string) => ({ keyword: changed, exclude })
  const operator = OPERATORS[text.toLowerCase()]
  const between = index > 0 && index < pieces.length - 1
  if (operator !== undefined && between) {
    const message = `"${text}" is read as a word. Write ${operator} in lower case to combine terms.`
    const changed = keyword.slice(0, position) + operator + keyword.slice(position + text.length)
    return [{ code: 'operator', position, message, fix: fixOf(changed, fix) }]
  }
  if (NEGATIONS.has(text.toLowerCase()) && isAfterOperator(pieces, index)) {
    const message = `"${text}" is read as a word. What must not occur belongs to the exclusions.`
    return [{ code: 'not', position, message, fix: withoutTerm(written, index, index + 1) }]
  }
  if (/^-[^\s-]/.test(text)) {
    const message = `"${text}" is read as a word. What must not occur belongs to the exclusions.`
    return [{ code: 'minus', position, message, fix: withoutWord(written, index) }]
  }
  if (text.includes('*')) {
    const message = `The * in "${text}" is ignored: whole words are found. Add the other forms as alternatives.`
    const changed = keyword.slice(0, position) + text.replaceAll('*', '') + keyword.slice(position + text.length)
    return [{ code: 'wildcard', position: position + text.indexOf('*'), message, fix: fixOf(changed, fix) }]
  }
  return []
}

function isOperator({ text, quoted }: Piece): boolean {
  return !quoted && (text === 'and' || text === 'or')
}

function fixOf(keyword: string, fix: (keyword: string) => NonNullable<Warning['fix']>): Warning['fix'] {
  return keyword.trim() === '' ? null : fix(keyword.trim())
}

// A negation is meant where one stands between terms: `bukan` inside a term is a word like any other.
function isAfterOperator(pieces: readonly Piece[], index: number): boolean {
  const before = pieces[index - 1]
  const english = pieces[index]?.text.toLowerCase() === 'not'
  return index < pieces.length - 1 && before !== undefined && (english || isOperatorLike(before))
}

function isOperatorLike(piece: Piece): boolean {
  return !piece.quoted && OPERATORS[piece.text.toLowerCase()] !== undefined
}

// Moves the term after a negation to the exclusions, and drops the operator before it.
function withoutTerm({ keyword, exclude, pieces }: Written, negation: number, from: number): Warning['fix'] {
  const next = pieces.findIndex((piece, index) => index >= from && isOperatorLike(piece))
  const end = next < 0 ? pieces.length : next
  const term = pieces.slice(from, end)
  if (term.length === 0) return null
  const before = pieces[negation - 1]
  const first = before !== undefined && isOperatorLike(before) ? negation - 1 : negation
  const left = [...pieces.slice(0, first), ...pieces.slice(end)]
  if (left.length === 0 || isOperatorLike(left[0] as Piece)) return null
  const added = term.map(({ text }) => text.replace(/^-/, '')).join(' ')
  return { keyword: write(keyword, left), exclude: addExclusion(exclude, added) }
}

// Moves a word with a minus to the exclusions. Where it is a whole term, the operator before it goes too.
function withoutWord(written: Written, index: number): Warning['fix'] {
  const { keyword, exclude, pieces } = written
  const before = pieces[index - 1]
  const after = pieces[index + 1]
  const isTerm = (before === undefined || isOperator(before)) && (after === undefined || isOperator(after))
  if (isTerm) return withoutTerm(written, index, index)
  const left = pieces.filter((_, at) => at !== index)
  const word = (pieces[index] as Piece).text.slice(1)
  return { keyword: write(keyword, left), exclude: addExclusion(exclude, word) }
}

// Pieces as they were written, with their quotation marks.
function write(keyword: string, pieces: readonly Piece[]): string {
  return pieces.map(({ position, end }) => keyword.slice(position, end)).join(' ')
}
