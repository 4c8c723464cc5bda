import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SENTIMENT_MODEL } from '../src/analyse/analyser.ts'
import { differenceOf, type Estimate, estimateShares, type LabelledMention, wilson } from '../src/analyse/estimate.ts'
import { readModelFile } from '../src/analyse/model-file.ts'
import { readSentimentModel } from '../src/analyse/sentiment.ts'
import { SENTIMENT_LABELS, SENTIMENTS } from '../src/domain/sentiment.ts'
import { readSamples } from '../train/data.ts'
import { FAMILIES, trainWithout } from '../train/figures.ts'
import { confidenceOf, groupBy, type Prediction, sentimentOf, setOf } from '../train/measure.ts'
import { predict } from '../train/predict.ts'
import { type Random, seededRandom } from '../train/random.ts'
import { splitSamples } from '../train/split.ts'

// Simulates audits on labelled data (`--data <folder>`): how often the 95 % interval holds the true share, and how wide it is
// against the labels alone. `--full` also trains models that have not seen a set, which takes minutes.
const DRAWS = 2_000
const RARE_DRAWS = 1_000
const SIZES = [50, 100, 200] as const
// Texts are drawn with replacement into a project of this size, so that the size of a set does not narrow the intervals.
const PROJECT = 20_000
const TEXTS_MIN = 80
const NAMES = SENTIMENTS.map((sentiment) => SENTIMENT_LABELS[sentiment])
const RARE_SHARES = [0.01, 0.02, 0.05, 0.1, 0.15] as const
const GOALS = { coverage: [93, 97.5], width: { 50: 0.8, 100: 0.75, 200: 0.75 }, rare: 92 } as const

export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, full: { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  })
  const folder = typeof values.data === 'string' ? values.data : ''
  if (!existsSync(join(folder, 'sentiment'))) {
    console.log('No labelled texts: give their folder with --data <folder>, as for training.')
    return
  }
  const { train, valid } = splitSamples(readSamples(folder))
  const gold = valid.filter(({ set }) => !set.weak && !set.binary)
  const shipped = readSentimentModel(readModelFile(readFileSync(SENTIMENT_MODEL), 'sentiment'))
  const seen = populationsOf(predict(shipped, gold), '')
  console.log(
    `${DRAWS} audits each, of projects of ${PROJECT} mentions. Coverage: negative / neutral / positive, in %.\n`,
  )
  measureAll(seen)
  measureRare(seen)
  measureChange(seen)
  if (values.full === true) {
    console.log('\nShares with models that have not seen any text of the set:\n')
    measureAll(
      Object.values(FAMILIES).flatMap((family) => {
        const own = gold.filter(({ set }) => family.includes(set.name))
        return own.length === 0 ? [] : populationsOf(predict(trainWithout(train, family), own), 'unseen ')
      }),
    )
  }
}

interface Population {
  readonly name: string
  readonly texts: readonly LabelledMention[]
}

const PERSON = 'the annotators'

function populationsOf(predictions: readonly Prediction[], prefix: string): Population[] {
  return groupBy(predictions, setOf)
    .filter(([, group]) => group.length >= TEXTS_MIN)
    .map(([name, group]) => ({
      name: prefix + name,
      texts: group.map((prediction) => ({
        predicted: sentimentOf(prediction),
        confidence: confidenceOf(prediction.logits),
        labels: new Map([[PERSON, prediction.sample.label]]),
      })),
    }))
}

interface Project {
  readonly mentions: readonly LabelledMention[]
  readonly predictions: Parameters<typeof estimateShares>[1]
  // The true share of each class.
  readonly truth: readonly number[]
}

// A project with the texts of a population, or with other shares of the classes.
function projectOf({ texts }: Population, random: Random, shares?: readonly number[]): Project {
  const byClass = SENTIMENTS.map((sentiment) => texts.filter((text) => labelOf(text) === sentiment))
  const pick = (from: readonly LabelledMention[]) => from[Math.floor(random() * from.length)] as LabelledMention
  const mentions = Array.from({ length: PROJECT }, () => {
    if (shares === undefined) return pick(texts)
    let rest = random()
    const k = shares.findIndex((share) => {
      rest -= share
      return rest < 0
    })
    return pick(byClass[k < 0 ? 2 : k] as LabelledMention[])
  })
  const sums = { [-1]: { count: 0, confidence: 0 }, 0: { count: 0, confidence: 0 }, 1: { count: 0, confidence: 0 } }
  for (const { predicted, confidence } of mentions) {
    sums[predicted].count++
    sums[predicted].confidence += confidence
  }
  return { mentions, predictions: sums, truth: sharesOf(mentions) }
}

function labelOf(text: LabelledMention) {
  return text.labels.get(PERSON)
}

function sharesOf(mentions: readonly LabelledMention[]): number[] {
  return SENTIMENTS.map((sentiment) => mentions.filter((text) => labelOf(text) === sentiment).length / mentions.length)
}

function drawSample({ mentions }: Project, n: number, random: Random): LabelledMention[] {
  const chosen = new Set<number>()
  while (chosen.size < n) chosen.add(Math.floor(random() * mentions.length))
  return Array.from(chosen, (at) => mentions[at] as LabelledMention)
}

