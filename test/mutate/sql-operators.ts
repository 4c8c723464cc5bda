import type { Mutant } from './mutant.ts'

// Faults in the SQL of a template literal. The text is not parsed but split into tokens, which is enough to find conditions,
// comparisons and clauses; values (`${…}`) and string literals are opaque.

interface Token {
  readonly text: string
  readonly kind: 'word' | 'value' | 'string' | 'sign'
  readonly start: number
  readonly end: number
  // How many parentheses are open before it.
  readonly depth: number
}

const TOKEN = /"[^"]*"|[a-z_][a-z0-9_.]*|\d+(?:\.\d+)?|=>|->>|->|<=|>=|<>|::|\|\||@>|<@|\S/gi
// Words that end a condition or a clause at the same depth.
const ENDS = new Set(
  'and or order group limit offset returning for union on join left cross inner having set when then else end do as with where window'.split(
    ' ',
  ),
)
// Words after which a value belongs to the same condition.
const BEFORE_VALUE = new Set('is not in like ilike between and any all from then else when interval'.split(' '))
const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '<>': '=',
  '+': '-',
  '-': '+',
  desc: 'asc',
  min: 'max',
  max: 'min',
  greatest: 'least',
  least: 'greatest',
  true: 'false',
  false: 'true',
}
const LOCKS = /\bfor (?:no key update|key share|update|share)(?: of \w+)?(?: skip locked| nowait)?/gi

/** `text` is the template's source between its backquotes, `offset` its position in the file. */
export function sqlMutants(text: string, offset: number): Mutant[] {
  const tokens = tokensOf(text)
  const found = [
    ...tokens.flatMap((_token, at) => conditionAt(text, tokens, at)),
    ...tokens.flatMap((_token, at) => clauseAt(tokens, at)),
    ...tokens.flatMap(swapOf),
    ...nullTests(tokens),
    ...locksOf(text),
  ]
  return found.map((mutant) => ({ ...mutant, start: mutant.start + offset, end: mutant.end + offset }))
}

