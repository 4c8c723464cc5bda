import { readFileSync } from 'node:fs'
import type { Entity } from '../domain/entity.ts'
import type { ModelJudgement } from '../domain/sentiment.ts'
import { EMOJI, MARK, newTokens, normalise, type Tokens, tokenise, WORD } from '../text/tokens.ts'
import { shareOnce } from '../thread.ts'
import { readCalibration } from './calibration.ts'
import { readEncoder } from './encoder/encoder.ts'
import { type EntityFinder, openEntityFinder } from './entities/entities.ts'
import { KNOWN_BYTES } from './familiar.ts'
import { extractFeatures, newFeatures } from './features.ts'
import { type JudgeOptions, type Judging, judgeText, type Models, readHeads } from './judging.ts'
import { identifyLanguage, type LanguageModel, openLanguageModel, readLanguageTables } from './language.ts'
import { type ModelFile, readModelFile, sectionOf } from './model-file.ts'
import { openSentimentModel, readSentimentTables } from './sentiment.ts'

export const SENTIMENT_MODEL = new URL('./models/sentiment.model', import.meta.url)
export const ENCODER_MODEL = new URL('./models/encoder.model', import.meta.url)
export const CALIBRATION = new URL('./models/calibration.model', import.meta.url)
export const LANGUAGE_MODEL = new URL('./models/language.model', import.meta.url)

export interface Classification extends ModelJudgement {
  // BCP-47: `id`, `en`, `jv`, `su`, an ISO 639-3 code, `und`, or `und-` and a script that no supported language uses.
  readonly language: string
  readonly entities: readonly Entity[]
}

export interface Analyser {
  classify(text: string, options?: Partial<JudgeOptions>): Classification
  // Only one of them, for callers that do not need all.
  sentiment(text: string, options?: Partial<JudgeOptions>): ModelJudgement
  language(text: string): string
  entities(text: string): Entity[]
}

export interface AnalyserFiles {
  readonly sentiment?: URL | string
  readonly encoder?: URL | string
  readonly calibration?: URL | string
  readonly language?: URL | string
  readonly entities?: URL | string
}

// Reads the models of sentiment at once, and those of languages and names when they are first needed: a summary only judges. The word
// caches are exact: the same text always gets the same result. `judgeBy` judges instead of the encoder.
export function openAnalyser(files: AnalyserFiles = {}, judgeBy?: (text: string) => ModelJudgement): Analyser {
  const judging = openJudging(files)
  let languages: LanguageModel | undefined
  let names: EntityFinder | undefined
  const tokens = newTokens()
  const features = newFeatures()
  // The text that `tokens` are of: language and sentiment are read from the same ones.
  let readText: string | null = null
  const read = (text: string): void => {
    if (text === readText) return
    readText = null
    tokenise(normalise(text), tokens)
    readText = text
  }
  const judgeTokens = (
    text: string,
    { kind = 'post', quick = false, ...rest }: Partial<JudgeOptions> = {},
  ): ModelJudgement => {
    if (!hasContent(tokens)) return { sentiment: 0, confidence: 1, probabilities: [0, 1, 0], model: 'hashed' }
    if (judgeBy !== undefined && !quick) return judgeBy(text)
    extractFeatures(tokens, features)
    return judgeText(judging, { text, tokens, features }, { ...rest, kind, quick })
  }
  const languageOfTokens = (): string => {
    languages ??= openLanguageModel(readShared('language', files.language ?? LANGUAGE_MODEL, readLanguageTables))
    return identifyLanguage(tokens, languages)
  }
  const findEntities = (text: string): Entity[] => {
    names ??= openEntityFinder(files.entities)
    return names.find(text)
  }
  return {
    classify(text, options) {
      read(text)
      return { ...judgeTokens(text, options), language: languageOfTokens(), entities: findEntities(text) }
    },
    sentiment(text, options) {
      read(text)
      return judgeTokens(text, options)
    },
    language(text) {
      read(text)
      return languageOfTokens()
    },
    entities: findEntities,
  }
}

function openJudging(files: AnalyserFiles): Judging {
  const calibration = readModelFile(readFileSync(files.calibration ?? CALIBRATION), 'calibration')
  return {
    ...openModels(files),
    calibration: readCalibration(calibration),
    knownWords: sectionOf(calibration, 'words', Int8Array, KNOWN_BYTES),
  }
}

// The weights are in memory once for all threads.
function readShared<T>(kind: string, file: URL | string, read: (file: ModelFile) => T): T {
  return shareOnce(`${kind} ${file}`, () => read(readModelFile(readFileSync(file), kind)))
}

export function openModels(files: AnalyserFiles = {}): Models {
  const file = readModelFile(readFileSync(files.encoder ?? ENCODER_MODEL), 'encoder')
  const encoder = readEncoder(file)
  return {
    hashed: openSentimentModel(readShared('sentiment', files.sentiment ?? SENTIMENT_MODEL, readSentimentTables)),
    encoder,
    heads: readHeads(file, encoder),
  }
}

const COLON = 0x3a
const EMOTICON_STARTS = [COLON, 0x3b, 0x3d, 0x3c, 0x3e, 0x5e]

// Whether there is anything to classify: a word, an emoji or an emoticon, rather than only numbers, addresses and punctuation.
function hasContent(tokens: Tokens): boolean {
  for (let index = 0; index < tokens.count; index++) {
    const kind = tokens.kinds[index]
    if (kind === WORD || kind === EMOJI) return true
    const start = tokens.starts[index] as number
    if (kind === MARK && (tokens.ends[index] as number) - start > 1) {
      if (EMOTICON_STARTS.includes(tokens.units[start] as number)) return true
    }
  }
  return false
}
