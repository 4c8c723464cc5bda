import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Span } from '../src/domain/keyword.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import { matches } from '../src/match/matches.ts'
import { parseKeyword } from '../src/match/parse.ts'

// Our judgements of news articles toward a subject. The articles are not ours: they are in the data, by their hash.
const SET = new URL('../bench/sets/articles.jsonl', import.meta.url)
export const ARTICLE_PARTS = ['chosen', 'adjusted', 'test', 'independent', 'trained', 'final'] as const

interface Judged {
  // `final`: the encoder did not learn from these.
  readonly part: (typeof ARTICLE_PARTS)[number]
  // The beginning of the SHA-256 of the article's sentences, joined by newlines.
  readonly article: string
  readonly keyword: string
  readonly relevance: 'subject' | 'passing'
  readonly first: Sentiment
  // Null where the article was judged once.
  readonly second: Sentiment | null
}

export interface Article extends Judged {
  readonly text: string
  readonly spans: readonly Span[]
  // Where the two judgements differ: neutral.
  readonly label: Sentiment
}

export function hasArticles(data: string): boolean {
  return existsSync(fileOf(data))
}

export function readArticles(data: string): Article[] {
  const texts = new Map(readRows<StoredArticle>(fileOf(data)).map((stored) => [hashOf(stored), textOf(stored)]))
  return readRows<Judged>(SET).flatMap((judged) => {
    const text = texts.get(judged.article)
    if (text === undefined) return []
    const label = judged.second === null || judged.second === judged.first ? judged.first : 0
    return [{ ...judged, text, label, spans: findKeyword(judged.keyword, text) }]
  })
}

export interface StoredArticle {
  readonly id: string
  readonly sents: readonly string[]
}

export function hashOf({ sents }: StoredArticle): string {
  return createHash('sha256').update(sents.join('\n')).digest('hex').slice(0, 16)
}

export function textOf({ id, sents }: StoredArticle): string {
  // The titles are missing. The id has the beginning of it.
  const title = id.split('-').slice(1).join(' ')
  return [title, ...sents.map(joinPunctuation)].join('\n')
}

export function findKeyword(keyword: string, text: string): Span[] {
  const { found } = matches({ keyword: parseKeyword(`"${keyword}"`), exclusions: [] }, text)
  return found.flatMap(({ spans }) => spans)
}

function readRows<T>(file: string | URL): T[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

function joinPunctuation(sentence: string): string {
  return sentence.replace(/ ([.,!?;:)])/g, '$1').replace(/\( /g, '(')
}

function fileOf(data: string): string {
  return join(data, 'summaries', 'indosum.jsonl')
}
