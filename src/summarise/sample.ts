import { compareSignatures } from '../analyse/compare.ts'
import { fingerprintOf } from '../analyse/similar.ts'
import type { SummaryMention } from './material.ts'

export const SAMPLE_MAX = 120
const TIME_SLICES = 6
// At most this many candidates are compared for near-duplicates.
const COMPARED_MAX = 3_000

// A bounded, representative sample of mentions. Near-duplicates are folded, then every sentiment, every platform and every time
// slice gets a share proportional to the square root of its weight, so that small groups are represented and large ones stay large.
// The same mentions give the same sample in any order.
export function sampleFor(mentions: readonly SummaryMention[], limit: number = SAMPLE_MAX): SummaryMention[] {
  const ordered = preselect(mentions, Math.max(limit, COMPARED_MAX))
  return takeBalanced(foldCopies(ordered), limit)
}

function byWeight(a: SummaryMention, b: SummaryMention): number {
  return b.groupSize - a.groupSize || readability(b) - readability(a) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

// A post of at least one sentence is more informative than an exclamation.
function readability(mention: SummaryMention): number {
  return Math.min(4, Math.floor(mention.text.length / 60))
}

function preselect(mentions: readonly SummaryMention[], limit: number): SummaryMention[] {
  if (mentions.length <= limit) return [...mentions].sort(byWeight)
  return takeBalanced([...mentions].sort(byWeight), limit).sort(byWeight)
}

function foldCopies(ordered: readonly SummaryMention[]): SummaryMention[] {
  const found: { mention: SummaryMention; signature: Uint8Array; size: number }[] = []
  const byKey = new Map<number, number>()
  for (const mention of ordered) {
    const { signature, keys } = fingerprintOf(mention.text)
    const at = keys
      .map((key) => byKey.get(key))
      .find((index) => {
        const other = index === undefined ? undefined : found[index]
        return other !== undefined && compareSignatures(other.signature, signature).relation === 'copy'
      })
    const group = at === undefined ? undefined : found[at]
    if (group === undefined) {
      for (const key of keys) if (!byKey.has(key)) byKey.set(key, found.length)
      found.push({ mention, signature, size: mention.groupSize })
    } else group.size += mention.groupSize
  }
  return found.map(({ mention, size }) => (size === mention.groupSize ? mention : { ...mention, groupSize: size }))
}

// Fills the sample one mention at a time, from the stratum whose sentiment, platform and time slice together are furthest below
// their shares. Keeps the input order.
function takeBalanced(ordered: readonly SummaryMention[], limit: number): SummaryMention[] {
  if (ordered.length <= limit) return [...ordered]
  const strata = strataOf(ordered)
  const taken = new Set<SummaryMention>()
  while (taken.size < limit) {
    let [best, deficitMax]: [Stratum | undefined, number] = [undefined, Number.NEGATIVE_INFINITY]
    for (const stratum of strata) {
      if (stratum.next >= stratum.members.length) continue
      let deficit = 0
      for (const { share, count } of stratum.buckets) deficit += share * (taken.size + 1) - count
      if (deficit > deficitMax) [best, deficitMax] = [stratum, deficit]
    }
    const member = best?.members[best.next]
    if (best === undefined || member === undefined) break
    best.next++
    for (const bucket of best.buckets) bucket.count++
    taken.add(member)
  }
  return ordered.filter((mention) => taken.has(mention))
}

// One sentiment, platform or time slice: the share of the sample it should have, and the number of mentions it has.
interface Bucket {
  share: number
  count: number
}

interface Stratum {
  readonly buckets: readonly Bucket[]
  readonly members: readonly SummaryMention[]
  next: number
}

function strataOf(mentions: readonly SummaryMention[]): Stratum[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const mention of mentions) {
    first = Math.min(first, mention.publishedAt.getTime())
    last = Math.max(last, mention.publishedAt.getTime())
  }
  const width = Math.max(1, last - first + 1) / TIME_SLICES
  const dimensions = [
    (mention: SummaryMention) => `sentiment ${mention.sentiment}`,
    (mention: SummaryMention) => `platform ${mention.platform}`,
    (mention: SummaryMention) => `time ${Math.floor((mention.publishedAt.getTime() - first) / width)}`,
  ]
  const buckets = new Map(dimensions.flatMap((dimension) => bucketsOf(mentions, dimension)))
  const groups = Map.groupBy(mentions, (mention) => dimensions.map((dimension) => dimension(mention)).join('\n'))
  return [...groups.keys()].sort().map((name) => ({
    buckets: name.split('\n').flatMap((bucket) => buckets.get(bucket) ?? []),
    members: groups.get(name) ?? [],
    next: 0,
  }))
}

function bucketsOf(
  mentions: readonly SummaryMention[],
  dimension: (mention: SummaryMention) => string,
): [string, Bucket][] {
  const weights = new Map<string, number>()
  for (const mention of mentions) {
    weights.set(dimension(mention), (weights.get(dimension(mention)) ?? 0) + Math.max(1, mention.groupSize))
  }
  let total = 0
  for (const weight of weights.values()) total += Math.sqrt(weight)
  return Array.from(weights, ([name, weight]) => [name, { share: Math.sqrt(weight) / total, count: 0 }])
}
