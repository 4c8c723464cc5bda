import { parseSync } from 'vite'
import { applyMutant, type Mutant } from './mutant.ts'
import { sqlMutants } from './sql-operators.ts'

// The list of faults. Each takes a node of the syntax tree and returns replacements for it, or for a part of it.

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  // biome-ignore lint/suspicious/noExplicitAny: every kind of node has its own fields, and the operators check the kind first.
  readonly [field: string]: any
}

interface Place {
  readonly node: Node
  readonly parent: Node
  readonly source: string
  readonly inFunction: boolean
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
}
const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  floor: 'ceil',
  ceil: 'floor',
}
const DROPPED_METHODS = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim', 'toLowerCase'])
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
// Types do not exist when the code runs; imports and messages are not behaviour that a test should pin down.
const SKIPPED = /^(TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|ExportAll)/

/** Every mutant of a source file, in the order of the file. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const found: Mutant[] = []
  visit({ node: parse(path, source), parent: { type: 'None', start: 0, end: 0 }, source, inFunction: false }, found)
  const sorted = found.sort((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1))
  return sorted.filter((mutant) => isValid(path, applyMutant(source, mutant)))
}

function parse(path: string, source: string): Node {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return program as unknown as Node
}

function isValid(path: string, source: string): boolean {
  return parseSync(path, source).errors.length === 0
}

function visit(place: Place, found: Mutant[]): void {
  const { node, source } = place
  if (SKIPPED.test(node.type) || isMessage(node)) return
  for (const operator of OPERATORS) found.push(...operator(place))
  const inFunction = place.inFunction || FUNCTIONS.has(node.type)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit({ node: child, parent: node, source, inFunction }, found)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && 'start' in value
}

function isMessage(node: Node): boolean {
  const callee = node.callee
  if (node.type === 'NewExpression') return /(Error|Problem)$/.test(callee.name ?? '')
  return node.type === 'CallExpression' && callee.type === 'MemberExpression' && callee.object.name === 'log'
}

type Operator = (place: Place) => Mutant[]

const OPERATORS: readonly Operator[] = [
  conditions,
  logical,
  comparisons,
  negations,
  literals,
  arrays,
  calls,
  statements,
  methods,
  patterns,
  queries,
]

function replace(operator: string, { start, end }: Node, text: string): Mutant {
  return { operator, start, end, text }
}

function textOf({ source }: Place, { start, end }: Node): string {
  return source.slice(start, end)
}

function conditions({ node }: Place): Mutant[] {
  if (node.type === 'WhileStatement') return [replace('condition is false', node.test, 'false')]
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return []
  return [replace('condition is true', node.test, 'true'), replace('condition is false', node.test, 'false')]
}

function logical(place: Place): Mutant[] {
  const { node } = place
  if (node.type !== 'LogicalExpression') return []
  const [left, right] = [textOf(place, node.left), textOf(place, node.right)]
  if (node.operator !== '??')
    return [replace('drop right operand', node, left), replace('drop left operand', node, right)]
  // A plain default is often there only for the type checker.
  const isPlain =
    ['Literal', 'Identifier', 'ArrayExpression', 'NewExpression'].includes(node.right.type) || right === 'undefined'
  return [replace('always the default', node, right), ...(isPlain ? [] : [replace('no default', node, left)])]
}

function comparisons({ node, source }: Place): Mutant[] {
  if (node.type !== 'BinaryExpression') return []
  const swapped = COMPARISONS[node.operator] ?? ARITHMETIC[node.operator]
  if (swapped === undefined) return []
  const start = source.indexOf(node.operator, node.left.end)
  if (start < 0 || start >= node.right.start) return []
  return [{ operator: `${node.operator} to ${swapped}`, start, end: start + node.operator.length, text: swapped }]
}

function negations(place: Place): Mutant[] {
  const { node } = place
  if (node.type !== 'UnaryExpression' || !['!', '-'].includes(node.operator)) return []
  return [replace(`drop ${node.operator}`, node, textOf(place, node.argument))]
}

function literals({ node, parent, inFunction }: Place): Mutant[] {
  if (node.type !== 'Literal' || !inFunction || isName(node, parent)) return []
  if (typeof node.value === 'boolean') return [replace('flip boolean', node, String(!node.value))]
  if (typeof node.value === 'number') return [replace('number plus one', node, String(node.value + 1))]
  if (typeof node.value !== 'string') return []
  // Comparisons and elements of arrays have operators of their own, and a text with blanks is a message.
  if (['BinaryExpression', 'ArrayExpression'].includes(parent.type) || node.value.includes(' ')) return []
  return [node.value === '' ? replace('fill string', node, "'x'") : replace('empty string', node, "''")]
}

function isName(node: Node, parent: Node): boolean {
  return (parent.type === 'Property' && parent.key === node) || parent.type === 'ExpressionStatement'
}

function arrays({ node }: Place): Mutant[] {
  if (node.type !== 'ArrayExpression') return []
  const elements: readonly Node[] = node.elements
  return elements.map((element, at) => {
    const next = elements[at + 1]
    const before = elements[at - 1]
    if (next !== undefined) return { operator: 'drop element', start: element.start, end: next.start, text: '' }
    return { operator: 'drop element', start: before?.end ?? element.start, end: element.end, text: '' }
  })
}

// A call whose result is not used is there for its effect.
function calls({ node }: Place): Mutant[] {
  if (node.type !== 'ExpressionStatement') return []
  const inner = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression
  const isCall = ['CallExpression', 'TaggedTemplateExpression', 'ChainExpression'].includes(inner.type)
  return isCall && !isMessage(inner) ? [replace('drop call', node, ';')] : []
}

function statements({ node, parent }: Place): Mutant[] {
  if (node.type === 'ContinueStatement' || node.type === 'BreakStatement')
    return parent.type === 'SwitchCase' ? [] : [replace('drop jump', node, ';')]
  if (node.type === 'ReturnStatement' && node.argument === null) return [replace('drop return', node, ';')]
  if (node.type === 'ThrowStatement') return [replace('drop throw', node, ';')]
  if (node.type !== 'ExpressionStatement') return []
  return ['AssignmentExpression', 'UpdateExpression'].includes(node.expression.type)
    ? [replace('drop assignment', node, ';')]
    : []
}

function methods(place: Place): Mutant[] {
  const { node } = place
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return []
  const { object, property } = node.callee
  const swapped = METHODS[property.name]
  if (swapped !== undefined) return [replace(`${property.name} to ${swapped}`, property, swapped)]
  return DROPPED_METHODS.has(property.name) ? [replace(`drop ${property.name}`, node, textOf(place, object))] : []
}

function patterns({ node }: Place): Mutant[] {
  const pattern: string | undefined = node.type === 'Literal' ? node.regex?.pattern : undefined
  if (pattern === undefined) return []
  const found: Mutant[] = []
  if (pattern.startsWith('^')) found.push({ operator: 'drop ^', start: node.start + 1, end: node.start + 2, text: '' })
  const end = node.start + 1 + pattern.length
  if (pattern.endsWith('$')) found.push({ operator: 'drop $', start: end - 1, end, text: '' })
  return found
}

function queries(place: Place): Mutant[] {
  const { node, parent } = place
  if (node.type !== 'TemplateLiteral') return []
  const text = place.source.slice(node.start + 1, node.end - 1)
  const isTagged = parent.type === 'TaggedTemplateExpression'
  if (!(isTagged ? /\b(select|insert|update|delete|where|and|order|limit|from)\b/i : /^\s*(select|with) /i).test(text))
    return []
  return sqlMutants(text, node.start + 1)
}
