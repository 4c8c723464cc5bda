import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db.ts'
import { idAt } from '../ids.ts'
import { KeyCounter } from '../search/key-counter.ts'
import type { Ordinals } from '../search/ordinals.ts'
import type { Part } from '../search/part.ts'
import { type Sample, sampleOf } from '../search/sample.ts'
import type { Selected } from '../search/select.ts'
import { spansOf, type TermNumbers, termNumbersOf } from '../search/term-numbers.ts'

// How often each term (text/terms.ts, as a key) occurs in a selection, and in another one that it is compared with.
export interface TermCounts {
  // Only terms that occur at least `countMin` times.
  readonly now: KeyCounter
  // Only terms that are in `now`.
  readonly past: KeyCounter
  // Sums over all terms.
  readonly nowTotal: number
  readonly pastTotal: number
  readonly countMin: number
  // What was counted of the selection.
  readonly sample: Pick<Sample, 'mentions' | 'of'>
  // A mention that contains a term of `now`.
  mentionOf(key: number): Promise<string>
}

// A term of fewer than this share of the mentions is not counted: a large selection has millions of different pairs of words, of which
// a list shows thirty.
const SHARE_MIN = 1 / 20_000
// A term that is in fewer mentions of a sample says too little about all.
const SAMPLED_MIN = 5
const BUCKETS_MAX = 2 ** 22
const BUCKETS_PER_MENTION = 128
const ROUGH_MAX = 0xff
// More have too many different terms to keep.
const NUMBERED_MAX = 4_096
// Of a selection of more mentions, the lists of the interface count the terms of so many.
export const TERMS_SAMPLE = 2_000

// Counts all mentions of both selections, or in those of more than `mentionsMax`, a sample.
export async function countTerms(
  projectId: string,
  current: readonly Selected[],
  past: readonly Selected[],
  mentionsMax = Number.POSITIVE_INFINITY,
): Promise<TermCounts> {
  const sample = await sampleOf(current, mentionsMax)
  const earlier = await sampleOf(past, mentionsMax)
  const { mentions, of } = sample
  const countMin = Math.max(mentions < of ? SAMPLED_MIN : 2, Math.ceil(mentions * SHARE_MIN))
  const isSmall = mentions <= NUMBERED_MAX && earlier.mentions <= NUMBERED_MAX
  const counted = isSmall
    ? await countNumbered(sample, earlier, termNumbersOf(projectId), countMin)
    : await countKeys(sample, earlier, countMin)
  const mentionOf = (key: number) => mentionAt(sample.selected, counted.now.note(key) ?? 0)
  return { ...counted, countMin, sample: { mentions, of }, mentionOf }
}

type Counted = Pick<TermCounts, 'now' | 'past' | 'nowTotal' | 'pastTotal'>

// The terms of few mentions have numbers that are kept, so that they are counted in arrays.
async function countNumbered(current: Sample, past: Sample, numbers: TermNumbers, countMin: number): Promise<Counted> {
  const batches = await readNumbered(current.selected, numbers)
  const earlier = await readNumbered(past.selected, numbers)
  const counts = countsOf(numbers.keys.size)
  // Terms that reached `countMin`, and where in the selection.
  const frequent: number[] = []
  const positions: number[] = []
  let nowTotal = 0
  for (const { terms, spans, base } of batches) {
    for (let span = 0; span < spans.length; span += 2) {
      const end = spans[span + 1] as number
      nowTotal += end - (spans[span] as number)
      for (let at = spans[span] as number; at < end; at++) {
        const number = terms[at] as number
        const count = (counts[number] as number) + 1
        counts[number] = count
        if (count !== countMin) continue
        frequent.push(number)
        positions.push(base + span / 2)
      }
    }
  }
  const now = new KeyCounter(2 ** 14)
  for (let at = 0; at < frequent.length; at++) {
    const number = frequent[at] as number
    now.add(numbers.keys.keyAt(number), positions[at], counts[number])
  }
  counts.fill(0)
  let pastTotal = 0
  for (const { terms, spans } of earlier) {
    for (let span = 0; span < spans.length; span += 2) {
      const end = spans[span + 1] as number
      pastTotal += end - (spans[span] as number)
      for (let at = spans[span] as number; at < end; at++) {
        const number = terms[at] as number
        counts[number] = (counts[number] as number) + 1
      }
    }
  }
  const then = new KeyCounter(2 ** 14)
  for (let at = 0; at < frequent.length; at++) {
    const number = frequent[at] as number
    const count = counts[number] as number
    if (count > 0) then.add(numbers.keys.keyAt(number), 0, count)
  }
  return { now, past: then, nowTotal, pastTotal }
}

let scratch = new Uint16Array(0)

// Zeroes, in memory that each reading uses again: a list has up to a million terms. None is counted above `NUMBERED_MAX` times.
function countsOf(size: number): Uint16Array {
  if (scratch.length < size) scratch = new Uint16Array(size + (size >> 2))
  return scratch.subarray(0, size).fill(0)
}

