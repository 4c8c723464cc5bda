import type { Piece } from './parse.ts'
import { writeKeyword } from './write.ts'

type Alternatives = readonly (readonly string[])[]
type Token = '(' | ')' | 'and' | 'or' | { readonly term: string }

const ALTERNATIVES_MAX = 50

// What an expression with parentheses means, written without them: `(a or b) and c` is `a and c or b and c`. Null when they do not pair,
// when something is missing, or when there would be too many alternatives.
export function expandParentheses(pieces: readonly Piece[]): string | null {
  const reader: Reader = { tokens: tokensOf(pieces), at: 0 }
  const alternatives = readOr(reader)
  if (alternatives === null || reader.at < reader.tokens.length) return null
  return writeKeyword({ alternatives })
}

interface Reader {
  readonly tokens: readonly Token[]
  at: number
}

function readOr(reader: Reader): Alternatives | null {
  let found = readAnd(reader)
  while (found !== null && reader.tokens[reader.at] === 'or') {
    reader.at++
    const next = readAnd(reader)
    found = next === null ? null : limited([...found, ...next])
  }
  return found
}

function readAnd(reader: Reader): Alternatives | null {
  let found = readOne(reader)
  while (found !== null && reader.tokens[reader.at] === 'and') {
    reader.at++
    const next = readOne(reader)
    found = next === null ? null : limited(found.flatMap((left) => next.map((right) => [...left, ...right])))
  }
  return found
}

function readOne(reader: Reader): Alternatives | null {
  const token = reader.tokens[reader.at++]
  if (typeof token === 'object') return [[token.term]]
  if (token !== '(') return null
  const found = readOr(reader)
  return reader.tokens[reader.at++] === ')' ? found : null
}

function limited(alternatives: Alternatives): Alternatives | null {
  return alternatives.length <= ALTERNATIVES_MAX ? alternatives : null
}

// Operators in any case, because who writes parentheses may write `AND`. Words that follow each other are one term.
function tokensOf(pieces: readonly Piece[]): Token[] {
  const tokens: Token[] = []
  for (const { text, quoted } of pieces) {
    for (const part of quoted ? [text] : text.split(/([()])/).filter((one) => one !== '')) {
      const lower = part.toLowerCase()
      const last = tokens.at(-1)
      if (!quoted && (part === '(' || part === ')')) tokens.push(part)
      else if (!quoted && (lower === 'and' || lower === 'or')) tokens.push(lower)
      else if (typeof last === 'object') tokens[tokens.length - 1] = { term: `${last.term} ${part}` }
      else tokens.push({ term: part })
    }
  }
  return tokens
}
