import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Analyser, ENCODER_MODEL, LANGUAGE_MODEL, openAnalyser, SENTIMENT_MODEL } from '../src/analyse/analyser.ts'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { entityFigures } from './card-entities.ts'
import { identificationTable, mixedTable, shortTable } from './card-language.ts'
import {
  calibrationTable,
  confusionTable,
  languageTable,
  licenceTable,
  setTable,
  table,
  unseenTable,
} from './card-tables.ts'
import { readSamples } from './data.ts'
import { readSlowFigures, scores } from './figures.ts'
import { setOf } from './measure.ts'
import { predict, predictTogether } from './predict.ts'
import { splitSamples } from './split.ts'

// Written for this project, with the label a careful reader would give. The model's prediction is added when the card is generated.
const HARD: readonly (readonly [string, string, string])[] = [
  ['irony', 'Wah hebat, baru diaspal seminggu sudah berlubang lagi', 'negative'],
  ['irony', 'Great, another three hours in traffic', 'negative'],
  ['bad news in a neutral tone', 'Gempa bermagnitudo 6,1 mengguncang Maluku, dua orang meninggal', 'neutral'],
  ['praise and complaint in one text', 'Makanannya enak tapi pelayanannya lambat sekali', 'negative'],
  ['the end of something bad', 'Akhirnya banjir di kampung kami surut juga', 'positive'],
  ['two negations', 'Tidak ada yang tidak suka sama dia', 'positive'],
  ['distant negation', 'Saya tidak pernah merasa tempat ini layak disebut bagus', 'negative'],
  ['praise of a competitor', 'Lebih bagus pelayanan bank sebelah', 'negative'],
  ['a question', 'Apakah layanan ini bagus?', 'neutral'],
  ['a wish', 'Semoga lekas sembuh ya', 'positive'],
  ['a proverb', 'Air susu dibalas air tuba', 'negative'],
  ['in-group slang', 'asli sih ini bikin nangis saking bagusnya', 'positive'],
]

function hardTable(analyser: Analyser): string {
  return table(
    ['difficulty', 'text', 'reader', 'model'],
    HARD.map(([difficulty, text, reader]) => {
      const { sentiment, confidence } = analyser.sentiment(text)
      const predicted = sentiment === 0 ? 'neutral' : sentiment === 1 ? 'positive' : 'negative'
      return [difficulty, text, reader, `${predicted} (${confidence.toFixed(2)})${predicted === reader ? '' : ' ✗'}`]
    }),
  )
}

function card(folder: string): string {
  const { train, valid, dropped } = splitSamples(readSamples(folder))
  const gold = valid.filter(({ set }) => !set.weak)
  const analyser = openAnalyser()
  const bytes = readFileSync(SENTIMENT_MODEL)
  const predictions = predict(readSentimentModel(readModelFile(bytes, 'sentiment')), gold)
  const together = predictTogether(gold)
  const slow = readSlowFigures()
  const template = readFileSync(new URL('./card.md', import.meta.url), 'utf8')
  const values: Record<string, string> = {
    megabytes: (bytes.length / 1e6).toFixed(1),
    languageMegabytes: (readFileSync(LANGUAGE_MODEL).length / 1e6).toFixed(1),
    recipe: JSON.stringify(readModelFile(bytes, 'sentiment').about.recipe),
    train: String(train.length),
    valid: String(gold.length),
    dropped: String(dropped),
    sets: setTable(predictions, slow.baseline, 'baseline'),
    encoder: setTable(together, scores(predictions, setOf), 'hashed model'),
    encoderCalibration: calibrationTable(together),
    encoderMegabytes: (readFileSync(ENCODER_MODEL).length / 1e6).toFixed(1),
    languages: languageTable(predictions),
    confusion: confusionTable(predictions),
    calibration: calibrationTable(predictions),
    unseen: unseenTable(predictions, slow),
    hard: hardTable(analyser),
    licences: licenceTable(),
    identification: identificationTable(analyser, gold),
    short: shortTable(analyser, gold),
    mixed: mixedTable(analyser, gold),
    ...entityFigures(folder),
  }
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`train/card.md uses the unknown placeholder {{${name}}}.`)
    return value
  })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  if (values.data === undefined) throw new Error('Missing option: --data <folder>.')
  writeFileSync(new URL('../docs/reference/model-card.md', import.meta.url), card(values.data))
}
