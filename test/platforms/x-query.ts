import { hasPhrase } from './words.ts'

// X's query language: a space is and, OR is or and binds weaker, `-` negates one operator, never a group.

export interface XDocument {
  readonly text: string
  readonly hashtags: readonly string[]
  readonly username: string
}

export type XTest = (document: XDocument) => boolean

export class XQueryError extends Error {}

const TOKEN = /\s*(-?"[^"]*"|-?\(|\)|[^\s()"]+)/y

export function parseXQuery(query: string): XTest {
  const tokens = readTokens(query)
  const state: State = { tokens, at: 0, standalone: false }
  const test = readAny(state)
  if (state.at < tokens.length) throw new XQueryError(`unexpected ${tokens[state.at]}`)
  if (!state.standalone) throw new XQueryError('a query needs at least one operator that can stand alone')
  return test
}

interface State {
  readonly tokens: readonly string[]
  at: number
  standalone: boolean
}

function readTokens(query: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < query.trimEnd().length) {
    const found = TOKEN.exec(query)
    if (found === null) throw new XQueryError('a quote is not closed')
    tokens.push(String(found[1]))
  }
  return tokens
}

function readAny(state: State): XTest {
  const tests = [readAll(state)]
  while (state.tokens[state.at] === 'OR') {
    state.at++
    tests.push(readAll(state))
  }
  return (document) => tests.some((test) => test(document))
}

function readAll(state: State): XTest {
  const tests: XTest[] = []
  for (let token = state.tokens[state.at]; token !== undefined && token !== ')' && token !== 'OR'; ) {
    tests.push(readOne(state, token))
    token = state.tokens[state.at]
  }
  if (tests.length === 0) throw new XQueryError('an operand is missing')
  return (document) => tests.every((test) => test(document))
}

function readOne(state: State, token: string): XTest {
  state.at++
  if (token === '-(') throw new XQueryError('a group cannot be negated')
  if (token === '(') {
    const test = readAny(state)
    if (state.tokens[state.at++] !== ')') throw new XQueryError('a parenthesis is not closed')
    return test
  }
  const negated = token.startsWith('-')
  const operator = negated ? token.slice(1) : token
  const test = readOperator(operator)
  if (!negated && !operator.includes(':')) state.standalone = true
  return negated ? (document) => !test(document) : test
}

function readOperator(operator: string): XTest {
  if (operator === '') throw new XQueryError('an operand is missing')
  if (operator.startsWith('"')) return ({ text }) => hasPhrase(text, operator.slice(1, -1))
  if (operator === 'is:retweet') return ({ text }) => text.startsWith('RT @')
  if (operator.startsWith('#')) return ({ hashtags }) => hashtags.includes(operator.slice(1).toLowerCase())
  if (operator.startsWith('@')) {
    return ({ text }) => new RegExp(`(^|[^\\w@])${operator}(?!\\w)`, 'i').test(text)
  }
  if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(operator)) throw new XQueryError(`unknown operator ${operator}`)
  return ({ text }) => hasPhrase(text, operator)
}
