import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import type { Match } from '../domain/keyword.ts'
import { Problem } from '../domain/problem.ts'
import { compileExpression, type Expression } from '../match/matches.ts'
import { KeywordError, parseExclusions, parseKeyword } from '../match/parse.ts'
import { type Command, defineCommand, refuse } from './command.ts'

// Longer than any post; a stream without line breaks must not fill the memory.
const LINE_CHARS_MAX = 1_000_000

interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
}

const USAGE = `pantau match [--exclude <list>] <expression> <text>
pantau match [--exclude <list>] --stdin <expression>

Prints whether a text matches an expression and why, as JSON. The exit code is 0 either way: no match is a valid result.
--stdin reads one text per line and prints one JSON object per line.

  pantau match 'banjir and jakarta or gempa' 'Gempa terasa di Bandung'`

export function matchCommand(io: Streams): Command {
  return defineCommand({
    usage: USAGE,
    options: { exclude: { type: 'string' }, stdin: { type: 'boolean', default: false } },
    arguments: ['expression', 'text?'],
    async run({ values, args: [keyword = '', text] }) {
      if (text === undefined && !values.stdin) return refuse('The argument <text> is missing.', USAGE)
      if (text !== undefined && values.stdin) return refuse(`Unexpected argument "${text}".`, USAGE)
      const match = compileExpression(readExpression(keyword, values.exclude ?? ''))
      await printMatches(text === undefined ? linesOf(io.stdin) : [text], match, io.stdout)
      return 0
    },
  })
}

async function printMatches(
  texts: Iterable<string> | AsyncIterable<string>,
  match: (text: string) => Match,
  stdout: NodeJS.WritableStream,
): Promise<void> {
  try {
    // `pipeline` applies the backpressure of stdout.
    await pipeline(Readable.from(matchTexts(texts, match)), stdout, { end: false })
  } catch (error) {
    // The reader closed the pipe early, as with `| head`.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
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
