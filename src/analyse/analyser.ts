import { readFileSync } from 'node:fs'
import type { Entity } from '../domain/entity.ts'
import type { Sentiment } from '../domain/sentiment.ts'
import { EMOJI, MARK, newTokens, normalise, type Tokens, tokenise, WORD } from '../text/tokens.ts'
import { openEntityFinder } from './entities/entities.ts'
import { extractFeatures, newFeatures } from './features.ts'
import { identifyLanguage, readLanguageModel } from './language.ts'
import { readModelFile } from './model-file.ts'
import { type Judgement, judge, readSentimentModel } from './sentiment.ts'

export const SENTIMENT_MODEL = new URL('./models/sentiment.model', import.meta.url)
export const LANGUAGE_MODEL = new URL('./models/language.model', import.meta.url)

export interface Classification {
  readonly sentiment: Sentiment
  // From 1/3 (a guess) to 1.
  readonly confidence: number
  // BCP-47: `id`, `en`, `jv`, `su`, an ISO 639-3 code, `und`, or `und-` and a script that no supported language uses.
  readonly language: string
  readonly entities: readonly Entity[]
}

export interface Analyser {
  classify(text: string): Classification
  // Only one of them, for callers that do not need all.
  sentiment(text: string): Judgement
  language(text: string): string
  entities(text: string): Entity[]
}

export interface AnalyserFiles {
  readonly sentiment?: URL | string
  readonly language?: URL | string
  readonly entities?: URL | string
}

// Reads the models once. The analyser's word cache is exact: the same text always gets the same result.
export function openAnalyser(files: AnalyserFiles = {}): Analyser {
  const sentiments = readSentimentModel(readModelFile(readFileSync(files.sentiment ?? SENTIMENT_MODEL), 'sentiment'))
  const languages = readLanguageModel(readModelFile(readFileSync(files.language ?? LANGUAGE_MODEL), 'language'))
  const names = openEntityFinder(files.entities)
  const tokens = newTokens()
  const features = newFeatures()
  const judgeTokens = (): Judgement => {
    if (!hasContent(tokens)) return { sentiment: 0, confidence: 1 }
    extractFeatures(tokens, features)
    return judge(features, sentiments)
  }
  return {
    classify(text) {
      tokenise(normalise(text), tokens)
      const { sentiment, confidence } = judgeTokens()
      return { sentiment, confidence, language: identifyLanguage(tokens, languages), entities: names.find(text) }
    },
    sentiment(text) {
      tokenise(normalise(text), tokens)
      return judgeTokens()
    },
    language(text) {
      tokenise(normalise(text), tokens)
      return identifyLanguage(tokens, languages)
    },
    entities: (text) => names.find(text),
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
