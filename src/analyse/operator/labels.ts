import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../domain/problem.ts'
import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from '../../domain/sentiment.ts'

// What the classes of an operator's model mean, in the order of its logits: from `labels.json`, a list of `negative`, `neutral` and
// `positive`, or from the names of the classes in `config.json`. Several classes may have the same meaning, such as one and two stars.
export function readLabels(folder: string): readonly Sentiment[] {
  const own = join(folder, 'labels.json')
  const names = existsSync(own) ? readJson(own) : classNames(join(folder, 'config.json'))
  if (!Array.isArray(names)) throw new Problem('invalid', `${own} must be a list of negative, neutral and positive.`)
  const labels = names.map((name) => {
    const sentiment = SENTIMENTS.find((one) => SENTIMENT_LABELS[`${one}`] === String(name).toLowerCase())
    if (sentiment !== undefined) return sentiment
    throw new Problem('invalid', `The class "${name}" is none of negative, neutral and positive: write ${own}.`)
  })
  for (const sentiment of [-1, 1] as const)
    if (!labels.includes(sentiment)) throw new Problem('invalid', `No class is ${SENTIMENT_LABELS[sentiment]}: ${own}.`)
  return labels
}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Problem('invalid', `${file} cannot be read: ${(error as Error).message}`)
  }
}

function classNames(file: string): unknown {
  const { id2label } = readJson(file) as { id2label?: Record<string, string> }
  return id2label === undefined ? undefined : Object.keys(id2label).map((_, at) => id2label[at])
}
