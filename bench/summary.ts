import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PLATFORMS } from '../src/domain/platform.ts'
import { candidatesFrom, chooseSentences } from '../src/summarise/choose.ts'
import { aDay, PERIOD } from '../src/summarise/material.fixture.ts'
import type { Facts, SummaryMention } from '../src/summarise/material.ts'
import { openReader } from '../src/summarise/reader.ts'
import { sampleFor } from '../src/summarise/sample.ts'
import { summarise } from '../src/summarise/summarise.ts'
import { type Rouge, rouge } from './sets/rouge.ts'
import { makePairs } from './sets/similar.ts'

const SENTENCES = 3

// Quality compared with human summaries (`--data <folder>` with summaries/indosum.jsonl or indosum.jsonl), and time by number
// of mentions.
export async function run(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' } }, strict: false, allowPositionals: true })
  const file = typeof values.data === 'string' ? findData(values.data) : null
  if (file === null)
    console.log('No summaries given (--data <folder>): the comparison with human summaries is skipped.')
  else await measureQuality(file)
  await measureTime()
}

function findData(folder: string): string | null {
  const candidates = [join(folder, 'summaries', 'indosum.jsonl'), join(folder, 'indosum.jsonl')]
  return candidates.find((path) => existsSync(path)) ?? null
}

interface Article {
  readonly sents: readonly string[]
  readonly summary: readonly string[]
}

async function measureQuality(file: string): Promise<void> {
  const sums = { lead: newSum(), ours: newSum() }
  let articles = 0
  const handle = await open(file)
  for await (const line of handle.readLines()) {
    const { sents, summary } = JSON.parse(line) as Article
    articles++
    add(sums.lead, rouge(sents.slice(0, SENTENCES).join(' '), summary.join(' ')))
    add(sums.ours, rouge(summaryOf(sents), summary.join(' ')))
  }
  console.log(`Single articles, ${SENTENCES} sentences of each, against human summaries: ${articles} articles`)
  for (const [name, label] of [
    ['lead', 'first three sentences'],
    ['ours', 'centroid with MMR 0.7'],
  ] as const) {
    const { one, two, long } = sums[name]
    const figures = [one, two, long].map((value) => ((100 * value) / articles).toFixed(1)).join(' / ')
    console.log(`${label.padEnd(24)} ROUGE-1/2/L ${figures}`)
  }
}

function summaryOf(sentences: readonly string[]): string {
  const chosen = chooseSentences(
    candidatesFrom([{ mention: aMention(0, sentences.join('\n')), sentences }]),
    SENTENCES,
    {
      perMention: SENTENCES,
    },
  ).map(({ text }) => text)
  return sentences.filter((sentence) => chosen.includes(sentence)).join(' ')
}

function newSum(): { one: number; two: number; long: number } {
  return { one: 0, two: 0, long: 0 }
}

function add(sum: ReturnType<typeof newSum>, more: Rouge): void {
  sum.one += more.one
  sum.two += more.two
  sum.long += more.long
}

async function measureTime(): Promise<void> {
  const texts = makePairs(300).flatMap(({ a, b }) => [a, b])
  for (const size of [1_000, 10_000, 100_000]) {
    const mentions = Array.from({ length: size }, (_, at) => aMention(at, `${texts[at % texts.length]} ${at % 977}`))
    const started = cpuMs()
    const sample = sampleFor(mentions)
    const sampled = cpuMs()
    const reader = openReader({ subject: 'harga pangan', keyword: 'harga pangan or warga', exclude: '' })
    const material = { mentions: sample, facts: factsOf(size), language: 'id' as const, reader }
    const summary = await summarise(material, null, new AbortController().signal)
    const ended = cpuMs()
    console.log(
      `${String(size).padStart(7)} mentions: sample of ${sample.length} in ${Math.round(sampled - started)} CPU-ms, text of ${summary.sentences.length} sentences in ${Math.round(ended - sampled)} CPU-ms, ${summary.dropped} dropped`,
    )
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function aMention(at: number, text: string): SummaryMention {
  return {
    id: `m${at}`,
    storyId: `m${at}`,
    text,
    sentiment: ([-1, 0, 1] as const)[at % 3] ?? 0,
    platform: PLATFORMS[at % PLATFORMS.length] ?? 'news',
    author: `akun ${at % 50}`,
    publishedAt: new Date(Date.UTC(2025, 7, 10) + (at % 604_800) * 1_000),
    groupSize: 1 + (at % 7),
    language: 'ind',
  }
}

function factsOf(total: number): Facts {
  const third = Math.floor(total / 3)
  const sentiment = { positive: third, neutral: third, negative: total - 2 * third }
  return {
    subject: 'harga pangan',
    from: '2025-08-10',
    to: '2025-08-16',
    timeZone: 'Asia/Jakarta',
    period: PERIOD,
    total,
    sentiment,
    platforms: { twitter: total - third, news: third },
    days: [
      { ...aDay('2025-08-10'), positive: third, neutral: 0, negative: 0 },
      { ...aDay('2025-08-11'), positive: 0, neutral: third, negative: total - 2 * third },
    ],
    largestStory: null,
    recent: null,
    gaps: [],
    terms: [],
  }
}

if (import.meta.main) await run()
