import { type Analyser, openAnalyser } from '../analyse/analyser.ts'
import { textKindOf } from '../analyse/calibration.ts'
import type { Entity } from '../domain/entity.ts'
import type { PostKind } from '../domain/post.ts'
import type { ModelJudgement } from '../domain/sentiment.ts'

// What collecting needs of the models.
export interface Classifier {
  // BCP-47, or `und`.
  language(text: string): string
  entities(text: string): readonly Entity[]
  // `marked` is an article as the encoder reads it (`Focus.marked`).
  judge(text: string, kind: PostKind, marked?: string): ModelJudgement
}

export interface ClassifierOptions {
  // Judges instead of the built-in models.
  readonly judgeBy?: ((text: string) => ModelJudgement) | undefined
  // Whether to judge by the hashed model alone.
  readonly isQuick?: () => boolean
}

// The models are loaded with the first text.
export function openClassifier({ judgeBy, isQuick = () => false }: ClassifierOptions = {}): Classifier {
  let opened: Analyser | undefined
  const analyser = () => {
    opened ??= openAnalyser({}, judgeBy)
    return opened
  }
  return {
    language: (text) => analyser().language(text),
    entities: (text) => analyser().entities(text),
    judge: (text, kind, marked) =>
      analyser().sentiment(text, {
        kind: textKindOf(kind),
        quick: isQuick(),
        ...(marked === undefined ? {} : { marked }),
      }),
  }
}
