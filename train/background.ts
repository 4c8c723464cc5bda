import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeBackground } from '../src/analyse/background.ts'
import { termsOf } from '../src/text/terms.ts'
import { readSamples, readUnlabelled } from './data.ts'

// Writes how many ordinary texts contain each word and pair of words (src/analyse/background.ts). A sentence of an article counts as a
// text, so that the language of news has as much weight as that of posts.
const COUNT_MIN = 6
const TERMS_PER_TEXT_MAX = 1_000
const OUTPUT = new URL('../src/analyse/models/background.counts', import.meta.url)

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) throw new Error('Usage: node train/background.ts --data <folder>')
const folder = values.data

const counts = new Map<string, number>()
let texts = 0
for (const { text } of readSamples(folder)) countTerms(text)
for (const text of readUnlabelled(folder)) countTerms(text)
for (const sentence of readArticles(join(folder, 'summaries', 'indosum.jsonl'))) countTerms(sentence)
const terms = Array.from(counts, ([term, count]) => ({ term, count })).filter(({ count }) => count >= COUNT_MIN)
writeFileSync(OUTPUT, encodeBackground(texts, terms))
console.log(`${terms.length} words and pairs of ${texts} texts`)

function countTerms(text: string): void {
  texts++
  for (const term of termsOf(text, TERMS_PER_TEXT_MAX)) counts.set(term, (counts.get(term) ?? 0) + 1)
}

function readArticles(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').flatMap((line) => (JSON.parse(line) as { sents: string[] }).sents)
}
