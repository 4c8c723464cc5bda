import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Gazetteer } from '../src/analyse/entities/gazetteer.ts'
import { KINDS } from '../src/analyse/entities/tagger.ts'
import { MIXED, type NameWords, readNameWords, TITLE, toNameWords, UPPER } from '../src/analyse/entities/words.ts'
import { readSamples, readUnlabelled } from './data.ts'

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
// The labels of nerp do not know organisations, and the larger model misses many: outside means outside, or any part of an organisation.
const OUTSIDE_OR_ORGANISATION = 1 | (1 << 3) | (1 << 4)

export function readLabelled(folder: string): NameSentence[] {
  return (['nergrit', 'nerp'] as const).flatMap((source) =>
    readFileSync(join(folder, 'entities', `${source}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const row = JSON.parse(line) as { tokens: string[]; tags: string[]; split: 'train' | 'valid' }
        const other = source === 'nerp' ? OUTSIDE_OR_ORGANISATION : OUTSIDE
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
// ones are added from the gazetteer, any other capitalised word may be a part of one, and a doubtful sentence is left out.
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
    const allowed = Uint8Array.from(t, (tag, at) =>
      tag === 0 && isCapital(words, at) ? OUTSIDE_OR_ORGANISATION : 1 << tag,
    )
    for (const { start, end, known, sure } of gazetteer.find(words)) {
      if (known.kind !== 'organisation' || !sure || t.slice(start, end).some((tag) => tag !== 0)) continue
      for (let at = start; at < end; at++) allowed[at] = 1 << (at === start ? 3 : 4)
    }
    sentences.push({
      words,
      allowed,
      weight: SILVER_WEIGHT,
      source: 'silver',
      split: 'train',
    })
  }
  return sentences
}

function isCapital({ shapes }: NameWords, at: number): boolean {
  const shape = shapes[at] as number
  return shape === TITLE || shape === UPPER || shape === MIXED
}

// One sentence of ten is never trained on: thresholds and the judgements by hand use them.
export function isHeldOut(texts: readonly string[]): boolean {
  return (createHash('sha256').update(texts.join(' ').toLowerCase()).digest()[0] as number) < 26
}

// As posts are written on a telephone.
export function inLowerCase(sentence: NameSentence): NameSentence {
  return { ...sentence, words: toNameWords(sentence.words.keys) }
}

// The texts that classes of words are made of, as words in lower case: articles, unlabelled posts, the Indonesian training texts of
// sentiment, and the training sentences of names.
export function readClassTexts(folder: string): string[][] {
  const articles = readFileSync(join(folder, 'summaries', 'indosum.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => (JSON.parse(line) as { sents: string[] }).sents)
  const posts = readSamples(folder).filter(({ split, language }) => split === 'train' && language.includes('ind'))
  const texts = [...articles, ...readUnlabelled(folder), ...posts.map(({ text }) => text)]
  const labelled = readLabelled(folder).filter(({ split }) => split === 'train')
  return [...texts.map((text) => [...readNameWords(text).keys]), ...labelled.map(({ words }) => [...words.keys])]
}