function tokensOf(text: string): Token[] {
  const masked = text
    .replace(/\$\{(?:[^{}`]|\{[^{}]*\}|`(?:[^`$]|\$\{[^{}]*\})*`)*\}/g, (value) => `$${'v'.repeat(value.length - 1)}`)
    .replace(/'[^']*'/g, (literal) => `'${'s'.repeat(literal.length - 2)}'`)
    .replace(/--.*$/gm, (comment) => ' '.repeat(comment.length))
  const tokens: Token[] = []
  let depth = 0
  for (const match of masked.matchAll(new RegExp(`\\$v+|'s*'|${TOKEN.source}`, 'gi'))) {
    const word = match[0]
    if (word === ')') depth -= 1
    tokens.push({ text: word, kind: kindOf(word), start: match.index, end: match.index + word.length, depth })
    if (word === '(') depth += 1
  }
  return tokens
}

function kindOf(word: string): Token['kind'] {
  if (word.startsWith('$v')) return 'value'
  if (word.startsWith("'")) return 'string'
  return /^["\w]/.test(word) ? 'word' : 'sign'
}

// `where a and b`: each of the conditions becomes true; what follows an `or` becomes false.
function conditionAt(text: string, tokens: readonly Token[], at: number): Mutant[] {
  const token = tokens[at] as Token
  const word = token.text.toLowerCase()
  const first = tokens[at + 1]
  if (!['where', 'and', 'or', 'on', 'having'].includes(word) || first === undefined) return []
  if (first.text.toLowerCase() === 'conflict' || isUpperBound(tokens, at)) return []
  const last = lastOf(tokens, at + 1)
  if (last === undefined) return []
  const replacement = word === 'or' ? 'false' : 'true'
  const { start } = first
  if (text.slice(start, last.end).toLowerCase() === replacement) return []
  return [
    {
      operator: `sql: drop ${word === 'on' ? 'join condition' : 'condition'}`,
      start,
      end: last.end,
      text: replacement,
    },
  ]
}

// The `and` of `between x and y`.
function isUpperBound(tokens: readonly Token[], at: number): boolean {
  const { depth } = tokens[at] as Token
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before] as Token
    if (token.depth < depth) return false
    if (token.depth > depth) continue
    if (token.text.toLowerCase() === 'between') return true
    if (ENDS.has(token.text.toLowerCase())) return false
  }
  return false
}

// The last token of the condition or clause that begins at `from`.
function lastOf(tokens: readonly Token[], from: number): Token | undefined {
  const depth = tokens[from]?.depth ?? 0
  let last: Token | undefined
  let inBetween = false
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const word = token.text.toLowerCase()
    if (token.depth < depth) break
    if (token.depth === depth && at > from) {
      if (token.text === ',' || token.text === ';') break
      if (word === 'and' && inBetween) inBetween = false
      else if (ENDS.has(word)) break
      if (token.kind === 'value' && last !== undefined && endsOperand(last)) break
    }
    if (token.depth === depth && word === 'between') inBetween = true
    last = token
  }
  return last
}

// A value right after an operand is not part of it: it is a fragment such as another condition.
function endsOperand(token: Token): boolean {
  if (token.kind === 'word') return !BEFORE_VALUE.has(token.text.toLowerCase())
  return token.kind !== 'sign' || token.text === ')' || token.text === ']'
}

function clauseAt(tokens: readonly Token[], at: number): Mutant[] {
  const token = tokens[at] as Token
  const word = token.text.toLowerCase()
  if (word === 'distinct') return [{ operator: 'sql: drop distinct', start: token.start, end: token.end, text: '' }]
  if (word === 'left' && tokens[at + 1]?.text.toLowerCase() === 'join')
    return [{ operator: 'sql: inner join', start: token.start, end: token.end, text: '' }]
  if (word !== 'limit') return []
  const last = lastOf(tokens, at + 1)
  return last === undefined ? [] : [{ operator: 'sql: drop limit', start: token.start, end: last.end, text: '' }]
}

function swapOf(token: Token, at: number, tokens: readonly Token[]): Mutant[] {
  const swapped = SWAPPED[token.text.toLowerCase()]
  if (swapped === undefined) return []
  const isFunction = ['min', 'max', 'greatest', 'least'].includes(token.text.toLowerCase())
  if (isFunction && tokens[at + 1]?.text !== '(') return []
  // A sign before a single operand is left alone.
  if (/^[+-]$/.test(token.text) && !endsTerm(tokens[at - 1])) return []
  // The clock never equals a stored time, so before and not after are the same there.
  if (/^[<>]=?$/.test(token.text) && tokens[at + 1]?.text.toLowerCase() === 'now') return []
  return [{ operator: `sql: ${token.text} to ${swapped}`, start: token.start, end: token.end, text: swapped }]
}

function endsTerm(token: Token | undefined): boolean {
  if (token === undefined || ENDS.has(token.text.toLowerCase())) return false
  return token.kind !== 'sign' ? !/^(select|case|by)$/i.test(token.text) : token.text === ')' || token.text === ']'
}

function nullTests(tokens: readonly Token[]): Mutant[] {
  return tokens.flatMap((token, at) => {
    const [first, second] = [tokens[at + 1]?.text.toLowerCase(), tokens[at + 2]]
    if (token.text.toLowerCase() !== 'is') return []
    if (first === 'null')
      return [{ operator: 'sql: is null to is not null', start: token.end, end: token.end, text: ' not' }]
    if (first !== 'not' || second?.text.toLowerCase() !== 'null') return []
    return [{ operator: 'sql: is not null to is null', start: token.end, end: second.start - 1, text: '' }]
  })
}

function locksOf(text: string): Mutant[] {
  return [...text.matchAll(LOCKS)].map(({ index, 0: lock }) => ({
    operator: 'sql: drop lock',
    start: index,
    end: index + lock.length,
    text: '',
  }))
}
