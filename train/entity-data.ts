import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Gazetteer } from '../src/analyse/entities/gazetteer.ts'
import { KINDS, TAGS } from '../src/analyse/entities/tagger.ts'
import { type NameWords, toNameWords } from '../src/analyse/entities/words.ts'

export interface NameSentence {
  readonly words: NameWords
  // For each word, the tags that its label allows, as bits.
  readonly allowed: Uint8Array
  readonly weight: number
  readonly source: 'nergrit' | 'nerp' | 'silver'
  readonly split: 'train' | 'valid'
}

const tagsNamed = new Map<string, number>(
  KINDS.flatMap((kind, index) => [[`B-${kind}`, 1 + index * 2] as const, [`I-${kind}`, 2 + index * 2] as const]),
)
const OUTSIDE = 1
// The labels of nerp do not know organisations: outside means outside, or any part of an organisation.
const OUTSIDE_OF_NERP = 1 | (1 << 3) | (1 << 4)

export function readLabelled(folder: string): NameSentence[] {
  return (['nergrit', 'nerp'] as const).flatMap((source) =>
    readFileSync(join(folder, 'entities', `${source}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const row = JSON.parse(line) as { tokens: string[]; tags: string[]; split: 'train' | 'valid' }
        const other = source === 'nerp' ? OUTSIDE_OF_NERP : OUTSIDE
        const allowed = Uint8Array.from(row.tags, (tag) => {
          const number = tagsNamed.get(tag)
          return number === undefined ? (tag === 'O' ? other : OUTSIDE) : 1 << number
        })
        return {
          words: toNameWords(row.tokens),
          allowed,
          weight: source === 'nergrit' ? ENCYCLOPAEDIC_WEIGHT : 1,
          source,
          split: row.split,
        }
      }),
  )
}

// The only labels of organisations, in few sentences.
const ENCYCLOPAEDIC_WEIGHT = 2
const SURE_ENOUGH = 0.6
const SILVER_WEIGHT = 0.4

// Sentences labelled by a larger model: `words.jsonl.gz` and `silver.jsonl.gz` of a folder. That model is weak at organisations, so known
// ones are added from the gazetteer, and a doubtful sentence is left out.
export function readSilver(folder: string, gazetteer: Gazetteer, most: number): NameSentence[] {
  if (!existsSync(join(folder, 'silver.jsonl.gz'))) return []
  const lines = (name: string) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')
  const labels = lines('silver.jsonl.gz')
  const sentences: NameSentence[] = []
  for (const [index, line] of lines('words.jsonl.gz').entries()) {
    if (line === '' || sentences.length >= most) continue
    const { t, p } = JSON.parse(labels[index] as string) as { t: number[]; p: number }
    const texts = JSON.parse(line) as string[]
    if (p < SURE_ENOUGH || isHeldOut(texts)) continue
    const words = toNameWords(texts)
    for (const { start, end, known, sure } of gazetteer.find(words)) {
      if (known.kind !== 'organisation' || !sure || t.slice(start, end).some((tag) => tag !== 0)) continue
      for (let at = start; at < end; at++) t[at] = at === start ? 3 : 4
    }
    sentences.push({
      words,
      allowed: Uint8Array.from(t, (tag) => 1 << tag),
      weight: SILVER_WEIGHT,
      source: 'silver',
      split: 'train',
    })
  }
  return sentences
}

// One sentence of ten is never trained on: thresholds and the judgements by hand use them.
export function isHeldOut(texts: readonly string[]): boolean {
  return (createHash('sha256').update(texts.join(' ').toLowerCase()).digest()[0] as number) < 26
}

// As posts are written on a telephone.
export function inLowerCase(sentence: NameSentence): NameSentence {
  return { ...sentence, words: toNameWords(sentence.words.keys) }
}

export const ALL_TAGS = (1 << TAGS) - 1
