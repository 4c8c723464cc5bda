import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { readSamples } from './data.ts'
import { FAMILIES } from './figures.ts'
import { predict } from './predict.ts'
import { RECIPE, trainSentiment } from './recipe.ts'
import { splitSamples } from './split.ts'

// How a model judges texts of a kind that it was not trained on.
export interface UnseenRow {
  // Of the validation texts.
  readonly index: number
  readonly family: string
  readonly logits: readonly number[]
}

// Leaves out one family of sets at a time, trains without it and writes what the model says of its validation texts, as JSON lines.
if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } })
  if (values.data === undefined || values.out === undefined) throw new Error('Missing: --data <folder> --out <file>.')
  const { train, valid } = splitSamples(readSamples(values.data))
  const rows: UnseenRow[] = []
  for (const [family, sets] of Object.entries(FAMILIES)) {
    const seen = train.filter(({ set }) => !sets.includes(set.name))
    const model = readSentimentModel(readModelFile(trainSentiment(seen, RECIPE), 'sentiment'))
    valid.forEach((sample, index) => {
      if (!sets.includes(sample.set.name)) return
      const [prediction] = predict(model, [sample])
      rows.push({ index, family, logits: prediction?.logits ?? [] })
    })
    writeFileSync(values.out, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
    console.log(`Trained without ${sets.join(', ')}.`)
  }
}
