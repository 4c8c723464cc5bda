import { readFileSync } from 'node:fs'
import type { Sentiment } from '../src/domain/sentiment.ts'

// Pairs of sentences with almost the same words and another sentiment, written for this project: negation, comparison, relief, and
// praise or blame that is only a question or a condition. The sides are split by pattern, with its variants in other languages and
// spellings, so that `held` measures wordings that training has not seen. `held` must never be trained on.
export const CONTRAST_LANGUAGES = ['ind', 'jav', 'sun', 'mix'] as const
export const CONTRAST_SIDES = ['train', 'held'] as const

export interface ContrastSentence {
  readonly text: string
  readonly label: Sentiment
  // ISO 639-3, or `mix` for Indonesian with English.
  readonly lang: (typeof CONTRAST_LANGUAGES)[number]
  readonly pattern: string
  // The number that the two sentences of a pair share.
  readonly pair: number
  readonly split: (typeof CONTRAST_SIDES)[number]
}

const FILE = new URL('./sets/contrast.jsonl', import.meta.url)

export function readContrast(): ContrastSentence[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as ContrastSentence)
}
