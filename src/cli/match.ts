import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { parseArgs } from 'node:util'
import type { Match } from '../domain/keyword.ts'
import { Problem } from '../domain/problem.ts'
import { compileExpression, type Expression } from '../match/matches.ts'
import { KeywordError, parseExclusions, parseKeyword } from '../match/parse.ts'

const USAGE = `pantau match [--exclude '<list>'] '<expression>' '<text>'
pantau match [--exclude '<list>'] --stdin '<expression>'    one text per line in, one JSON object per line out`

// Longer than any post; a stream without line breaks must not fill the memory.
const LINE_CHARS_MAX = 1_000_000

interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
}

// Prints whether a text matches an expression, and why. The exit code is 0 either way: no match is a valid result.
export async function matchCommand(args: string[], io: Streams): Promise<number> {
  const { expression, texts } = readArguments(args)
  const match = compileExpression(expression)
  const source = texts ?? linesOf(io.stdin)
  try {
    // `pipeline` applies the backpressure of stdout.
    await pipeline(Readable.from(matchTexts(source, match)), io.stdout, { end: false })
  } catch (error) {
    // The reader closed the pipe early, as with `| head`.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
  return 0
}

function readArguments(args: string[]): { expression: Expression; texts: string[] | null } {
  const { values, positionals } = parse(args)
  const [keyword, text, ...rest] = positionals
  const fromStdin = values.stdin === true
  if (keyword === undefined || rest.length > 0 || (text === undefined) !== fromStdin) throw usageProblem()
  return { expression: readExpression(keyword, values.exclude ?? ''), texts: text === undefined ? null : [text] }
}

function parse(args: string[]) {
  try {
    const options = { exclude: { type: 'string' }, stdin: { type: 'boolean' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw usageProblem(error instanceof Error ? `${error.message}\n` : '')
  }
}

function readExpression(keyword: string, exclude: string): Expression {
  try {
    return { keyword: parseKeyword(keyword), exclusions: parseExclusions(exclude) }
  } catch (error) {
    if (error instanceof KeywordError) throw new Problem('invalid', error.message)
    throw error
  }
}

function usageProblem(reason = ''): Problem {
  return new Problem('invalid', `${reason}Usage:\n${USAGE}`)
}

async function* matchTexts(texts: Iterable<string> | AsyncIterable<string>, match: (text: string) => Match) {
  for await (const text of texts) yield `${JSON.stringify(match(text))}\n`
}

async function* linesOf(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_CHARS_MAX) {
      throw new Problem('too-large', `A line is longer than ${LINE_CHARS_MAX} characters: put one text on each line.`)
    }
    for (const line of lines) yield withoutReturn(line)
  }
  rest += decoder.end()
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
