import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel, type SentimentModel } from '../src/analyse/sentiment.ts'
import { predictBaseline, trainBaseline } from './baseline.ts'
import { readSamples, type Sample } from './data.ts'
import { groupBy, measure, type Prediction, setOf } from './measure.ts'
import { predict } from './predict.ts'
import { RECIPE, trainSentiment } from './recipe.ts'
import { splitSamples } from './split.ts'

// Figures that require training extra models, which takes minutes. They are stored in figures.json for the card.
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

// Sets that share texts, as copies or translations: they are excluded together.
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
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

export function scores(predictions: readonly Prediction[], keyOf: (sample: Sample) => string): Record<string, Score> {
  return Object.fromEntries(
    groupBy(predictions, keyOf).map(([key, group]) => {
      const { total, accuracy, macroF1 } = measure(group)
      return [key, { total, accuracy, macroF1 }]
    }),
  )
}

// The scores on each family of sets of a small network trained without any text of that family.
function unseenScores(train: readonly Sample[], valid: readonly Sample[]): Record<string, Score> {
  const found: Record<string, Score> = {}
  for (const [name, family] of Object.entries(FAMILIES)) {
    const model = trainWithout(train, family)
    const own = valid.filter(({ set }) => family.includes(set.name) && !set.weak)
    Object.assign(
      found,
      scores(predict(model, own), (sample) => sample.set.name),
    )
    console.log(`Measured without ${family.join(', ')} (${name}).`)
  }
  return found
}

// A small network that has not seen any text of some sets.
export function trainWithout(train: readonly Sample[], family: readonly string[]): SentimentModel {
  const others = train.filter(({ set }) => !family.includes(set.name))
  const bytes = trainSentiment(others, { network: { ...RECIPE.network, width: 16, epochs: 3 }, linear: null })
  return readSentimentModel(readModelFile(bytes, 'sentiment'))
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  if (values.data === undefined) throw new Error('Missing option: --data <folder>.')
  const { train, valid } = splitSamples(readSamples(values.data))
  const gold = valid.filter(({ set }) => !set.weak)
  const baseline = scores(predictBaseline(trainBaseline(train), gold), setOf)
  console.log('Measured the baseline.')
  const figures: SlowFigures = { baseline, unseen: unseenScores(train, gold) }
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
}
