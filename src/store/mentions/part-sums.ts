import { CELLS_TOTAL } from '../../domain/cell.ts'
import { millisAt, millisOf } from '../ids.ts'
import type { Part } from '../search/part.ts'
import type { Roots } from '../search/project-numbers.ts'
import { NumberCounts } from './number-counts.ts'
import type { NumberedPart } from './numbered-part.ts'

// What some steps of a part count, apart from everything else. It is kept with the columns of the part, so that a range of millions of
// mentions costs a sum per part, and only the steps at the edges of parts are counted mention by mention.
export interface PartSums {
  // By step.
  readonly cells: Uint32Array
  readonly unique: Uint32Array
  readonly independent: Uint32Array
  readonly alone: number
  // By code.
  readonly languages: Uint32Array
  // Pairs of a code and a count.
  readonly authors: Uint32Array
  // Pairs of the number of a story, before it is merged, and a count.
  readonly stories: Uint32Array
}

// Steps that follow each other, and the hits in them.
export interface Run {
  readonly first: number
  readonly steps: number
  readonly from: number
  readonly to: number
}

// For each part the longest run of steps in which no other part has mentions; without steps, all of its mentions.
export function runsOf(parts: readonly NumberedPart[], steps: readonly number[]): (Run | null)[] {
  if (steps.length === 0) return parts.map(({ hits }) => ({ first: 0, steps: 0, from: 0, to: hits.length }))
  const others = new Uint32Array(steps.length)
  const spans = parts.map(({ part }) => stepsOf(part, steps))
  for (const { first, last } of spans)
    for (let step = first; step <= last; step++) others[step] = (others[step] as number) + 1
  return parts.map(({ whole, ids, hits }, index) => {
    const { first, last } = spans[index] as (typeof spans)[number]
    if (whole === null) return null
    let best = { first, steps: 0 }
    let start = first
    for (let step = first; step <= last; step++) {
      if (others[step] !== 1) start = step + 1
      else if (step + 1 - start > best.steps) best = { first: start, steps: step + 1 - start }
    }
    if (best.steps === 0) return null
    const at = (step: number) => countHitsBefore(ids, hits, steps[step] ?? Number.POSITIVE_INFINITY)
    return { ...best, from: at(best.first), to: at(best.first + best.steps) }
  })
}

function stepsOf({ oldest, newest }: Part, steps: readonly number[]) {
  return { first: Math.max(0, stepAt(steps, millisOf(oldest))), last: stepAt(steps, millisOf(newest)) }
}

function stepAt(steps: readonly number[], ms: number): number {
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((steps[middle] as number) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function countHitsBefore(ids: Buffer, hits: Uint32Array, ms: number): number {
  if (ms === Number.POSITIVE_INFINITY) return hits.length
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (millisAt(ids, hits[middle] as number) < ms) low = middle + 1
    else high = middle
  }
  return low
}

export function sumsOf(part: NumberedPart, run: Run, { steps, roots, list }: SumOptions): PartSums {
  const make = () => {
    const value = sumRun(part, run, steps, roots.numbers)
    const { cells, unique, authors, stories } = value
    return { value, bytes: 500 + cells.byteLength + unique.byteLength * 2 + authors.byteLength + stories.byteLength }
  }
  const { first, steps: length } = run
  const names = [
    part.whole,
    list,
    roots.version,
    part.storyNumbers.numbered,
    length,
    steps[first],
    steps[first + length - 1],
  ]
  return part.part.derive(`sums ${names.join(' ')}`, make)
}

interface SumOptions {
  readonly steps: readonly number[]
  readonly roots: Roots
  // The id of the project's numbers.
  readonly list: number
}

function sumRun(part: NumberedPart, run: Run, steps: readonly number[], roots: Uint32Array): PartSums {
  const { hits, ids } = part
  const { cells: cellOf } = part.part
  const { codes: authorCodes, keys } = part.authors
  const { numbers: storyNumbers } = part.storyNumbers
  const { codes: languageCodes, names } = part.languages
  const length = Math.max(1, run.steps)
  const cells = new Uint32Array(length * CELLS_TOTAL)
  const unique = new Uint32Array(length)
  const independent = new Uint32Array(length)
  const languages = new Uint32Array(names.length)
  const authors = new NumberCounts(keys.length)
  const stories = new NumberCounts(roots.length)
  const counts = new Uint32Array(roots.length)
  let alone = 0
  let at = run.from
  for (let step = 0; step < length; step++) {
    const end = step + 1 === length ? run.to : countHitsBefore(ids, hits, steps[run.first + step + 1] as number)
    let [own, different] = [0, 0]
    for (; at < end; at++) {
      const ordinal = hits[at] as number
      const cell = step * CELLS_TOTAL + (cellOf[ordinal] as number)
      cells[cell] = (cells[cell] as number) + 1
      const language = languageCodes[ordinal] as number
      languages[language] = (languages[language] as number) + 1
      different += authors.add(authorCodes[ordinal] as number, step)
      const story = storyNumbers[ordinal] as number
      if (story === 0) {
        alone++
        own++
      } else {
        own += stories.add(roots[story - 1] as number, step)
        counts[story - 1] = (counts[story - 1] as number) + 1
      }
    }
    unique[step] = own
    independent[step] = different
  }
  const byCode = Uint32Array.from({ length: keys.length }, (_, code) => authors.countOf(code))
  return { cells, unique, independent, alone, languages, authors: pairsOf(byCode), stories: pairsOf(counts) }
}

function pairsOf(counts: Uint32Array): Uint32Array {
  let length = 0
  for (let at = 0; at < counts.length; at++) if ((counts[at] as number) > 0) length += 2
  const pairs = new Uint32Array(length)
  let next = 0
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) continue
    pairs[next++] = at
    pairs[next++] = counts[at] as number
  }
  return pairs
}
