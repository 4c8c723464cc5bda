import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ENTITY_MODEL } from '../src/analyse/entities/entities.ts'
import { openGazetteer } from '../src/analyse/entities/gazetteer.ts'
import { KINDS, readTagger, type Tagger } from '../src/analyse/entities/tagger.ts'
import { readModelFile, writeModelFile } from '../src/analyse/model-file.ts'
import { type CrfShape, trainCrf } from './entity-crf.ts'
import { inLowerCase, readClassTexts, readLabelled, readSilver } from './entity-data.ts'
import { scoreEntities } from './entity-score.ts'
import { toBytes } from './pack.ts'
import { groupWords, packClasses } from './word-classes.ts'

export const ENTITY_SHAPE: CrfShape = { bits: 19, epochs: 4, rate: 0.2, dropout: 0.3, seed: 5 }
const SILVER_MAX = 22_000

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    silver: { type: 'string' },
    'silver-max': { type: 'string', default: String(SILVER_MAX) },
    epochs: { type: 'string', default: String(ENTITY_SHAPE.epochs) },
    dropout: { type: 'string', default: String(ENTITY_SHAPE.dropout) },
    rate: { type: 'string', default: String(ENTITY_SHAPE.rate) },
    out: { type: 'string', default: '' },
  },
})
if (values.data === undefined) throw new Error('Name the folder of the data sets: --data <folder>.')

const gazetteer = openGazetteer()
const labelled = readLabelled(values.data)
const train = labelled.filter(({ split }) => split === 'train')
const valid = labelled.filter(({ split }) => split === 'valid')
const silver = values.silver === undefined ? [] : readSilver(values.silver, gazetteer, Number(values['silver-max']))
const cased = [...train.filter(({ source }) => source === 'nergrit'), ...silver]
const shape = {
  ...ENTITY_SHAPE,
  epochs: Number(values.epochs),
  dropout: Number(values.dropout),
  rate: Number(values.rate),
}
const sentences = [...train, ...silver, ...cased.filter((_, index) => index % 2 === 0).map(inLowerCase)]
console.log(
  `${train.length} labelled sentences, ${silver.length} silver, ${sentences.length} with copies in lower case`,
)
const classes = packClasses(groupWords(readClassTexts(values.data), shape.seed))
const tagger = trainCrf(sentences, gazetteer, classes, shape)
const { values: weights, scale } = toBytes(tagger.weights)
const file = writeModelFile({
  kind: 'entities',
  about: { bits: shape.bits, shape, kinds: KINDS, sentences: { labelled: train.length, silver: silver.length } },
  sections: { weights, step: Float32Array.of(scale), transitions: tagger.transitions, classes },
})
writeFileSync(values.out === '' ? ENTITY_MODEL : values.out, file)
report('int8', readTagger(readModelFile(file, 'entities')))

function report(title: string, current: Tagger): void {
  for (const source of ['nergrit', 'nerp', undefined] as const) {
    const scored = scoreEntities(
      valid.filter((sentence) => source === undefined || sentence.source === source),
      gazetteer,
      current,
    )
    console.log(
      title,
      source ?? 'both',
      KINDS.map(
        (kind) =>
          `${kind} ${scored[kind].f1.toFixed(1)} (p ${scored[kind].precision.toFixed(1)} r ${scored[kind].recall.toFixed(1)})`,
      ).join('  '),
    )
  }
}
