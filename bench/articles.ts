import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openAnalyser } from '../src/analyse/analyser.ts'
import { focusOf, leadOf, withMargin } from '../src/analyse/long-text.ts'
import type { Span } from '../src/domain/keyword.ts'
import { SENTIMENTS, type Sentiment } from '../src/domain/sentiment.ts'
import { matches } from '../src/match/matches.ts'
import { parseKeyword } from '../src/match/parse.ts'

// The sentiment of news articles toward a subject (docs/explanation/articles.md), by what is read of an article. The judgements are in
// sets/articles.jsonl; the articles are not ours and come from `--data <folder>` with summaries/indosum.jsonl.
const SET = new URL('./sets/articles.jsonl', import.meta.url)
const PARTS = ['chosen', 'adjusted', 'test'] as const

interface Judged {
  // `chosen`: the rule was chosen on these. `adjusted`: its threshold was. `test`: neither.
  readonly part: (typeof PARTS)[number]
  // The beginning of the SHA-256 of the article's sentences, joined by newlines.
  readonly article: string
  readonly keyword: string
  readonly relevance: 'subject' | 'passing'
  readonly first: Sentiment
  // Null where the article was judged once.
  readonly second: Sentiment | null
}

interface Article extends Judged {
  readonly text: string
  readonly spans: readonly Span[]
  // Where the two judgements differ: neutral.
  readonly label: Sentiment
}

type Method = (article: Article) => Sentiment

export async function run(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' } }, strict: false, allowPositionals: true })
  const file = join(typeof values.data === 'string' ? values.data : '', 'summaries', 'indosum.jsonl')
  if (!existsSync(file)) {
    console.log('No articles: give the folder of the data with --data <folder>, as for training.')
    return
  }
  const articles = readArticles(file)
  reportAgreement(articles)
  const methods = listMethods()
  for (const part of PARTS) {
    const own = articles.filter((article) => article.part === part)
    console.log(`\n${own.length} articles, ${part}`)
    console.table(
      Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, figures(own, methods, method)])),
    )
    reportRelevance(own)
  }
}

function listMethods(): { readonly whole: Method } & Record<string, Method> {
  const analyser = openAnalyser()
  return {
    neutral: () => 0,
    whole: ({ text }) => analyser.sentiment(text).sentiment,
    'title and lead': ({ text }) => analyser.sentiment(leadOf(text)).sentiment,
    'title and lead, margin': ({ text }) => withMargin(analyser.sentiment(leadOf(text))).sentiment,
    'sentences with the keyword': ({ text, spans }) => analyser.sentiment(sentencesWith(text, spans)).sentiment,
    'the service': ({ text, spans }) => focusOf(text, spans).newsSentiment,
  }
}

function readArticles(file: string): Article[] {
  const texts = new Map(
    readRows<{ id: string; sents: string[] }>(file).map(({ id, sents }) => {
      // The titles are missing. The id has the beginning of it.
      const title = id.split('-').slice(1).join(' ')
      const hash = createHash('sha256').update(sents.join('\n')).digest('hex').slice(0, 16)
      return [hash, [title, ...sents.map(joinPunctuation)].join('\n')]
    }),
  )
  return readRows<Judged>(SET).flatMap((judged) => {
    const text = texts.get(judged.article)
    if (text === undefined) return []
    const { found } = matches({ keyword: parseKeyword(`"${judged.keyword}"`), exclusions: [] }, text)
    const label = judged.second === null || judged.second === judged.first ? judged.first : 0
    return [{ ...judged, text, label, spans: found.flatMap(({ spans }) => spans) }]
  })
}

function readRows<T>(file: string | URL): T[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

function joinPunctuation(sentence: string): string {
  return sentence.replace(/ ([.,!?;:)])/g, '$1').replace(/\( /g, '(')
}

function sentencesWith(text: string, spans: readonly Span[]): string {
  let start = 0
  const lines = text.split('\n').filter((line) => {
    const from = start
    start += line.length + 1
    return spans.some((span) => span.start >= from && span.start < start)
  })
  return lines.join('\n')
}

function figures(articles: readonly Article[], { whole }: { readonly whole: Method }, method: Method) {
  const pairs = articles.map((article) => ({
    label: article.label,
    predicted: method(article),
    before: whole(article),
  }))
  const share = (count: number) => Number(((100 * count) / pairs.length).toFixed(1))
  const better = pairs.filter(({ label, predicted, before }) => predicted === label && before !== label).length
  const worse = pairs.filter(({ label, predicted, before }) => predicted !== label && before === label).length
  return {
    accuracy: share(pairs.filter(({ label, predicted }) => label === predicted).length),
    'macro-F1': Number((100 * macroF1(pairs)).toFixed(1)),
    'sign flips': share(pairs.filter(({ label, predicted }) => label * predicted === -1).length),
    polar: share(pairs.filter(({ predicted }) => predicted !== 0).length),
    'p against whole': Number(signTest(better, worse).toPrecision(2)),
  }
}

function macroF1(pairs: readonly { readonly label: Sentiment; readonly predicted: Sentiment }[]): number {
  const scores = SENTIMENTS.map((sentiment) => {
    const right = pairs.filter(({ label, predicted }) => label === sentiment && predicted === sentiment).length
    const named = pairs.filter(({ label }) => label === sentiment).length
    const predicted = pairs.filter((pair) => pair.predicted === sentiment).length
    return named + predicted === 0 ? 0 : (2 * right) / (named + predicted)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

// McNemar's exact test, two-sided: how likely the articles on which only one of two methods is right are divided as unevenly by chance.
function signTest(better: number, worse: number): number {
  const total = better + worse
  let term = 0.5 ** total
  let tail = 0
  for (let count = 0; count <= Math.min(better, worse); count++) {
    tail += term
    term = (term * (total - count)) / (count + 1)
  }
  return Math.min(1, 2 * tail)
}

function reportRelevance(articles: readonly Article[]): void {
  const right = articles.filter(
    ({ text, spans, relevance }) => focusOf(text, spans).passing === (relevance === 'passing'),
  )
  console.log(`subject or passing: ${((100 * right.length) / articles.length).toFixed(1)} % right`)
}

function reportAgreement(articles: readonly Article[]): void {
  const twice = articles.filter(({ second }) => second !== null)
  const same = twice.filter(({ first, second }) => first === second).length / twice.length
  const chance = SENTIMENTS.reduce<number>((sum, sentiment) => {
    const firsts = twice.filter(({ first }) => first === sentiment).length
    return sum + (firsts * twice.filter(({ second }) => second === sentiment).length) / twice.length ** 2
  }, 0)
  const kappa = (same - chance) / (1 - chance)
  console.log(
    `${twice.length} articles judged twice: ${(100 * same).toFixed(1)} % the same, Cohen's kappa ${kappa.toFixed(2)}`,
  )
}
