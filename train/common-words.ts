import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeHashes } from '../src/analyse/common-words.ts'
import { CAPITAL, NUMBER, readWords } from '../src/analyse/similar-words.ts'
import { readSamples, readUnlabelled } from './data.ts'

// Writes the hashes of the most frequent words (src/analyse/common-words.ts). Left out are words that are mostly names: tagged as an
// entity, or written with a capital inside sentences.
const WORDS_MAX = 9_000
const NAME_SHARE_MAX = 0.5
// Languages whose common words a post is likely to contain.
const LANGUAGES = new Set(['ind', 'eng', 'jav', 'sun'])
const OUTPUT = new URL('../src/analyse/models/common-words.hashes', import.meta.url)

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) throw new Error('Usage: node train/common-words.ts --data <folder>')
const folder = values.data

const counts = new Map<number, number>()
const names = new Map<number, { cased: number; capital: number }>()
for (const { text, language } of readSamples(folder)) {
  if (language.split('-').every((part) => LANGUAGES.has(part))) countWords(text)
}
for (const text of readUnlabelled(folder)) countWords(text)
for (const { sents } of readRows(join(folder, 'summaries', 'indosum.jsonl'))) countCased(sents as string[])
const tagged = countTagged(['nergrit.jsonl', 'nerp.jsonl'].flatMap((name) => readRows(join(folder, 'entities', name))))

const common = [...counts]
  .filter(([hash]) => nameShare(names.get(hash)) < NAME_SHARE_MAX)
  .filter(([hash]) => nameShare(tagged.get(hash)) < NAME_SHARE_MAX)
  .sort((a, b) => b[1] - a[1] || a[0] - b[0])
  .slice(0, WORDS_MAX)
writeFileSync(OUTPUT, encodeHashes(common.map(([hash]) => hash).sort((a, b) => a - b)))
console.log(`${common.length} words, each at least ${common.at(-1)?.[1]} times`)

function countWords(text: string): void {
  const { hashes, kinds, count } = readWords(text)
  for (let at = 0; at < count; at++) {
    if (((kinds[at] ?? 0) & NUMBER) !== 0) continue
    counts.set(hashes[at] ?? 0, (counts.get(hashes[at] ?? 0) ?? 0) + 1)
  }
}

// News sentences have regular capitals.
function countCased(sentences: readonly string[]): void {
  for (const sentence of sentences) {
    countWords(sentence)
    const { hashes, kinds, count } = readWords(sentence)
    for (let at = 1; at < count; at++) {
      const seen = names.get(hashes[at] ?? 0) ?? { cased: 0, capital: 0 }
      seen.cased++
      if (((kinds[at] ?? 0) & CAPITAL) !== 0) seen.capital++
      names.set(hashes[at] ?? 0, seen)
    }
  }
}

function countTagged(rows: readonly Record<string, unknown>[]): Map<number, { cased: number; capital: number }> {
  const seen = new Map<number, { cased: number; capital: number }>()
  for (const { tokens, tags } of rows) {
    for (const [at, token] of (tokens as string[]).entries()) {
      const { hashes, count } = readWords(token)
      const tag = (tags as string[])[at] ?? 'O'
      for (let word = 0; word < count; word++) {
        const entry = seen.get(hashes[word] ?? 0) ?? { cased: 0, capital: 0 }
        entry.cased++
        if (tag !== 'O' && !tag.endsWith('food')) entry.capital++
        seen.set(hashes[word] ?? 0, entry)
      }
    }
  }
  return seen
}

function nameShare(seen: { cased: number; capital: number } | undefined): number {
  return seen === undefined ? 0 : seen.capital / seen.cased
}

function readRows(path: string): Record<string, unknown>[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)
}