interface NumberedBatch {
  readonly terms: Uint32Array
  // Where the terms of each mention begin and end.
  readonly spans: Uint32Array
  // The position of the first mention in the selection.
  readonly base: number
}

async function readNumbered(selected: readonly Selected[], numbers: TermNumbers): Promise<NumberedBatch[]> {
  const batches: NumberedBatch[] = []
  for await (const { part, wanted, base } of batchesOf(selected)) {
    const numbered = await part.numberedTerms(wanted, numbers)
    batches.push({ terms: numbered.numbers, spans: spansOf(numbered, wanted), base })
  }
  return batches
}

async function countKeys(current: Sample, past: Sample, countMin: number): Promise<Counted> {
  const rough = await countRoughly(current)
  const now = await countFrequent(current.selected, rough, countMin)
  const { counts, total } = await countAgain(past.selected, rough, now, countMin)
  return { now, past: counts, nowTotal: rough.total, pastTotal: total }
}

interface Rough {
  // By `bucketOf` a key, its count or more, up to `ROUGH_MAX`.
  readonly buckets: Uint8Array
  readonly total: number
}

// An upper bound of the count of each term, in a table of bounded size: most pairs are rare and need not be counted one by one.
async function countRoughly({ selected, mentions }: Sample): Promise<Rough> {
  const wanted = Math.max(1, mentions * BUCKETS_PER_MENTION)
  const buckets = new Uint8Array(Math.min(BUCKETS_MAX, 2 ** Math.ceil(Math.log2(wanted))))
  let total = 0
  for await (const { part, wanted } of batchesOf(selected)) {
    const { keys } = await part.termsOf(wanted)
    total += keys.length
    for (let at = 0; at < keys.length; at++) {
      const bucket = bucketOf(buckets, keys[at] as number)
      const count = buckets[bucket] as number
      if (count < ROUGH_MAX) buckets[bucket] = count + 1
    }
  }
  return { buckets, total }
}

// The note of a term is the position of a selected mention that contains it.
async function countFrequent(selected: readonly Selected[], { buckets }: Rough, countMin: number): Promise<KeyCounter> {
  const least = Math.min(countMin, ROUGH_MAX)
  const counter = new KeyCounter(2 ** 15)
  for await (const { part, wanted, base } of batchesOf(selected)) {
    const { keys, starts } = await part.termsOf(wanted)
    for (let mention = 0; mention < wanted.length; mention++) {
      const end = starts[mention + 1] as number
      for (let at = starts[mention] as number; at < end; at++) {
        const key = keys[at] as number
        if ((buckets[bucketOf(buckets, key)] as number) >= least) counter.add(key, base + mention)
      }
    }
  }
  const kept = new KeyCounter(2 ** 14)
  for (let number = 0; number < counter.size; number++) {
    const count = counter.countAt(number)
    if (count >= countMin) kept.add(counter.keyAt(number), counter.noteAt(number), count)
  }
  return kept
}

// Counts the terms of another selection that are among the counted ones.
async function countAgain(selected: readonly Selected[], { buckets }: Rough, counted: KeyCounter, countMin: number) {
  const least = Math.min(countMin, ROUGH_MAX)
  const found = new Uint32Array(counted.size)
  let total = 0
  for await (const { part, wanted } of batchesOf(selected)) {
    const { keys } = await part.termsOf(wanted)
    total += keys.length
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as number
      if ((buckets[bucketOf(buckets, key)] as number) < least) continue
      const number = counted.numberOf(key)
      if (number >= 0) found[number] = (found[number] as number) + 1
    }
  }
  const counts = new KeyCounter(2 ** 14)
  for (const [number, count] of found.entries()) if (count > 0) counts.add(counted.keyAt(number), 0, count)
  return { counts, total }
}

function bucketOf(buckets: Uint8Array, key: number): number {
  return (key / 2) & (buckets.length - 1)
}

interface Batch {
  readonly part: Part
  readonly wanted: Ordinals
  // The position of the first mention in the selection.
  readonly base: number
}

// Between two turns of the event loop the terms of at most this many mentions are counted.
const TURN_MAX = 512

async function* batchesOf(selected: readonly Selected[]): AsyncGenerator<Batch> {
  let base = 0
  let turn = 0
  for (const { part, hits } of selected) {
    for (let from = 0; from < hits.length; from += TURN_MAX) {
      const wanted = hits.subarray(from, from + TURN_MAX)
      yield { part, wanted, base }
      base += wanted.length
      turn += wanted.length
      if (turn < TURN_MAX) continue
      turn = 0
      await setImmediate()
    }
  }
}

async function mentionAt(selected: readonly Selected[], position: number): Promise<string> {
  let index = position
  for (const { part, hits } of selected) {
    if (index < hits.length) return idAt(await part.ids(), hits[index] as number)
    index -= hits.length
  }
  throw new Error('A term has no mention.')
}

export async function readTexts(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; text: string }>`
    select id, text from mention where project_id = ${projectId} and id = any(${ids as string[]}::uuid[])`
  return new Map(rows.map(({ id, text }) => [id, text]))
}
