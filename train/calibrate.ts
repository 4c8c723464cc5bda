import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CALIBRATION, openModels } from '../src/analyse/analyser.ts'
import {
  CALIBRATED_MODELS,
  type CalibratedModel,
  calibrate,
  judgementOf,
  NO_SIGNS,
  SCALING_FIELDS,
  type Scaling,
  TEXT_KINDS,
  type TextKind,
} from '../src/analyse/calibration.ts'
import { type KnownWords, unknownShare } from '../src/analyse/familiar.ts'
import { extractFeatures, newFeatures } from '../src/analyse/features.ts'
import { hashedShare, joinLogits, type Models, postLogits } from '../src/analyse/judging.ts'
import { focusOf } from '../src/analyse/long-text.ts'
import { macroF1 } from '../src/analyse/macro-f1.ts'
import { writeModelFile } from '../src/analyse/model-file.ts'
import { computeLogits } from '../src/analyse/sentiment.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import { newTokens, normalise, tokenise } from '../src/text/tokens.ts'
import { readArticles } from './articles.ts'
import { readSamples, type Sample } from './data.ts'
import { FAMILIES } from './figures.ts'
import { knownWords, wordsOf } from './known-words.ts'
import { setOf } from './measure.ts'
import { fitScaling, type Judged } from './scaling.ts'
import { splitSamples } from './split.ts'
import type { UnseenRow } from './unseen.ts'

interface LearnedArticle {
  readonly excerpt: string
  readonly label: Sentiment
  // Of an encoder that was trained without the article.
  readonly logits: readonly number[]
}

interface UnseenArticle {
  readonly article: string
  readonly keyword: string
  readonly logits: readonly number[]
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

const FOLDS = 5
// Confidence has to hold on unfamiliar texts above all.
const UNSEEN_WEIGHT = 4

// Fits the probabilities of each model and kind of text, on texts that the models were not trained on: the validation texts, and what
// models that were trained without a family of sets say of that family. Prints how the fit holds on texts that it did not see.
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      // Written by train/unseen.ts; of the encoder by train/encoder/train.py, and of articles by articles.py.
      unseen: { type: 'string' },
      'unseen-encoder': { type: 'string' },
      'unseen-articles': { type: 'string' },
      out: { type: 'string' },
    },
  })
  const { unseen: unseenHashed, 'unseen-encoder': unseenEncoder, 'unseen-articles': unseenArticles } = values
  if (
    values.data === undefined ||
    unseenHashed === undefined ||
    unseenEncoder === undefined ||
    unseenArticles === undefined
  )
    throw new Error('Missing: --data <folder> --unseen <file> --unseen-encoder <file> --unseen-articles <file>.')
  const models = openModels()
  const { train, valid } = splitSamples(readSamples(values.data))
  const words = wordsOf(train.map(({ text }) => text))
  const known = knownWords(words)
  const unfamiliar = readFamilies(train, words, valid)
  const files = { hashed: unseenHashed, encoder: unseenEncoder }
  const articles = readLearned(values.data, unseenArticles)
  const fitted: Partial<Record<CalibratedModel, Record<TextKind, Scaling>>> = {}
  for (const model of CALIBRATED_MODELS) {
    const seen = judgeSamples({ models, known }, model, valid)
    const unseen = readUnseen(model, files, valid, unfamiliar)
    report(model, seen, unseen)
    const post = fitScaling([...seen, ...unseen])
    const learned = judgeArticles({ models, known }, model, articles)
    reportArticles(model, learned)
    // There are no labelled titles of videos.
    fitted[model] = { post, article: fitScaling(learned), video: post }
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
    .map((sample) => ({ ...judge(sample.text), label: sample.label, group: setOf(sample), weight: 1 }))
}

function judgeArticles(read: Reader, model: CalibratedModel, articles: readonly LearnedArticle[]): Judged[] {
  const judge = judgeWith(read, 'hashed')
  return articles.map(({ excerpt, label, logits }) => {
    const hashed = judge(excerpt)
    const { unknown } = hashed.signs
    const judged = model === 'hashed' ? hashed : joinJudged(logits, hashed.logits, { unknown, share: 0 })
    return { ...judged, label, group: 'article', weight: 1 }
  })
}

function judgeWith({ models, known }: Reader, model: CalibratedModel) {
  const tokens = newTokens()
  const features = newFeatures()
  return (text: string): Pick<Judged, 'logits' | 'signs'> => {
    tokenise(normalise(text), tokens)
    extractFeatures(tokens, features)
    computeLogits(features, models.hashed)
    const hashed = [...models.hashed.logits]
    const encoder = model === 'hashed' ? null : postLogits(models, text)
    return joinJudged(encoder, hashed, { unknown: unknownShare(tokens, features, known), share: hashedShare(features) })
  }
}

