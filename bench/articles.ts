import { parseArgs } from 'node:util'
import { openAnalyser } from '../src/analyse/analyser.ts'
import { focusOf, leadOf } from '../src/analyse/long-text.ts'
import { macroF1 } from '../src/analyse/macro-f1.ts'
import { SENTIMENTS, type Sentiment } from '../src/domain/sentiment.ts'
import { ARTICLE_PARTS, type Article, hasArticles, readArticles } from '../train/articles.ts'

// The sentiment of news articles toward a subject (docs/explanation/articles.md), by what is read of an article. The articles are not
// ours and come from `--data <folder>` with summaries/indosum.jsonl. The service learned from all parts but `final`, where alone its row
// says how good it is.
type Method = (article: Article) => Sentiment

export async function run(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' } }, strict: false, allowPositionals: true })
  const data = typeof values.data === 'string' ? values.data : ''
  if (!hasArticles(data)) {
    console.log('No articles: give the folder of the data with --data <folder>, as for training.')
    return
  }
  const articles = readArticles(data)
  reportAgreement(articles)
  const methods = listMethods()
  for (const part of ARTICLE_PARTS) {
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
    'sentences with the keyword': ({ text, spans }) => analyser.sentiment(focusOf(text, spans).excerpt).sentiment,
    'sentences with the keyword, hashed model': ({ text, spans }) =>
      analyser.sentiment(focusOf(text, spans).excerpt, { kind: 'article', quick: true }).sentiment,
    'the service': ({ text, spans }) => {
      const { excerpt, marked } = focusOf(text, spans)
      return analyser.sentiment(excerpt, { kind: 'article', marked }).sentiment
    },
  }
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
