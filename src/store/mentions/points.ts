import { setImmediate } from 'node:timers/promises'
import { CELLS_TOTAL } from '../../domain/cell.ts'
import { hashIdentity, hashPair } from '../../text/hash.ts'
import { ID_BYTES, millisAt, millisOf } from '../ids.ts'
import { openCache } from '../search/cache.ts'
import type { ProjectNumbers, Roots } from '../search/project-numbers.ts'
import { TURN_MAX } from '../search/turns.ts'
import { countHitsBefore, type NumberedPart } from './numbered-part.ts'

// How many mentions, how many different stories, and how many different authors.
export interface ThreeCounts {
  readonly mentions: number
  readonly unique: number
  readonly independent: number
}

export interface Point extends ThreeCounts {
  // Milliseconds.
  readonly at: number
  readonly cells: readonly number[]
}

type StepCounts = Omit<Point, 'at'>

// The counts of steps by what is in them, so that only those are counted that changed since an earlier reading.
const known = openCache<StepCounts>(4 * 2 ** 20)
const KNOWN_BYTES = 500

export interface CountedParts {
  readonly parts: readonly NumberedPart[]
  readonly numbers: ProjectNumbers
  readonly roots: Roots
}

// The steps that have mentions, oldest first. `steps` are their starts, ascending, the first not after any mention.
export async function countPoints(counted: CountedParts, steps: readonly number[]): Promise<Point[]> {
  const keys = stepKeys(counted, steps)
  const counter = new StepCounter(counted)
  const points: Point[] = []
  let turn = 0
  for (const [step, at] of steps.entries()) {
    const key = keys[step] ?? null
    let counts = key === null ? undefined : known.get(key)
    if (counts === undefined) {
      counts = counter.count(at, steps[step + 1] ?? Number.POSITIVE_INFINITY)
      if (key !== null) known.set(key, counts, KNOWN_BYTES)
      turn += counts.mentions
    }
    if (counts.mentions > 0) points.push({ at, ...counts })
    if (turn < TURN_MAX) continue
    turn = 0
    await setImmediate()
  }
  return points
}

// Names what is in each step: segments by their names, mentions of the tail one by one. Null for the first and the last, which the range
// may cut, and for all where more than the cells decides.
function stepKeys({ parts, numbers, roots }: CountedParts, steps: readonly number[]): (string | null)[] {
  const marks = new Marks(steps.length)
  for (const part of parts) {
    if (part.choice === null) return []
    if (part.part.name === null) markHits(marks, part, steps)
    else {
      const first = Math.max(0, stepAt(steps, millisOf(part.part.oldest)))
      marks.add(hashIdentity(`${part.part.name} ${part.choice}`), first, stepAt(steps, millisOf(part.part.newest)))
    }
  }
  return marks.names().map((name, step) => {
    const isCut = step === 0 || step === steps.length - 1
    return isCut ? null : `${steps[step]} ${steps[step + 1]} ${roots.version} ${numbers.id} ${name}`
  })
}

function markHits(marks: Marks, part: NumberedPart, steps: readonly number[]): void {
  const { ids, hits, authors, storyNumbers } = part
  for (let at = 0; at < hits.length; at++) {
    const ordinal = hits[at] as number
    const author = authors.numbers[authors.codes[ordinal] as number] as number
    const counted = hashPair(
      author * 256 + (part.part.cells[ordinal] as number),
      storyNumbers.numbers[ordinal] as number,
    )
    const step = Math.max(0, stepAt(steps, millisAt(ids, ordinal)))
    marks.add(hashPair(ids.readUIntBE(ordinal * ID_BYTES + 10, 6), counted), step, step)
  }
}

// For each step a hash of what was added to it, in any order.
class Marks {
  readonly #low: Uint32Array
  readonly #high: Uint32Array

  constructor(steps: number) {
    this.#low = new Uint32Array(steps + 1)
    this.#high = new Uint32Array(steps + 1)
  }

  add(hash: number, first: number, last: number): void {
    for (const step of [first, last + 1]) {
      this.#low[step] = (this.#low[step] as number) ^ (hash >>> 0)
      this.#high[step] = (this.#high[step] as number) ^ Math.floor(hash / 2 ** 32)
    }
  }

  names(): string[] {
    let [low, high] = [0, 0]
    return Array.from({ length: this.#low.length - 1 }, (_, step) => {
      low ^= this.#low[step] as number
      high ^= this.#high[step] as number
      return `${high >>> 0} ${low >>> 0}`
    })
  }
}

interface OpenPart extends NumberedPart {
  // When its first mention was published, and its last.
  readonly from: number
  readonly to: number
  // The hits before `nextAt` are those before `next`.
  next: number
  nextAt: number
}

class StepCounter {
  readonly #parts: OpenPart[]
  readonly #roots: Uint32Array
  // The last step that had an author or a story.
  readonly #authors: Uint32Array
  readonly #stories: Uint32Array
  #step = 0

  constructor({ parts, numbers, roots }: CountedParts) {
    this.#parts = parts.map((part) => {
      const [from, to] = [millisOf(part.part.oldest), millisOf(part.part.newest)]
      return { ...part, from, to, next: 0, nextAt: Number.NEGATIVE_INFINITY }
    })
    this.#roots = roots.numbers
    this.#authors = new Uint32Array(numbers.authors.size)
    this.#stories = new Uint32Array(roots.numbers.length)
  }

  // Of the hits in [start, end). Steps are counted in ascending order.
  count(start: number, end: number): StepCounts {
    this.#step++
    const cells = new Array<number>(CELLS_TOTAL).fill(0)
    const counts = { cells, mentions: 0, unique: 0, independent: 0 }
    for (const part of this.#parts) {
      if (part.from >= end || part.to < start) continue
      const first = part.nextAt === start ? part.next : countHitsBefore(part, start, part.next)
      part.next = countHitsBefore(part, end, first)
      part.nextAt = end
      this.#add(counts, part, part.hits.subarray(first, part.next))
    }
    return counts
  }

  #add(
    counts: { cells: number[]; mentions: number; unique: number; independent: number },
    part: OpenPart,
    hits: Uint32Array,
  ) {
    const step = this.#step
    const [lastOfAuthor, lastOfStory, roots] = [this.#authors, this.#stories, this.#roots]
    const { cells } = part.part
    const { codes, numbers: authorNumbers } = part.authors
    const { numbers } = part.storyNumbers
    let [unique, independent] = [0, 0]
    for (let at = 0; at < hits.length; at++) {
      const ordinal = hits[at] as number
      const cell = cells[ordinal] as number
      counts.cells[cell] = (counts.cells[cell] as number) + 1
      const author = authorNumbers[codes[ordinal] as number] as number
      if (lastOfAuthor[author] !== step) {
        lastOfAuthor[author] = step
        independent++
      }
      const number = numbers[ordinal] as number
      // No other mention of the selection belongs to a story without a number, or with one that was given out since.
      if (number === 0 || number > roots.length) {
        unique++
        continue
      }
      const story = roots[number - 1] as number
      if (lastOfStory[story] === step) continue
      lastOfStory[story] = step
      unique++
    }
    counts.mentions += hits.length
    counts.unique += unique
    counts.independent += independent
  }
}

// The last step that begins before or at an instant; -1 before all of them.
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
