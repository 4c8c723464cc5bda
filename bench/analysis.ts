import { openAnalyser } from '../src/analyse/analyser.ts'
import { languageFeatures } from '../src/analyse/language.ts'
import { focusOf } from '../src/analyse/long-text.ts'
import { newTokens, normalise, tokenise } from '../src/text/tokens.ts'

const ROUNDS = 5
const TEXTS = 5_000

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

// Tweet-sized texts (about 120 characters), the same on every run and without personal data.
export function syntheticTexts(total: number): string[] {
  let state = 42
  const next = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  return Array.from({ length: total }, (_, index) => {
    const parts = Array.from({ length: 2 + next(3) }, () => PHRASES[next(PHRASES.length)])
    return `@user${index} ${parts.join(', ')} no${next(100_000)} https://example.org/${index}`
  })
}

export async function run(): Promise<void> {
  const analyser = openAnalyser()
  const texts = syntheticTexts(TEXTS)
  const tokens = newTokens()
  const out = new Int32Array(1 << 14)
  const tasks: readonly (readonly [string, (text: string) => void])[] = [
    ['normalise and tokenise', (text) => tokenise(normalise(text), tokens)],
    [
      'language features alone',
      (text) => {
        tokenise(normalise(text), tokens)
        languageFeatures(tokens, out)
      },
    ],
    ['language', (text) => analyser.language(text)],
    ['sentiment, hashed model', (text) => analyser.sentiment(text, { quick: true })],
    ['sentiment, encoder', (text) => analyser.sentiment(text)],
    ['sentiment and language, hashed model', (text) => analyser.classify(text, { quick: true })],
    ['sentiment and language, encoder', (text) => analyser.classify(text)],
    [
      // As long as what is read of an article can be.
      'sentiment of an article toward a term',
      (text) => {
        const { excerpt, marked } = focusOf(`${text}\n${text}. ${text}. ${text}. ${text}`, [{ start: 0, end: 5 }])
        analyser.sentiment(excerpt, { kind: 'article', marked: `${marked} ${marked} ${marked} ${marked}` })
      },
    ],
  ]
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  console.log(`${TEXTS} texts of ${length.toFixed(0)} characters, one core, median of ${ROUNDS} rounds`)
  console.table(tasks.map(([name, task]) => measure(name, task, texts)))
}

function measure(name: string, task: (text: string) => void, texts: readonly string[]): object {
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

if (import.meta.main) await run()
