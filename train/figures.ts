import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { answersOf } from './answers.ts'
import { baselineAnswers, trainBaseline } from './baseline.ts'
import { readSamples, type Sample } from './data.ts'
import { type Answer, groupBy, measure, setOf } from './measure.ts'
import { RECIPE, trainSentiment } from './recipe.ts'
import { splitSamples } from './split.ts'

// Figures that need models of their own and so take minutes; the card reads them from here.
export interface SlowFigures {
  readonly baseline: Record<string, Score>
  readonly unseen: Record<string, Score>
}

export interface Score {
  readonly total: number
  readonly accuracy: number
  readonly macroF1: number
}

const FILE = new URL('./figures.json', import.meta.url)

// Sets that share texts, as copies or translations: leaving out one leaves out all.
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  smsa: ['smsa', 'nusax'],
  idsa: ['idsa'],
  indonglish: ['indonglish'],
  ije: ['ije'],
  semeval: ['semeval'],
  indolem: ['indolem', 'nusatrans', 'hoasa'],
}

export function readSlowFigures(): SlowFigures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as SlowFigures
}

function scores(answers: readonly Answer[], keyOf: (sample: Sample) => string): Record<string, Score> {
  return Object.fromEntries(
    groupBy(answers, keyOf).map(([key, group]) => {
      const { total, accuracy, macroF1 } = measure(group)
      return [key, { total, accuracy, macroF1 }]
    }),
  )
}

// Accuracy on each family of sets by a small network alone that never saw any text of it.
function unseenScores(train: readonly Sample[], valid: readonly Sample[]): Record<string, Score> {
  const found: Record<string, Score> = {}
  for (const [name, family] of Object.entries(FAMILIES)) {
    const others = train.filter(({ set }) => !family.includes(set.name))
    const bytes = trainSentiment(others, { network: { ...RECIPE.network, width: 16, epochs: 3 }, linear: null })
    const model = readSentimentModel(readModelFile(bytes, 'sentiment'))
    const own = valid.filter(({ set }) => family.includes(set.name) && !set.weak)
    Object.assign(
      found,
      scores(answersOf(model, own), (sample) => sample.set.name),
    )
    console.log(`Left out ${family.join(', ')} (${name}).`)
  }
  return found
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  if (values.data === undefined) throw new Error('Say where the data are: --data <folder>.')
  const { train, valid } = splitSamples(readSamples(values.data))
  const gold = valid.filter(({ set }) => !set.weak)
  const baseline = scores(baselineAnswers(trainBaseline(train), gold), setOf)
  console.log('Measured the baseline.')
  const figures: SlowFigures = { baseline, unseen: unseenScores(train, gold) }
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
}
