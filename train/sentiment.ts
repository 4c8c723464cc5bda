import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SENTIMENT_MODEL } from '../src/analyse/analyser.ts'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { answersOf } from './answers.ts'
import { baselineAnswers, trainBaseline } from './baseline.ts'
import { readSamples } from './data.ts'
import { type Answer, groupBy, measure, setOf } from './measure.ts'
import { RECIPE, trainSentiment } from './recipe.ts'
import { splitSamples } from './split.ts'

// Makes the sentiment model and says how it does on `valid`. With --baseline: makes the linear baseline instead, and only
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
  if (values.data === undefined) throw new Error('Say where the data are: --data <folder>.')
  const { train, valid, dropped } = splitSamples(readSamples(values.data, { cleanLicences: values['clean-licences'] }))
  console.log(
    `${train.length} texts to learn from; ${dropped} left out as near-copies of the ${valid.length} to measure on.`,
  )
  if (values.baseline) print(baselineAnswers(trainBaseline(train), valid))
  else {
    const bytes = trainSentiment(train, RECIPE)
    writeFileSync(values.out ?? SENTIMENT_MODEL, bytes)
    console.log(`Wrote ${bytes.length} bytes.`)
    print(answersOf(readSentimentModel(readModelFile(bytes, 'sentiment')), valid))
  }
}

function print(answers: readonly Answer[]): void {
  console.table(
    groupBy(answers, setOf).map(([set, group]) => {
      const { total, accuracy, macroF1 } = measure(group)
      return { set, texts: total, accuracy: accuracy.toFixed(3), 'macro-F1': macroF1.toFixed(3) }
    }),
  )
}
