import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Analyser, LANGUAGE_MODEL, openAnalyser, SENTIMENT_MODEL } from '../src/analyse/analyser.ts'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { answersOf } from './answers.ts'
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
import { readSlowFigures } from './figures.ts'
import { splitSamples } from './split.ts'

// Written by us, with what a careful reader would say. What the model says is filled in when the card is made.
const HARD: readonly (readonly [string, string, string])[] = [
  ['irony', 'Wah hebat, baru diaspal seminggu sudah berlubang lagi', 'negative'],
  ['irony', 'Great, another three hours in traffic', 'negative'],
  ['bad news told plainly', 'Gempa bermagnitudo 6,1 mengguncang Maluku, dua orang meninggal', 'neutral'],
  ['good and bad in one text', 'Makanannya enak tapi pelayanannya lambat sekali', 'negative'],
  ['bad thing ended', 'Akhirnya banjir di kampung kami surut juga', 'positive'],
  ['two negations', 'Tidak ada yang tidak suka sama dia', 'positive'],
  ['far negation', 'Saya tidak pernah merasa tempat ini layak disebut bagus', 'negative'],
  ['praise of one, blame of another', 'Lebih bagus pelayanan bank sebelah', 'negative'],
  ['a question', 'Apakah layanan ini bagus?', 'neutral'],
  ['a wish', 'Semoga lekas sembuh ya', 'positive'],
  ['a proverb', 'Air susu dibalas air tuba', 'negative'],
  ['slang of a group', 'asli sih ini bikin nangis saking bagusnya', 'positive'],
]

function hardTable(analyser: Analyser): string {
  return table(
    ['what is hard', 'text', 'a reader', 'the model'],
    HARD.map(([what, text, reader]) => {
      const { sentiment, confidence } = analyser.sentiment(text)
      const said = sentiment === 0 ? 'neutral' : sentiment === 1 ? 'positive' : 'negative'
      return [what, text, reader, `${said} (${confidence.toFixed(2)})${said === reader ? '' : ' ✗'}`]
    }),
  )
}

function card(folder: string): string {
  const { train, valid, dropped } = splitSamples(readSamples(folder))
  const gold = valid.filter(({ set }) => !set.weak)
  const analyser = openAnalyser()
  const bytes = readFileSync(SENTIMENT_MODEL)
  const answers = answersOf(readSentimentModel(readModelFile(bytes, 'sentiment')), gold)
  const slow = readSlowFigures()
  const template = readFileSync(new URL('./card.md', import.meta.url), 'utf8')
  const parts: Record<string, string> = {
    megabytes: (bytes.length / 1e6).toFixed(1),
    languageMegabytes: (readFileSync(LANGUAGE_MODEL).length / 1e6).toFixed(1),
    recipe: JSON.stringify(readModelFile(bytes, 'sentiment').about.recipe),
    train: String(train.length),
    valid: String(gold.length),
    dropped: String(dropped),
    sets: setTable(answers, slow),
    languages: languageTable(answers),
    confusion: confusionTable(answers),
    calibration: calibrationTable(answers),
    unseen: unseenTable(answers, slow),
    hard: hardTable(analyser),
    licences: licenceTable(),
    identification: identificationTable(analyser, gold),
    short: shortTable(analyser, gold),
    mixed: mixedTable(analyser, gold),
  }
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`train/card.md asks for {{${name}}}, which nothing provides.`)
    return part
  })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  if (values.data === undefined) throw new Error('Say where the data are: --data <folder>.')
  writeFileSync(new URL('../docs/model-card.md', import.meta.url), card(values.data))
}
