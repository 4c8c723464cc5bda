import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { type Analyser, openAnalyser } from '../analyse/analyser.ts'
import { openOperatorModel } from '../analyse/operator/model.ts'
import { type Command, defineCommand } from './command.ts'
import { compareModels, readLabelled } from './compare-models.ts'
import { loadConfig } from './load-config.ts'

// Reads one text, or one JSON object with `text`, per line and writes one JSON object per line, in the same order. An empty
// line gives a result too, so that the lines of both files correspond.
export function classifyCommand(io: Streams): Command {
  return defineCommand({
    usage: `pantau classify [--compare <file>]

Reads one text, or one JSON object with "text", per line and prints sentiment, confidence, the three probabilities, language
and model as one JSON object per line.

  --compare <file>    judge the texts of a file with each model and print how often it is right; each line is a JSON
                      object with "text" and "label" (-1, 0 or 1)

  echo 'Pelayanannya cepat sekali' | pantau classify
  PANTAU_SENTIMENT_MODEL=./indobert pantau classify --compare labelled.jsonl`,
    options: { compare: { type: 'string' } },
    arguments: [],
    async run({ values }) {
      const { sentimentModel, sentimentQuick } = loadConfig()
      const own = sentimentModel === '' ? null : await openOperatorModel(sentimentModel)
      try {
        if (values.compare === undefined) return await classifyStream(openAnalyser({}, own?.judge), sentimentQuick, io)
        io.stdout.write(compareModels(readLabelled(values.compare), own))
        return 0
      } finally {
        await own?.close()
      }
    },
  })
}

interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
}

async function classifyStream(analyser: Analyser, quick: boolean, io: Streams): Promise<number> {
  try {
    await pipeline(classifyLines(analyser, quick, io.stdin), io.stdout, { end: false })
    return 0
  } catch (error) {
    // The reader closed the pipe early, as with `| head`.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0
    throw error
  }
}

async function* classifyLines(
  analyser: Analyser,
  quick: boolean,
  stdin: NodeJS.ReadableStream,
): AsyncGenerator<string> {
  for await (const line of createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const { sentiment, confidence, probabilities, language, model } = analyser.classify(textOf(line), { quick })
    const [negative, neutral, positive] = probabilities.map(rounded)
    const judgement = { sentiment, confidence: rounded(confidence), probabilities: { negative, neutral, positive } }
    yield `${JSON.stringify({ ...judgement, language, model })}\n`
  }
}

const rounded = (share: number) => Number(share.toFixed(4))

// A line that starts like an object but is not valid JSON, or has no `text`, is itself the text.
function textOf(line: string): string {
  if (!line.trimStart().startsWith('{')) return line
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string') {
      return value.text
    }
  } catch {
    return line
  }
  return line
}
