import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SENTIMENT_MODEL } from '../src/analyse/analyser.ts'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { answersOf } from './answers.ts'
import { readSamples, readUnlabelled, type Sample } from './data.ts'
import { nearDuplicates } from './duplicates.ts'
import { measure } from './measure.ts'
import { SHAPE, trainSentiment } from './recipe.ts'

export interface Split {
  readonly train: Sample[]
  readonly valid: Sample[]
  // How many training texts were left out because they nearly equal one of `valid`.
  readonly dropped: number
}

export function splitSamples(samples: readonly Sample[]): Split {
  const valid = samples.filter((sample) => sample.split === 'valid')
  const train = samples.filter((sample) => sample.split === 'train')
  const copies = nearDuplicates(
    train.map((sample) => sample.text),
    valid.map((sample) => sample.text),
  )
  const used = train.filter((_, at) => copies[at] !== true)
  return { train: used, valid, dropped: train.length - used.length }
}

// The texts without labels that do not nearly equal one that we measure on.
export function unseenUnlabelled(folder: string, valid: readonly Sample[]): string[] {
  const texts = readUnlabelled(folder)
  const copies = nearDuplicates(
    texts,
    valid.map((sample) => sample.text),
  )
  return texts.filter((_, at) => copies[at] !== true)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      out: { type: 'string' },
      'clean-licences': { type: 'boolean', default: false },
    },
  })
  if (values.data === undefined) throw new Error('Say where the data are: --data <folder>.')
  const samples = readSamples(values.data, { cleanLicences: values['clean-licences'] })
  const { train, valid, dropped } = splitSamples(samples)
  console.log(
    `${train.length} texts to learn from; ${dropped} left out as near-copies of the ${valid.length} to measure on.`,
  )
  const unlabelled = values['clean-licences'] ? [] : unseenUnlabelled(values.data, valid)
  const bytes = trainSentiment(train, unlabelled, SHAPE)
  writeFileSync(values.out ?? SENTIMENT_MODEL, bytes)
  const figures = measure(answersOf(readSentimentModel(readModelFile(bytes, 'sentiment')), valid))
  console.log(`Wrote ${bytes.length} bytes. All of valid: accuracy ${figures.accuracy}, macro-F1 ${figures.macroF1}.`)
}
