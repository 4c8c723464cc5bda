import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Analyser, openAnalyser } from '../analyse/analyser.ts'

// Reads one text, or one JSON object with `text`, a line and writes one JSON object a line, in the same order: an empty
// line has its answer too, so that the two files can be laid side by side.
export async function classifyCommand(
  _args: string[],
  io: { stdin: NodeJS.ReadableStream; stdout: NodeJS.WritableStream },
): Promise<number> {
  const analyser = openAnalyser()
  const lines = createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    if (!io.stdout.write(`${JSON.stringify(answer(analyser, line))}\n`)) await once(io.stdout, 'drain')
  }
  return 0
}

function answer(analyser: Analyser, line: string): object {
  const { sentiment, confidence, language } = analyser.classify(textOf(line))
  return { sentiment, confidence: Number(confidence.toFixed(4)), language }
}

// A line that begins like an object but is none, or has no text, is a text itself.
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