function measureAll(populations: readonly Population[]): void {
  const columns = [
    'set',
    'labels',
    'coverage',
    'width',
    'half-width',
    'model negative',
    'true negative',
    'coverage goal',
  ]
  console.log(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`)
  const widths = SIZES.map((n) => populations.map((population) => measureOne(population, n)))
  for (const [at, n] of SIZES.entries()) {
    const mean = (widths[at] ?? []).reduce((sum, width) => sum + width, 0) / populations.length
    const goal = `goal ${GOALS.width[n]} ${mean <= GOALS.width[n] ? 'met' : 'not met'}`
    console.log(`Mean width of ${n} labels against labels alone: ${mean.toFixed(2)} (${goal}).`)
  }
}

// Prints a row and returns the width against the labels alone.
function measureOne(population: Population, n: (typeof SIZES)[number]): number {
  const random = seededRandom(n)
  const project = projectOf(population, random)
  const hits = [0, 0, 0]
  let [width, plainWidth] = [0, 0]
  for (let draw = 0; draw < DRAWS; draw++) {
    const sample = drawSample(project, n, random)
    const estimate = estimateShares(sample, project.predictions)
    const plain = sharesOf(sample)
    for (const [k, { low, high }] of intervalsOf(estimate).entries()) {
      if (low <= (project.truth[k] ?? 0) && (project.truth[k] ?? 0) <= high) hits[k] = (hits[k] ?? 0) + 1
      width += high - low
      const labels = wilson(plain[k] ?? 0, n, 1.96)
      plainWidth += labels.high - labels.low
    }
  }
  const coverage = hits.map((count) => (100 * count) / DRAWS)
  const ratio = width / plainWidth
  const covered = coverage.every((share) => share >= GOALS.coverage[0] && share <= GOALS.coverage[1])
  const cells = [
    population.name,
    n,
    coverage.map((share) => share.toFixed(1)).join(' / '),
    ratio.toFixed(2),
    `± ${((100 * width) / DRAWS / 6).toFixed(1)}`,
    `${(100 * (project.predictions[-1].count / PROJECT)).toFixed(0)} %`,
    `${(100 * (project.truth[0] ?? 0)).toFixed(0)} %`,
    covered ? 'met' : 'not met',
  ]
  console.log(`| ${cells.join(' | ')} |`)
  return ratio
}

function intervalsOf({ negative, neutral, positive }: Estimate) {
  return [negative, neutral, positive]
}

// Classes of 1 to 15 % of a project, all sets and classes together.
function measureRare(populations: readonly Population[]): void {
  console.log('\nRare classes, coverage in % (mean, and the lowest of all sets and classes):\n')
  console.log('| labels | share | coverage | lowest | goal |\n| --- | --- | --- | --- | --- |')
  for (const n of SIZES) {
    for (const share of RARE_SHARES) {
      const found = populations.flatMap((population) => NAMES.map((_, k) => coverRare(population, { n, share, k })))
      const mean = found.reduce((sum, value) => sum + value, 0) / found.length
      const lowest = Math.min(...found)
      const goal = lowest >= GOALS.rare ? 'met' : 'not met'
      console.log(`| ${n} | ${100 * share} % | ${mean.toFixed(1)} | ${lowest.toFixed(1)} | ${goal} |`)
    }
  }
}

function coverRare(population: Population, { n, share, k }: { n: number; share: number; k: number }): number {
  const random = seededRandom(n * 1_000 + k)
  const shares = NAMES.map((_, other) => (other === k ? share : (1 - share) / 2))
  const project = projectOf(population, random, shares)
  const truth = project.truth[k] ?? 0
  let hits = 0
  for (let draw = 0; draw < RARE_DRAWS; draw++) {
    const { low, high } = intervalsOf(estimateShares(drawSample(project, n, random), project.predictions))[k] as {
      low: number
      high: number
    }
    if (low <= truth && truth <= high) hits++
  }
  return (100 * hits) / RARE_DRAWS
}

// Two periods whose negative share differs by ten points, each with its own audit.
function measureChange(populations: readonly Population[]): void {
  console.log(
    '\nA change of ten points between two audited periods: how often the interval holds it, and excludes zero:\n',
  )
  console.log('| set | labels | holds | excludes zero |\n| --- | --- | --- | --- |')
  for (const population of populations) {
    for (const n of SIZES) {
      const random = seededRandom(n)
      const before = projectOf(population, random, [0.3, 0.4, 0.3])
      const after = projectOf(population, random, [0.4, 0.35, 0.25])
      const truth = (after.truth[0] ?? 0) - (before.truth[0] ?? 0)
      let [hits, seen] = [0, 0]
      for (let draw = 0; draw < DRAWS; draw++) {
        const [first, second] = [before, after].map((project) =>
          estimateShares(drawSample(project, n, random), project.predictions),
        ) as [Estimate, Estimate]
        const { low, high } = differenceOf(first.negative, second.negative)
        if (low <= truth && truth <= high) hits++
        if (low > 0 || high < 0) seen++
      }
      const percent = (count: number) => ((100 * count) / DRAWS).toFixed(1)
      console.log(`| ${population.name} | ${n} + ${n} | ${percent(hits)} | ${percent(seen)} |`)
    }
  }
}

if (import.meta.main) await run()
