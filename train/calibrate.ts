import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CALIBRATION, openModels } from '../src/analyse/analyser.ts'
import {
  CALIBRATED_MODELS,
  type CalibratedModel,
  calibrate,
  judgementOf,
  SCALING_FIELDS,
  type Scaling,
  TEXT_KINDS,
  type TextKind,
} from '../src/analyse/calibration.ts'
import { type KnownWords, unknownShare } from '../src/analyse/familiar.ts'
import { extractFeatures, newFeatures } from '../src/analyse/features.ts'
import { addEncoder, hashedShare, type Models } from '../src/analyse/judging.ts'
import { leadOf } from '../src/analyse/long-text.ts'
import { writeModelFile } from '../src/analyse/model-file.ts'
import { computeLogits } from '../src/analyse/sentiment.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import { newTokens, normalise, tokenise } from '../src/text/tokens.ts'
import { readArticles } from './articles.ts'
import { readSamples, type Sample } from './data.ts'
import { FAMILIES } from './figures.ts'
import { knownWords } from './known-words.ts'
import { setOf } from './measure.ts'
import { fitScaling, type Judged } from './scaling.ts'
import { splitSamples } from './split.ts'
import type { UnseenRow } from './unseen.ts'

interface LabelledText {
  readonly text: string
  readonly label: Sentiment
  readonly kind: TextKind
}

// What is known of a validation text without the training texts of its family.
interface Unfamiliar {
  readonly unknown: number
  readonly share: number
}

interface Reader {
  readonly models: Models
  readonly known: KnownWords
}

const KIND_TEXTS_MIN = 100
const FOLDS = 5

// Fits the probabilities of each model and kind of text, on texts that the models were not trained on: the validation texts, and what
// models that were trained without a family of sets say of that family. Prints how the fit holds on texts that it did not see.
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      // Written by train/unseen.ts; of the encoder by train/encoder/train.py.
      unseen: { type: 'string' },
      'unseen-encoder': { type: 'string' },
      // More labelled texts of any kind, as JSON lines of text, label and kind.
      labelled: { type: 'string' },
      out: { type: 'string' },
    },
  })
  if (values.data === undefined || values.unseen === undefined)
    throw new Error('Missing: --data <folder> --unseen <file>.')
  const models = openModels()
  const { train, valid } = splitSamples(readSamples(values.data))
  const known = knownWords(train.map(({ text }) => text))
  const unfamiliar = readFamilies(train, valid)
  const files = { hashed: values.unseen, encoder: values['unseen-encoder'] }
  const labelled = [
    ...articleLeads(values.data),
    ...(values.labelled === undefined ? [] : readLines<LabelledText>(values.labelled)),
  ]
  const fitted: Partial<Record<CalibratedModel, Record<TextKind, Scaling>>> = {}
  for (const model of CALIBRATED_MODELS) {
    const seen = judgeSamples({ models, known }, model, valid)
    const unseen = readUnseen(model, files, valid, unfamiliar)
    // Without texts that the encoder has not seen, unfamiliarity counts for it as it does for the hashed model.
    const slope = unseen.length === 0 ? fitted.hashed?.post.unknown : undefined
    const fit = (rows: readonly Judged[]) => fitScaling(rows, slope)
    report(model, seen, unseen, fit)
    const post = fit([...seen, ...unseen])
    const kinds = TEXT_KINDS.map((kind): [TextKind, Scaling] => {
      const own = judgeLabelled(
        { models, known },
        model,
        labelled.filter((text) => text.kind === kind),
      )
      return [kind, own.length < KIND_TEXTS_MIN ? post : fitScaling(own, post.unknown)]
    })
    fitted[model] = Object.fromEntries(kinds) as Record<TextKind, Scaling>
    console.log(model, fitted[model])
  }
  writeFileSync(values.out ?? CALIBRATION, pack(known, fitted as Record<CalibratedModel, Record<TextKind, Scaling>>))
}

function pack(
  known: KnownWords,
  scalings: Readonly<Record<CalibratedModel, Readonly<Record<TextKind, Scaling>>>>,
): Uint8Array {
  const floats = (model: CalibratedModel) =>
    Float32Array.from(TEXT_KINDS.flatMap((kind) => SCALING_FIELDS.map((field) => scalings[model][kind][field])))
  return writeModelFile({
    kind: 'calibration',
    about: { kinds: TEXT_KINDS, fields: SCALING_FIELDS },
    sections: { words: known, hashed: floats('hashed'), encoder: floats('encoder') },
  })
}

function judgeSamples(read: Reader, model: CalibratedModel, samples: readonly Sample[]): Judged[] {
  const judge = judgeWith(read, model)
  return samples
    .filter(({ set }) => !set.binary && !set.weak)
    .map((sample) => ({ ...judge(sample.text), label: sample.label, group: setOf(sample) }))
}

