import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { cleanText } from '../../src/analyse/encoder/clean.ts'
import { readContrast } from '../contrast.ts'
import { readSamples, readUnlabelled, type Sample } from '../data.ts'
import { nearDuplicates } from '../duplicates.ts'
import { splitSamples } from '../split.ts'

const CHARACTERS_MIN = 8

// Writes what train.py reads: labelled texts (t: text, y: label + 1, s: set, w: weak, b: no neutral class, v: for validation),
// unlabelled ones (u), none of which is a near-duplicate of a validation text, and the training half of the contrast pairs.
if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } })
  const { data, out } = values
  if (data === undefined || out === undefined) throw new Error('Missing: --data <folder> --out <file.jsonl.gz>.')
  const { train, valid } = splitSamples(readSamples(data))
  const unlabelled = chooseUnlabelled([...readUnlabelled(data), ...articleSentences(data), ...otherTexts(data)], valid)
  const rows = [
    ...train.map((sample) => toRow(sample, 0)),
    ...valid.map((sample) => toRow(sample, 1)),
    ...unlabelled.map((text) => ({ t: text, u: 1 })),
    ...readContrast()
      .filter(({ split }) => split === 'train')
      .map(({ text, label }) => ({ t: cleanText(text), y: label + 1, s: 'contrast', w: 0, b: 0, v: 0 })),
  ]
  const lines = Readable.from(rows.map((row, at) => `${at === 0 ? '' : '\n'}${JSON.stringify(row)}`))
  await pipeline(lines, createGzip(), createWriteStream(out))
  console.log(`${train.length} training, ${valid.length} validation, ${unlabelled.length} unlabelled texts.`)
}

function toRow({ text, label, set }: Sample, valid: 0 | 1): object {
  return { t: cleanText(text), y: label + 1, s: set.name, w: set.weak ? 1 : 0, b: set.binary ? 1 : 0, v: valid }
}

function articleSentences(data: string): string[] {
  return readLines<{ sents: string[] }>(join(data, 'summaries', 'indosum.jsonl')).flatMap(({ sents }) => sents)
}

// The training texts of the sets of entities and emotions, without their labels.
function otherTexts(data: string): string[] {
  const entities = ['nergrit', 'nerp'].flatMap((name) =>
    readLines<{ split: string; tokens: string[] }>(join(data, 'entities', `${name}.jsonl`)),
  )
  const emotions = ['emot', 'nusatrans_jav', 'nusatrans_min', 'nusatrans_sun'].flatMap((name) =>
    readLines<{ split: string; text: string }>(join(data, 'emotion', `${name}.jsonl`)),
  )
  const inTraining = ({ split }: { readonly split: string }) => split === 'train'
  return [
    ...entities.filter(inTraining).map(({ tokens }) => tokens.join(' ')),
    ...emotions.filter(inTraining).map(({ text }) => text),
  ]
}

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

function chooseUnlabelled(texts: readonly string[], valid: readonly Sample[]): string[] {
  const duplicate = nearDuplicates(
    texts,
    valid.map(({ text }) => text),
  )
  const cleaned = texts.filter((_, at) => duplicate[at] !== true).map(cleanText)
  return [...new Set(cleaned.filter((text) => text.length >= CHARACTERS_MIN))]
}
