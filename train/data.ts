import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SENTIMENTS, type Sentiment } from '../src/domain/sentiment.ts'
import { type DataSet, setNamed } from './sets.ts'

export interface Sample {
  readonly text: string
  readonly label: Sentiment
  // ISO 639-3; several joined by hyphens for code-mixed texts.
  readonly language: string
  readonly split: 'train' | 'valid'
  readonly set: DataSet
}

export interface ReadOptions {
  // Leaves out every set whose licence does not clearly allow its use.
  readonly cleanLicences?: boolean
}

// All samples of `<folder>/sentiment/*.jsonl` and `<folder>/sentiment/weak/*.jsonl`, with the files of a folder in order of name.
export function readSamples(folder: string, options: ReadOptions = {}): Sample[] {
  const samples: Sample[] = []
  for (const subfolder of [join(folder, 'sentiment'), join(folder, 'sentiment', 'weak')]) {
    for (const line of readLines(subfolder)) samples.push(readSample(line))
  }
  if (samples.length === 0) throw new Error(`No data: "${folder}" has no samples in sentiment/*.jsonl.`)
  return options.cleanLicences === true ? samples.filter((sample) => sample.set.clean) : samples
}

// The unlabelled texts of `<folder>/unlabelled/*.jsonl`; empty if the folder does not exist.
export function readUnlabelled(folder: string): string[] {
  return readLines(join(folder, 'unlabelled')).map((line) => String((JSON.parse(line) as { text: unknown }).text))
}

function readLines(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return names.sort().flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    return lines.filter((line) => line !== '')
  })
}

function readSample(line: string): Sample {
  const row = JSON.parse(line) as Record<string, unknown>
  const label = row.label as Sentiment
  if (!SENTIMENTS.includes(label))
    throw new Error(`A label must be -1, 0 or 1, not ${String(label)}: ${line.slice(0, 80)}`)
  return {
    text: String(row.text),
    label,
    language: String(row.lang),
    split: row.split === 'valid' ? 'valid' : 'train',
    set: setNamed(String(row.source)),
  }
}
