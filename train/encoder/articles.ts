import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { cleanText } from '../../src/analyse/encoder/clean.ts'
import { type EntityFinder, openEntityFinder } from '../../src/analyse/entities/entities.ts'
import { focusOf } from '../../src/analyse/long-text.ts'
import type { Span } from '../../src/domain/keyword.ts'
import { findKeyword, hashOf, readArticles, type StoredArticle, textOf } from '../articles.ts'
import { type Random, seededRandom } from '../random.ts'

const FOLDS = 5
const NAMES_MAX = 8
const NAME_SENTENCES_MAX = 30

// Writes what articles.py reads: judged articles (y: label + 1) and other names in articles, which only the teachers judge. t: the marked
// text, r: the same with the terms replaced by their marks, f: the fold. No article of the final test is among them.
if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } })
  const { data, out } = values
  if (data === undefined || out === undefined) throw new Error('Missing: --data <folder> --out <file.jsonl.gz>.')
  const finder = openEntityFinder()
  const random = seededRandom(7)
  const judged = readArticles(data)
  const final = new Set(judged.filter(({ part }) => part === 'final').map(({ article }) => article))
  const rows = [
    ...judged
      .filter(({ part }) => part !== 'final')
      .map(({ article, keyword, text, spans, label }) => ({
        ...toRow(article, text, spans),
        article,
        keyword,
        y: label + 1,
      })),
    ...readStored(data).flatMap((stored) => (final.has(hashOf(stored)) ? [] : otherNames(stored, finder, random))),
  ]
  writeFileSync(out, gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
  console.log(`${rows.length} articles and names.`)
}

function toRow(hash: string, text: string, spans: readonly Span[]) {
  return {
    t: cleanText(focusOf(text, spans).marked),
    r: cleanText(withoutTerms(text, spans)),
    f: Number.parseInt(hash.slice(0, 6), 16) % FOLDS,
  }
}

// A letter stands for each term until the text is marked.
function withoutTerms(text: string, spans: readonly Span[]): string {
  let short = ''
  let end = 0
  const places: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < end) continue
    short += text.slice(end, span.start)
    places.push({ start: short.length, end: short.length + 1 })
    short += 'X'
    end = span.end
  }
  return focusOf(short + text.slice(end), places).marked.replaceAll('<subject> X', '<subject> ')
}

function otherNames(stored: StoredArticle, finder: EntityFinder, random: Random) {
  const entities = stored.sents.slice(0, NAME_SENTENCES_MAX).flatMap((sentence) => finder.find(sentence))
  const names = [...new Set(entities)]
    .filter((entity) => !entity.startsWith('province:'))
    .map((entity) => ({ name: entity.slice(entity.indexOf(':') + 1), order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, NAMES_MAX)
  const text = textOf(stored)
  return names.flatMap(({ name }) => {
    const spans = findKeyword(name, text)
    return spans.length === 0 ? [] : [toRow(hashOf(stored), text, spans)]
  })
}

function readStored(data: string): StoredArticle[] {
  const lines = readFileSync(join(data, 'summaries', 'indosum.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as StoredArticle)
}
