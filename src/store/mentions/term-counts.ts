import { setImmediate } from 'node:timers/promises'
import { isPairKey } from '../../text/term-keys.ts'
import type { Db } from '../db.ts'
import { idAt } from '../ids.ts'
import { visitTerms } from '../search/columns.ts'
import { KeyCounter } from '../search/key-counter.ts'
import type { Selected } from '../search/select.ts'

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
  // A mention that contains a term of `now`.
  mentionOf(key: number): Promise<string>
}

// A term of fewer than this share of the mentions is not counted: a large selection has millions of different pairs of words, of which
// a list shows thirty.
const SHARE_MIN = 1 / 20_000
const BUCKETS_MAX = 2 ** 22
const BUCKETS_PER_MENTION = 64

export async function countTerms(now: readonly Selected[], past: readonly Selected[]): Promise<TermCounts> {
  const mentions = now.reduce((total, { hits }) => total + hits.length, 0)
  const countMin = Math.max(2, Math.ceil(mentions * SHARE_MIN))
  const { buckets, total: nowTotal } = await countPairsRoughly(now, mentions)
  const counter = new KeyCounter()
  await countInto(counter, now, (key) => !isPairKey(key) || (buckets[bucketOf(buckets, key)] as number) >= countMin)
  const kept = new KeyCounter()
  counter.forEach((count, key) => {
    if (count >= countMin) kept.add(key, counter.note(key), count)
  })
  const before = new KeyCounter()
  const pastTotal = await countInto(before, past, (key) => kept.get(key) !== undefined)
  return { now: kept, past: before, nowTotal, pastTotal, countMin, mentionOf: (key) => mentionOf(now, kept, key) }
}

// An upper bound of the count of each pair, in a table of bounded size: most pairs are rare and need not be counted one by one.
async function countPairsRoughly(
  selected: readonly Selected[],
  mentions: number,
): Promise<{ buckets: Uint16Array; total: number }> {
  const wanted = Math.max(1, mentions * BUCKETS_PER_MENTION)
  const buckets = new Uint16Array(Math.min(BUCKETS_MAX, 2 ** Math.ceil(Math.log2(wanted))))
  let total = 0
  for (const { part, hits } of selected) {
    const terms = await part.terms()
    visitTerms(terms, hits, {
      word: () => {
        total++
      },
      pair: (key) => {
        total++
        const bucket = bucketOf(buckets, key)
        const count = buckets[bucket] as number
        if (count < 0xffff) buckets[bucket] = count + 1
      },
    })
    await setImmediate()
  }
  return { buckets, total }
}

function bucketOf(buckets: Uint16Array, key: number): number {
  return (key / 2) & (buckets.length - 1)
}

// Counts the terms that are wanted; returns the sum over all terms. The note of a term is the number of a
// selected mention that contains it.
async function countInto(
  counter: KeyCounter,
  selected: readonly Selected[],
  wanted: (key: number) => boolean,
): Promise<number> {
  let total = 0
  let base = 0
  for (const { part, hits } of selected) {
    const terms = await part.terms()
    const counts = new Uint32Array(terms.words.length)
    const examples = new Uint32Array(terms.words.length)
    visitTerms(terms, hits, {
      word: (number, index) => {
        counts[number] = (counts[number] as number) + 1
        examples[number] = base + index
      },
      pair: (key, index) => {
        total++
        if (wanted(key)) counter.add(key, base + index)
      },
    })
    for (const [number, count] of counts.entries()) {
      total += count
      const key = (terms.words[number] as number) * 2
      if (count > 0 && wanted(key)) counter.add(key, examples[number], count)
    }
    base += hits.length
    await setImmediate()
  }
  return total
}

async function mentionOf(selected: readonly Selected[], counter: KeyCounter, key: number): Promise<string> {
  let index = counter.note(key) ?? 0
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