function judgeLabelled(read: Reader, model: CalibratedModel, texts: readonly LabelledText[]): Judged[] {
  const judge = judgeWith(read, model)
  return texts.map(({ text, label, kind }) => ({ ...judge(text), label, group: kind }))
}

function judgeWith({ models, known }: Reader, model: CalibratedModel) {
  const tokens = newTokens()
  const features = newFeatures()
  return (text: string): Pick<Judged, 'logits' | 'unknown'> => {
    tokenise(normalise(text), tokens)
    extractFeatures(tokens, features)
    computeLogits(features, models.hashed)
    const logits = model === 'hashed' ? [...models.hashed.logits] : addEncoder(models, text, hashedShare(features))
    return { logits, unknown: unknownShare(tokens, features, known) }
  }
}

// The judgement of a text is that of both models, neither of which knows its family. Empty for the encoder without a file of its own.
function readUnseen(
  model: CalibratedModel,
  files: { readonly hashed: string; readonly encoder: string | undefined },
  valid: readonly Sample[],
  unfamiliar: ReadonlyMap<number, Unfamiliar>,
): Judged[] {
  if (model === 'encoder' && files.encoder === undefined) return []
  const others = files.encoder === undefined ? [] : readLines<UnseenRow>(files.encoder)
  const logitsOf = new Map(others.map(({ index, logits }) => [index, logits]))
  return readLines<UnseenRow>(files.hashed).flatMap(({ index, family, logits }) => {
    const { set, label } = valid[index] as Sample
    const encoder = model === 'hashed' ? [0, 0, 0] : logitsOf.get(index)
    if (set.binary || encoder === undefined) return []
    const { unknown, share } = unfamiliar.get(index) as Unfamiliar
    const together = logits.map((logit, at) => (model === 'hashed' ? 1 : share) * logit + (encoder[at] as number))
    return [{ logits: together, unknown, label, group: `without ${family}` }]
  })
}

// The articles of which the rule of src/analyse/long-text.ts was chosen on; those that test it are left out. Only the sentiment of a
// subject is that of the lead.
function articleLeads(data: string): LabelledText[] {
  return readArticles(data)
    .filter(({ part, relevance }) => part !== 'test' && relevance === 'subject')
    .map(({ text, label }) => ({ text: leadOf(text), label, kind: 'article' }))
}

// By the index of the text.
function readFamilies(train: readonly Sample[], valid: readonly Sample[]): Map<number, Unfamiliar> {
  const tokens = newTokens()
  const features = newFeatures()
  const found = new Map<number, Unfamiliar>()
  for (const sets of Object.values(FAMILIES)) {
    const known = knownWords(train.filter(({ set }) => !sets.includes(set.name)).map(({ text }) => text))
    valid.forEach(({ text, set }, index) => {
      if (!sets.includes(set.name)) return
      tokenise(normalise(text), tokens)
      extractFeatures(tokens, features)
      found.set(index, { unknown: unknownShare(tokens, features, known), share: hashedShare(features) })
    })
  }
  return found
}

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

// Each fold is judged by a fit on the others; each unseen family by a fit that knows neither it nor its sets.
function report(
  model: CalibratedModel,
  seen: readonly Judged[],
  unseen: readonly Judged[],
  fit: (rows: readonly Judged[]) => Scaling,
): void {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
  const outside = folds.flatMap((fold) => {
    const scaling = fit([...seen.filter((_, at) => at % FOLDS !== fold), ...unseen])
    return seen.filter((_, at) => at % FOLDS === fold).map((row) => ({ row, scaling }))
  })
  const families = [...new Set(unseen.map(({ group }) => group))]
  const left = families.flatMap((family) => {
    const sets = FAMILIES[family.replace('without ', '')] ?? []
    const known = [...seen, ...unseen].filter(
      ({ group }) => group !== family && !sets.some((set) => group.startsWith(set)),
    )
    const scaling = fit(known)
    return unseen.filter(({ group }) => group === family).map((row) => ({ row, scaling }))
  })
  console.log(`${model}, kinds of text that it knows:`)
  console.table(bins(outside))
  for (const family of families) {
    console.log(`${model}, ${family}:`)
    console.table(bins(left.filter(({ row }) => row.group === family)))
  }
  if (left.length > 0) console.table(bins(left))
}

function bins(rows: readonly { readonly row: Judged; readonly scaling: Scaling }[]): object[] {
  const judged = rows.map(({ row, scaling }) => {
    const { sentiment, confidence } = judgementOf(calibrate(row.logits, row.unknown, scaling), 'hashed')
    return { right: sentiment === row.label, confidence }
  })
  return [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].flatMap((from) => {
    const own = judged.filter(({ confidence }) => confidence >= from && (confidence < from + 0.1 || from === 0.9))
    if (own.length === 0) return []
    const mean = own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length
    const right = own.filter((one) => one.right).length / own.length
    return [{ from, texts: own.length, confidence: Number(mean.toFixed(3)), accuracy: Number(right.toFixed(3)) }]
  })
}
