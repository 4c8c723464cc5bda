import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { readSamples, readUnlabelled } from './data.ts'
import { packLanguages, trainLanguages } from './language.ts'
import { measure } from './measure.ts'
import { predict } from './predict.ts'
import { trainSentiment } from './recipe.ts'
import { splitSamples } from './split.ts'

const folder = mkdtempSync(join(tmpdir(), 'pantau-train-'))
after(() => rmSync(folder, { recursive: true }))

const WORDS = {
  '-1': ['buruk', 'kecewa', 'rusak', 'lambat'],
  '0': ['jadwal', 'kantor', 'tanggal', 'daftar'],
  '1': ['bagus', 'senang', 'mantap', 'ramah'],
}

function line(at: number, label: -1 | 0 | 1, split: string, source: string): string {
  const words = WORDS[`${label}`]
  // Filler that is unique to each text, or they would be near-duplicates.
  const filler = ['q', 'w', 'x', 'z'].map(
    (letter) => letter + at.toString(26).replace(/\d/g, (digit) => 'jklmnopqrs'[+digit] as string),
  )
  const text = `${filler.join(' ')} ${words[at % 4]} ${words[(at + 1) % 4]}`
  return JSON.stringify({ text, label, lang: at % 2 === 0 ? 'ind' : 'jav', split, source })
}

function writeData(): void {
  mkdirSync(join(folder, 'sentiment', 'weak'), { recursive: true })
  mkdirSync(join(folder, 'unlabelled'))
  const labels = [-1, 0, 1] as const
  const gold = Array.from({ length: 300 }, (_, at) =>
    line(at, labels[at % 3] as -1 | 0 | 1, at < 260 ? 'train' : 'valid', 'smsa'),
  )
  const binary = Array.from({ length: 60 }, (_, at) => line(at * 3 + 1, at % 2 === 0 ? 1 : -1, 'train', 'emot'))
  const copy = { ...JSON.parse(gold[299] as string), split: 'train' }
  writeFileSync(
    join(folder, 'sentiment', 'smsa.jsonl'),
    `${[...gold, JSON.stringify({ ...copy, text: `RT @a ${copy.text}!!` })].join('\n')}\n`,
  )
  writeFileSync(join(folder, 'sentiment', 'weak', 'emot.jsonl'), `${binary.join('\n')}\n`)
  writeFileSync(join(folder, 'unlabelled', 'u.jsonl'), `${JSON.stringify({ text: 'hotel bagus mantap' })}\n`)
}

writeData()
const RECIPE = {
  network: { bits: 12, width: 8, epochs: 12, rate: 0.2, dropout: 0.3, seed: 3 },
  linear: { bits: 12, classes: 3, epochs: 6, rate: 0.3, decay: true, dropout: 0.3, averaged: true, seed: 4 },
}

test('the same data gives the same sentiment model, byte for byte, and the model learns it', () => {
  const { train, valid } = splitSamples(readSamples(folder))
  const bytes = trainSentiment(train, RECIPE)
  assert.deepEqual(trainSentiment(train, RECIPE), bytes)
  assert.notDeepEqual(trainSentiment(train, { ...RECIPE, network: { ...RECIPE.network, seed: 4 } }), bytes)
  const figures = measure(predict(readSentimentModel(readModelFile(bytes, 'sentiment')), valid))
  assert.ok(figures.accuracy > 0.9, `accuracy ${figures.accuracy}`)
})

test('the same data gives the same language model, byte for byte', () => {
  const { train } = splitSamples(readSamples(folder))
  const make = () => {
    const { model, languages } = trainLanguages(train, readUnlabelled(folder))
    return packLanguages(model, languages)
  }
  assert.deepEqual(make(), make())
})

test('a training text that is a near-duplicate of a validation text is left out', () => {
  const samples = readSamples(folder)
  const { train, valid, dropped } = splitSamples(samples)
  assert.ok(dropped >= 1)
  assert.equal(train.length + valid.length + dropped, samples.length)
  assert.ok(!train.some((sample) => sample.text.startsWith('RT @a')))
})

test('with `cleanLicences` only sets with a clear licence are read', () => {
  writeFileSync(join(folder, 'sentiment', 'idsa.jsonl'), `${line(1, 1, 'train', 'idsa')}\n`)
  const names = (cleanLicences: boolean) => new Set(readSamples(folder, { cleanLicences }).map(({ set }) => set.name))
  assert.ok(names(false).has('idsa'))
  assert.ok(!names(true).has('idsa'))
  rmSync(join(folder, 'sentiment', 'idsa.jsonl'))
})

test('an unknown set and an empty folder are rejected', () => {
  writeFileSync(join(folder, 'sentiment', 'x.jsonl'), `${line(1, 1, 'train', 'mystery')}\n`)
  assert.throws(() => readSamples(folder), /No data set is called "mystery"/)
  rmSync(join(folder, 'sentiment', 'x.jsonl'))
  assert.throws(() => readSamples(join(folder, 'unlabelled')), /No data/)
})
