import { readdirSync, readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openAnalyser } from '../src/analyse/analyser.ts'
import { languageFeatures } from '../src/analyse/language.ts'
import { focusOf } from '../src/analyse/long-text.ts'
import { fingerprintOf } from '../src/analyse/similar.ts'
import { analysePost, toIncoming } from '../src/collect/analyse-post.ts'
import { openClassifier } from '../src/collect/classifier.ts'
import type { Match } from '../src/domain/keyword.ts'
import { NO_ENGAGEMENT, type Post, type PostKind } from '../src/domain/post.ts'
import { tokensOf } from '../src/text/term-keys.ts'
import { newTokens, normalise, tokenise } from '../src/text/tokens.ts'

const ROUNDS = 5
const TEXTS = 2_000

// What the analysis may cost: milliseconds of processor time a text, and megabytes of all models.
const GOALS = { everything: 1.5, flood: 0.4, megabytes: 30 }

const PHRASES = [
  'pelayanannya ramah bgt',
  'gak nyangka jalannya rusak parah',
  'harga cabai naik lagi di pasar',
  'pemerintah kota membuka jalur baru',
  'anak2 sekolah seneng bangettt',
  'this update is so slow',
  'thank you for the quick help',
  'iki regane larang tenan',
  'panganane enak lan murah',
  'abdi resep pisan kana ieu tempat',
  'teu sae pisan layananna',
  'kecewa berat sama aplikasinya',
  'jadwal kereta hari ini berubah',
  'mantap, lanjutkan!!! 😍',
  'tolong diperbaiki min 🙏',
  'hujan deras sejak pagi di bogor',
]

const SENTENCES = [
  'Pemerintah Kota Bandung memperbaiki jalan yang rusak akibat hujan deras pada akhir pekan lalu.',
  'Kepala dinas mengatakan pekerjaan itu selesai sebelum bulan depan dan tidak mengganggu lalu lintas.',
  'Warga di sekitar pasar mengeluhkan harga cabai yang naik dua kali lipat sejak awal pekan.',
  'Polisi menutup sementara jalur menuju Bogor karena longsor di beberapa titik.',
  'Sekolah diliburkan selama tiga hari, sedangkan rumah sakit tetap melayani pasien.',
  'Menurut Badan Meteorologi, Klimatologi, dan Geofisika, hujan masih turun sampai Kamis.',
]

// The same texts on every run, without personal data. Real ones have more different words: `--texts` measures with them.
export function syntheticTexts(total: number): string[] {
  const next = createNext()
  return Array.from({ length: total }, (_, index) => {
    const parts = Array.from({ length: 2 + next(3) }, () => PHRASES[next(PHRASES.length)])
    return `@user${index} ${parts.join(', ')} no${next(100_000)} https://example.org/${index}`
  })
}

function syntheticArticles(total: number, sentences: number): string[] {
  const next = createNext()
  const sentence = () => SENTENCES[next(SENTENCES.length)] as string
  return Array.from(
    { length: total },
    (_, index) =>
      `${PHRASES[next(PHRASES.length)]} nomor ${index}\n${Array.from({ length: sentences }, sentence).join(' ')}`,
  )
}

function createNext(): (limit: number) => number {
  let state = 42
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
}

export async function run(args: string[] = []): Promise<void> {
  const { values } = parseArgs({ args, options: { texts: { type: 'string' } } })
  const posts = values.texts === undefined ? syntheticTexts(TEXTS) : readTexts(values.texts)
  console.log(`${posts.length} texts of ${meanLength(posts)} characters, one core, median of ${ROUNDS} rounds`)
  console.table(stepsOf().map(([name, task]) => measure(name, task, posts)))
  const analyses = measureAnalyses(posts)
  console.table(analyses)
  printGoals(analyses)
}

// One JSON object with `text` per line.
function readTexts(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n', TEXTS)
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line).text as string]))
}

function meanLength(texts: readonly string[]): string {
  return (texts.reduce((sum, text) => sum + text.length, 0) / texts.length).toFixed(0)
}

type Task = (text: string) => void

