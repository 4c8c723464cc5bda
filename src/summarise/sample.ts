import { agreement, bandsOf, NEAR_MIN, signatureOf } from '../analyse/similar.ts'
import type { SummaryMention } from './material.ts'

export const SAMPLE_MAX = 120
const TIME_SLICES = 6
// Of the candidates, however many are offered, this many are compared for near-duplicates.
const COMPARED_MAX = 3_000

// A bounded, representative part of many mentions: near-duplicates folded, then every sentiment, every platform and every
// part of the time gets a share that grows with the square root of its weight, so that small ones are heard and large
// ones stay large. The same mentions give the same sample, in whatever order they come.
export function sampleFor(mentions: readonly SummaryMention[], limit: number = SAMPLE_MAX): SummaryMention[] {
  const ordered = preselect(mentions, Math.max(limit, COMPARED_MAX))
  return takeBalanced(foldCopies(ordered), limit)
}

function byWeight(a: SummaryMention, b: SummaryMention): number {
  return b.groupSize - a.groupSize || readability(b) - readability(a) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

// A post that says something in a sentence or more is a better witness than an exclamation.
function readability(mention: SummaryMention): number {
  return Math.min(4, Math.floor(mention.text.length / 60))
}

function preselect(mentions: readonly SummaryMention[], limit: number): SummaryMention[] {
  if (mentions.length <= limit) return [...mentions].sort(byWeight)
  return takeBalanced([...mentions].sort(byWeight), limit).sort(byWeight)
}

function foldCopies(ordered: readonly SummaryMention[]): SummaryMention[] {
  const found: { mention: SummaryMention; signature: Uint16Array; size: number }[] = []
  const byBand = new Map<bigint, number>()
  for (const mention of ordered) {
    const signature = signatureOf(mention.text)
    const bands = bandsOf(signature)
    const at = bands
      .map((band) => byBand.get(band))
      .find((index) => {
        const other = index === undefined ? undefined : found[index]
        return other !== undefined && agreement(other.signature, signature) >= NEAR_MIN
      })
    const group = at === undefined ? undefined : found[at]
    if (group === undefined) {
      for (const band of bands) if (!byBand.has(band)) byBand.set(band, found.length)
      found.push({ mention, signature, size: mention.groupSize })
    } else group.size += mention.groupSize
  }
  return found.map(({ mention, size }) => (size === mention.groupSize ? mention : { ...mention, groupSize: size }))
}

// Deals the places out one at a time, to the mentions whose sentiment, platform and time together lack most of their
// share. Input order is kept.
function takeBalanced(ordered: readonly SummaryMention[], limit: number): SummaryMention[] {
  if (ordered.length <= limit) return [...ordered]
  const strata = strataOf(ordered)
  const taken = new Set<SummaryMention>()
  while (taken.size < limit) {
    let [best, most]: [Stratum | undefined, number] = [undefined, Number.NEGATIVE_INFINITY]
    for (const stratum of strata) {
      if (stratum.next >= stratum.members.length) continue
      let lack = 0
      for (const { share, count } of stratum.sides) lack += share * (taken.size + 1) - count
      if (lack > most) [best, most] = [stratum, lack]
    }
    const member = best?.members[best.next]
    if (best === undefined || member === undefined) break
    best.next++
    for (const side of best.sides) side.count++
    taken.add(member)
  }
  return ordered.filter((mention) => taken.has(mention))
}

// One sentiment, one platform or one part of the time: the share of places it should have, and how many it has.
interface Side {
  share: number
  count: number
}

interface Stratum {
  readonly sides: readonly Side[]
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
  const views = [
    (mention: SummaryMention) => `sentiment ${mention.sentiment}`,
    (mention: SummaryMention) => `platform ${mention.platform}`,
    (mention: SummaryMention) => `time ${Math.floor((mention.publishedAt.getTime() - first) / width)}`,
  ]
  const sides = new Map(views.flatMap((view) => sidesOf(mentions, view)))
  const groups = Map.groupBy(mentions, (mention) => views.map((view) => view(mention)).join('\n'))
  return [...groups.keys()].sort().map((name) => ({
    sides: name.split('\n').flatMap((side) => sides.get(side) ?? []),
    members: groups.get(name) ?? [],
    next: 0,
  }))
}

function sidesOf(mentions: readonly SummaryMention[], view: (mention: SummaryMention) => string): [string, Side][] {
  const weights = new Map<string, number>()
  for (const mention of mentions) {
    weights.set(view(mention), (weights.get(view(mention)) ?? 0) + Math.max(1, mention.groupSize))
  }
  let total = 0
  for (const weight of weights.values()) total += Math.sqrt(weight)
  return Array.from(weights, ([name, weight]) => [name, { share: Math.sqrt(weight) / total, count: 0 }])
}
