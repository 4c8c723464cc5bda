import { compareSignatures } from '../src/analyse/compare.ts'
import { fingerprintOf } from '../src/analyse/similar.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { cpuClock, format, timeMs } from './measure.ts'
import { type LabelledPair, makePairs } from './sets/similar.ts'
import { makeStream, type StreamPost } from './sets/stories.ts'
import { scoreStream, storeStream } from './story-stream.ts'

const PER_KIND = 1_000
const BATCH = 500
const STREAM = { stories: 600, campaign: 12_000 }
const COST_POSTS = 8_000

// Pairs of texts, as the store decides (a shared key first, then the comparison); a stream of posts stored through ingest, whose
// groups are compared with the true ones; and the cost.
export async function run(): Promise<void> {
  const pairs = makePairs(PER_KIND)
  reportPairs(pairs)
  measureSpeed(pairs)
  const database = await openBenchDatabase()
  try {
    await reportStream(await database.project('stream', 1))
    await reportCost(await database.project('varied', 1), 'varied texts', variedPosts())
    await reportCost(await database.project('template', 1), 'one template, other facts', templatePosts())
    await reportCost(await database.project('campaign', 1), 'one campaign', campaignPosts())
  } finally {
    await database.close()
  }
}

function reportPairs(pairs: readonly LabelledPair[]): void {
  const total = { hits: 0, misses: 0, wrong: 0 }
  const table: Record<string, Record<string, string | number>> = {}
  for (const [kind, list] of Map.groupBy(pairs, (pair) => pair.kind)) {
    const copy = list[0]?.copy === true
    const joined = list.filter(areJoined).length
    if (copy) {
      total.hits += joined
      total.misses += list.length - joined
    } else total.wrong += joined
    table[kind] = {
      copy: copy ? 'yes' : 'no',
      pairs: list.length,
      joined: `${((100 * joined) / list.length).toFixed(1)} %`,
    }
  }
  console.log('Pairs, on which the constants were chosen')
  console.table(table)
  const precision = total.hits / (total.hits + total.wrong)
  const recall = total.hits / (total.hits + total.misses)
  console.log(`precision ${precision.toFixed(4)}  recall ${recall.toFixed(4)}`)
}

function areJoined(pair: LabelledPair): boolean {
  const [a, b] = [fingerprintOf(pair.a), fingerprintOf(pair.b)]
  if (!b.keys.some((key) => a.keys.includes(key))) return false
  return compareSignatures(a.signature, b.signature).relation === 'copy'
}

async function reportStream({ pool, projectId, ownerId }: BenchProject): Promise<void> {
  const posts = makeStream(20_261_118, STREAM)
  await storeStream(pool, { projectId, ownerId }, posts, BATCH)
  const score = await scoreStream(pool, projectId, posts)
  const row = ({ posts: count, precision, recall }: { posts: number; precision: number; recall: number }) => ({
    posts: count,
    'B-cubed precision': precision.toFixed(4),
    'B-cubed recall': recall.toFixed(4),
  })
  console.log('\nA stream of other texts, stored through ingest')
  console.table({
    ...Object.fromEntries([...score.kinds].map(([kind, own]) => [kind, row(own)])),
    all: row({ posts: posts.length, ...score }),
  })
  const numbered = posts.find(({ kind }) => kind === 'campaign, number at the end')?.story ?? 0
  console.log(
    `The campaign of ${STREAM.campaign} numbered posts is ${score.groups.get(numbered)} group(s), by ${score.authors.get(numbered)} authors.`,
  )
}

function variedPosts(): StreamPost[] {
  return makeStream(7, { stories: 700, campaign: 0 }).slice(0, COST_POSTS)
}

function templatePosts(): StreamPost[] {
  return Array.from({ length: COST_POSTS }, (_, n) => ({
    kind: 'bulletin',
    story: n,
    text: `Harga acuan gabah kering panen nomor ${n} hari ini Rp${5_000 + n} per kilo di gudang ${n % 97}, turun ${n % 89} persen dari pekan lalu`,
    author: 'dinas',
    atMs: Date.UTC(2026, 2, 1) + n * 60_000,
  }))
}

function campaignPosts(): StreamPost[] {
  return makeStream(7, { stories: 0, campaign: COST_POSTS }).slice(0, COST_POSTS)
}

// Processor time of grouping and everything stored with it, at the beginning and at the end.
async function reportCost({ pool, projectId, ownerId }: BenchProject, name: string, posts: readonly StreamPost[]) {
  const clock = await cpuClock([pool])
  const costs: number[] = []
  for (let at = 0; at < posts.length; at += BATCH) {
    const batch = posts.slice(at, at + BATCH)
    const ms = await timeMs(() => storeStream(pool, { projectId, ownerId }, batch, BATCH, at), clock)
    costs.push((ms * 1000) / batch.length)
  }
  const quarter = Math.floor(costs.length / 4)
  const average = (list: readonly number[]) => list.reduce((sum, cost) => sum + cost, 0) / list.length
  // The first batch is warm-up.
  const [first, last] = [average(costs.slice(1, 1 + quarter)), average(costs.slice(-quarter))]
  console.log(
    `${name}: ${format(first)} us a post at first, ${format(last)} us after ${posts.length - quarter * BATCH} posts`,
  )
}

function measureSpeed(pairs: readonly LabelledPair[]): void {
  const posts = pairs.filter((pair) => pair.a.length < 300).map((pair) => pair.a)
  const articles = pairs.filter((pair) => pair.a.length >= 600).map((pair) => pair.a)
  for (const [name, texts] of [
    ['posts', posts],
    ['articles', articles],
  ] as const) {
    for (const text of texts) fingerprintOf(text)
    const before = process.cpuUsage()
    let checksum = 0
    for (let round = 0; round < 5; round++) for (const text of texts) checksum ^= fingerprintOf(text).keys[0] ?? 0
    const used = process.cpuUsage(before)
    const seconds = (used.user + used.system) / 1e6
    const length = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length)
    console.log(
      `${name} (${length} characters): ${Math.round((texts.length * 5) / seconds)} fingerprints a CPU-second (checksum ${checksum & 0xffff})`,
    )
  }
}

if (import.meta.main) await run()