function stepsOf(): readonly (readonly [string, Task])[] {
  const analyser = openAnalyser()
  const tokens = newTokens()
  const out = new Int32Array(1 << 14)
  return [
    ['normalise and tokenise', (text) => tokenise(normalise(text), tokens)],
    [
      'language features alone',
      (text) => {
        tokenise(normalise(text), tokens)
        languageFeatures(tokens, out)
      },
    ],
    ['language', (text) => analyser.language(text)],
    ['names', (text) => analyser.entities(text)],
    ['signature of near-duplicates', (text) => fingerprintOf(text)],
    ['terms of the index', (text) => tokensOf(text)],
    ['sentiment, hashed model', (text) => analyser.sentiment(text, { quick: true })],
    ['sentiment, encoder', (text) => analyser.sentiment(text)],
    [
      // As long as what is read of an article can be.
      'sentiment of an article toward a term',
      (text) => {
        const { excerpt, marked } = focusOf(`${text}\n${text}. ${text}. ${text}. ${text}`, [{ start: 0, end: 5 }])
        analyser.sentiment(excerpt, { kind: 'article', marked: `${marked} ${marked} ${marked} ${marked}` })
      },
    ],
  ]
}

// Everything that a new mention is analysed for, as collecting does it, and the terms that are indexed.
function measureAnalyses(posts: readonly string[]): Measured[] {
  let quick = false
  const classifier = openClassifier({ isQuick: () => quick })
  const analyse =
    (kind: PostKind, inFlood: boolean): Task =>
    (text) => {
      quick = inFlood
      toIncoming(analysePost(postOf(text, kind), classifier), MATCH, 1)
      tokensOf(text)
    }
  const teasers = syntheticArticles(TEXTS, 2)
  const articles = syntheticArticles(TEXTS / 10, 30)
  return [
    measure('everything', analyse('post', false), posts),
    measure('everything, in a flood', analyse('post', true), posts),
    measure(`everything, teasers of ${meanLength(teasers)} characters`, analyse('article', false), teasers),
    measure(`everything, teasers in a flood`, analyse('article', true), teasers),
    measure(`everything, articles of ${meanLength(articles)} characters`, analyse('article', false), articles),
  ]
}

const MATCH: Match = {
  matched: true,
  alternative: 0,
  found: [{ term: 'jalan', spans: [{ start: 0, end: 5 }] }],
  excludedBy: null,
}

function postOf(text: string, kind: PostKind): Post {
  return {
    platform: kind === 'article' ? 'news' : 'twitter',
    platformId: '1',
    kind,
    text,
    url: 'https://example.org/1',
    publishedAt: new Date(0),
    author: { id: 'a', username: 'a', displayName: 'A' },
    engagement: NO_ENGAGEMENT,
  }
}

interface Measured {
  readonly task: string
  readonly 'texts a second': number
  readonly 'texts a CPU-second': number
  readonly 'ms of CPU a text': number
}

function measure(name: string, task: Task, texts: readonly string[]): Measured {
  for (const text of texts) task(text)
  const rates = Array.from({ length: ROUNDS }, () => {
    // Processor time beside wall time, so that a busy machine does not look like a slow program.
    const wallBefore = performance.now()
    const cpuBefore = process.cpuUsage()
    for (const text of texts) task(text)
    const cpu = process.cpuUsage(cpuBefore)
    return {
      wall: (texts.length * 1_000) / (performance.now() - wallBefore),
      cpu: (texts.length * 1e6) / (cpu.user + cpu.system),
    }
  })
  return {
    task: name,
    'texts a second': Math.round(median(rates.map((rate) => rate.wall))),
    'texts a CPU-second': Math.round(median(rates.map((rate) => rate.cpu))),
    'ms of CPU a text': Number((1_000 / median(rates.map((rate) => rate.cpu))).toFixed(4)),
  }
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}

function printGoals([everything, flood]: readonly Measured[]): void {
  const folder = new URL('../src/analyse/models/', import.meta.url)
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(new URL(file, folder)).size, 0)
  const lines: readonly (readonly [string, number, number, string])[] = [
    ['everything', everything?.['ms of CPU a text'] ?? 0, GOALS.everything, 'ms'],
    ['everything, in a flood', flood?.['ms of CPU a text'] ?? 0, GOALS.flood, 'ms'],
    ['all models', bytes / 1e6, GOALS.megabytes, 'MB'],
  ]
  for (const [what, measured, goal, unit] of lines)
    console.log(
      `${measured <= goal ? 'met    ' : 'NOT MET'}  ${what}: ${measured.toFixed(2)} ${unit}, at most ${goal} ${unit}`,
    )
}

if (import.meta.main) await run(process.argv.slice(2))
