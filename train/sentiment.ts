import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SENTIMENT_MODEL } from '../src/analyse/analyser.ts'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { predictBaseline, trainBaseline } from './baseline.ts'
import { readSamples } from './data.ts'
import { groupBy, measure, type Prediction, setOf } from './measure.ts'
import { predict } from './predict.ts'
import { RECIPE, trainSentiment } from './recipe.ts'
import { splitSamples } from './split.ts'

// Trains the sentiment model and prints its figures on `valid`. With --baseline it trains the linear baseline instead, and only
// measures it.
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      out: { type: 'string' },
      'clean-licences': { type: 'boolean', default: false },
      baseline: { type: 'boolean', default: false },
    },
  })
  if (values.data === undefined) throw new Error('Missing option: --data <folder>.')
  const { train, valid, dropped } = splitSamples(readSamples(values.data, { cleanLicences: values['clean-licences'] }))
  console.log(
    `${train.length} training texts; ${dropped} left out as near-duplicates of the ${valid.length} validation texts.`,
  )
  if (values.baseline) print(predictBaseline(trainBaseline(train), valid))
  else {
    const bytes = trainSentiment(train, RECIPE)
    writeFileSync(values.out ?? SENTIMENT_MODEL, bytes)
    console.log(`Wrote ${bytes.length} bytes.`)
    print(predict(readSentimentModel(readModelFile(bytes, 'sentiment')), valid))
  }
}

function print(predictions: readonly Prediction[]): void {
  console.table(
    groupBy(predictions, setOf).map(([set, group]) => {
      const { total, accuracy, macroF1 } = measure(group)
      return { set, texts: total, accuracy: accuracy.toFixed(3), 'macro-F1': macroF1.toFixed(3) }
    }),
  )
}
