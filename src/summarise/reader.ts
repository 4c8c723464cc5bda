import { type Analyser, openAnalyser } from '../analyse/analyser.ts'
import { keyOf, kindOf } from '../domain/entity.ts'
import type { ModelJudgement } from '../domain/sentiment.ts'
import { compileExpression } from '../match/matches.ts'
import { parseExclusions, parseKeyword } from '../match/parse.ts'

// What a summary must know about a sentence before it quotes it.
export interface Reader {
  // The lower-case words of the expression and of the subject.
  readonly own: ReadonlySet<string>
  // Whether the sentence holds the expression.
  isAbout(sentence: string): boolean
  judge(sentence: string): ModelJudgement
  // The persons that it names, in lower case.
  persons(sentence: string): string[]
}

export interface ReaderOptions {
  readonly subject: string
  readonly keyword: string
  readonly exclude: string
}

export function openReader({ subject, keyword, exclude }: ReaderOptions): Reader {
  const expression = parseKeyword(keyword)
  const match = compileExpression({ keyword: expression, exclusions: parseExclusions(exclude) })
  // Most of the time of a short summary would be spent on reading the models, so that waits for the first sentence. They are the built-in
  // ones also where mentions are judged by that of the operator, which may take seconds to load.
  let analyser: Analyser | null = null
  return {
    own: new Set([subject, ...expression.alternatives.flat()].flatMap(wordsOf)),
    isAbout: (sentence) => match(sentence).matched,
    judge: (sentence) => {
      analyser ??= openAnalyser()
      return analyser.sentiment(sentence)
    },
    persons: (sentence) => {
      analyser ??= openAnalyser()
      return analyser.entities(sentence).flatMap((entity) => (kindOf(entity) === 'person' ? [keyOf(entity)] : []))
    },
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
