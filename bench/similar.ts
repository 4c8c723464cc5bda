import { agreement, bandsOf, NEAR_MIN, signatureOf } from '../src/analyse/similar.ts'
import { type LabelledPair, makePairs } from './sets/similar.ts'

const PER_KIND = 1_000

// Precision and recall on the labelled set, as the store decides: a shared band first, then agreement; and the speed.
export async function run(): Promise<void> {
  const pairs = makePairs(PER_KIND)
  const kinds = Map.groupBy(pairs, (pair) => pair.kind)
  const total = { hits: 0, misses: 0, wrong: 0 }
  console.log('kind                              copy   pairs  joined  share')
  for (const [kind, list] of kinds) {
    const copy = list[0]?.copy === true
    const joined = list.filter(areJoined).length
    if (copy) {
      total.hits += joined
      total.misses += list.length - joined
    } else total.wrong += joined
    const share = ((100 * joined) / list.length).toFixed(1)
    console.log(
      `${kind.padEnd(33)} ${(copy ? 'yes' : 'no').padEnd(5)} ${String(list.length).padStart(6)} ${String(joined).padStart(7)}  ${share.padStart(5)} %`,
    )
  }
  const precision = total.hits / (total.hits + total.wrong)
  const recall = total.hits / (total.hits + total.misses)
  console.log(
    `precision ${precision.toFixed(4)}  recall ${recall.toFixed(4)}  F1 ${((2 * precision * recall) / (precision + recall)).toFixed(4)}`,
  )
  measureSpeed(pairs)
}

function areJoined(pair: LabelledPair): boolean {
  const [a, b] = [signatureOf(pair.a), signatureOf(pair.b)]
  const bands = new Set(bandsOf(a))
  return bandsOf(b).some((band) => bands.has(band)) && agreement(a, b) >= NEAR_MIN
}

function measureSpeed(pairs: readonly LabelledPair[]): void {
  const posts = pairs.filter((pair) => pair.a.length < 300).map((pair) => pair.a)
  const stories = pairs.filter((pair) => pair.a.length >= 600).map((pair) => pair.a)
  for (const [name, texts] of [
    ['posts', posts],
    ['articles', stories],
  ] as const) {
    for (const text of texts) signatureOf(text)
    const before = process.cpuUsage()
    let checksum = 0n
    for (let round = 0; round < 5; round++) for (const text of texts) checksum ^= bandsOf(signatureOf(text))[0] ?? 0n
    const used = process.cpuUsage(before)
    const seconds = (used.user + used.system) / 1e6
    const length = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length)
    console.log(
      `${name} (${length} characters): ${Math.round((texts.length * 5) / seconds)} signatures with bands a CPU-second (checksum ${checksum & 0xffffn})`,
    )
  }
}

if (import.meta.main) await run()