function joinJudged(
  encoder: readonly number[] | null,
  hashed: readonly number[],
  { unknown, share }: Unfamiliar,
): Pick<Judged, 'logits' | 'signs'> {
  if (encoder === null) return { logits: hashed, signs: { ...NO_SIGNS, unknown } }
  const { logits, doubt, size } = joinLogits(encoder, hashed, share)
  return { logits, signs: { unknown, doubt, size } }
}

// The judgement of a text by models that do not know its family.
function readUnseen(
  model: CalibratedModel,
  files: { readonly hashed: string; readonly encoder: string },
  valid: readonly Sample[],
  unfamiliar: ReadonlyMap<number, Unfamiliar>,
): Judged[] {
  const logitsOf = new Map(readLines<UnseenRow>(files.encoder).map(({ index, logits }) => [index, logits]))
  return readLines<UnseenRow>(files.hashed).flatMap(({ index, family, logits }) => {
    const { set, label } = valid[index] as Sample
    const encoder = model === 'hashed' ? null : logitsOf.get(index)
    if (set.binary || encoder === undefined) return []
    const judged = joinJudged(encoder, logits, unfamiliar.get(index) as Unfamiliar)
    return [{ ...judged, label, group: `without ${family}`, weight: UNSEEN_WEIGHT }]
  })
}

// The articles that the encoder learned from, with the logits of encoders that learned only from the others.
function readLearned(data: string, file: string): LearnedArticle[] {
  const keyOf = ({ article, keyword }: Pick<UnseenArticle, 'article' | 'keyword'>) => `${article} ${keyword}`
  const logitsOf = new Map(readLines<UnseenArticle>(file).map((row) => [keyOf(row), row.logits]))
  return readArticles(data).flatMap((article) => {
    const logits = logitsOf.get(keyOf(article))
    if (logits === undefined) return []
    return [{ excerpt: focusOf(article.text, article.spans).excerpt, label: article.label, logits }]
  })
}

// By the index of the text.
function readFamilies(
  train: readonly Sample[],
  words: readonly Int32Array[],
  valid: readonly Sample[],
): Map<number, Unfamiliar> {
  const tokens = newTokens()
  const features = newFeatures()
  const found = new Map<number, Unfamiliar>()
  for (const sets of Object.values(FAMILIES)) {
    const known = knownWords(words.filter((_, at) => !sets.includes((train[at] as Sample).set.name)))
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
function report(model: CalibratedModel, seen: readonly Judged[], unseen: readonly Judged[]): void {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
  const outside = folds.flatMap((fold) => {
    const scaling = fitScaling([...seen.filter((_, at) => at % FOLDS !== fold), ...unseen])
    return seen.filter((_, at) => at % FOLDS === fold).map((row) => ({ row, scaling }))
  })
  const families = [...new Set(unseen.map(({ group }) => group))]
  const left = families.flatMap((family) => {
    const sets = FAMILIES[family.replace('without ', '')] ?? []
    const known = [...seen, ...unseen].filter(
      ({ group }) => group !== family && !sets.some((set) => group.startsWith(set)),
    )
    const scaling = fitScaling(known)
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

// Each fold is judged by a fit on the others.
function reportArticles(model: CalibratedModel, articles: readonly Judged[]): void {
  const judged = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const scaling = fitScaling(articles.filter((_, at) => at % FOLDS !== fold))
    return articles.filter((_, at) => at % FOLDS === fold).map((row) => ({ row, scaling }))
  })
  const pairs = judged.map(({ row, scaling }) => ({
    label: row.label,
    predicted: judgementOf(calibrate(row.logits, row.signs, scaling), model).sentiment,
  }))
  const share = (count: number) => ((100 * count) / pairs.length).toFixed(1)
  const right = share(pairs.filter(({ label, predicted }) => label === predicted).length)
  const flips = share(pairs.filter(({ label, predicted }) => label * predicted === -1).length)
  console.log(`${model}, ${pairs.length} articles: ${right} / ${(100 * macroF1(pairs)).toFixed(1)} / ${flips}`)
  console.table(bins(judged))
}

function bins(rows: readonly { readonly row: Judged; readonly scaling: Scaling }[]): object[] {
  const judged = rows.map(({ row, scaling }) => {
    const { sentiment, confidence } = judgementOf(calibrate(row.logits, row.signs, scaling), 'hashed')
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
