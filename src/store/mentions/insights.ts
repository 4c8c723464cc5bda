import { setImmediate } from 'node:timers/promises'
import { CELLS_TOTAL } from '../../domain/cell.ts'
import { idAt, millisAt, millisOf } from '../ids.ts'
import type { Authors } from '../search/columns.ts'
import { isNamed } from '../search/document.ts'
import { KeyCounter } from '../search/key-counter.ts'
import type { Selected } from '../search/select.ts'

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

export interface Tally extends ThreeCounts {
  readonly cells: readonly number[]
  // The steps that have mentions, oldest first.
  readonly points: readonly Point[]
  readonly languages: ReadonlyMap<string, number>
  readonly stories: KeyCounter
  readonly authors: KeyCounter
}

// Between two turns of the event loop at most this many mentions are counted.
const TURN_MAX = 16_384

interface TallyState {
  readonly cells: number[]
  readonly points: { readonly cells: number[]; unique: number; independent: number }[]
  readonly languages: Map<string, number>
  // The note of each is the last step that had it, plus one.
  readonly stories: KeyCounter
  readonly authors: KeyCounter
}

// Counts the selected mentions. `steps` are the starts of the points of a series, ascending, the first not after any mention;
// without any, there is no series.
//
// Steps are counted one after the other, each over all parts that have mentions in it: a story is new in a step if the last step that
// had it is another one.
export async function tallyMentions(
  selected: readonly Selected[],
  steps: readonly number[],
  resolve: (story: number) => number,
): Promise<Tally> {
  const state: TallyState = {
    cells: new Array<number>(CELLS_TOTAL).fill(0),
    points: steps.map(() => ({ cells: new Array<number>(CELLS_TOTAL).fill(0), unique: 0, independent: 0 })),
    languages: new Map(),
    stories: new KeyCounter(),
    authors: new KeyCounter(),
  }
  const waiting = selected.toSorted((a, b) => (a.part.oldest < b.part.oldest ? 1 : -1))
  let open: OpenPart[] = []
  let turn = 0
  for (let step = 0; step < Math.max(1, steps.length); step++) {
    const end = steps[step + 1] ?? Number.POSITIVE_INFINITY
    for (let next = waiting.at(-1); next !== undefined && millisOf(next.part.oldest) < end; next = waiting.at(-1)) {
      open.push(await openPart(next))
      waiting.pop()
    }
    for (const part of open) {
      const last = part.hitsBefore(end)
      for (; part.next < last; part.next = Math.min(last, part.next + TURN_MAX)) {
        const hits = part.hits.subarray(part.next, Math.min(last, part.next + TURN_MAX))
        tallyHits(state, part, hits, step, resolve)
        turn += hits.length
        if (turn < TURN_MAX) continue
        turn = 0
        await setImmediate()
      }
    }
    open = open.filter(({ next, hits }) => next < hits.length)
  }
  return toTally(state, steps)
}

function toTally({ cells, points, languages, stories, authors }: TallyState, steps: readonly number[]): Tally {
  const counted = points.flatMap(({ cells, unique, independent }, index) => {
    const mentions = sum(cells)
    return mentions === 0 ? [] : [{ at: steps[index] as number, cells, mentions, unique, independent }]
  })
  const counts = { mentions: sum(cells), unique: stories.size, independent: authors.size }
  return { ...counts, cells, points: counted, languages, stories, authors }
}

interface OpenPart {
  readonly hits: Uint32Array
  // The first hit that is not counted yet.
  next: number
  readonly cells: Uint8Array
  readonly authors: Authors
  // The number of each author in the tally; -1 until it is known.
  readonly authorNumbers: Int32Array
  readonly stories: Float64Array
  readonly languages: { readonly names: readonly string[]; readonly codes: Uint16Array }
  hitsBefore(ms: number): number
}

async function openPart({ part, hits }: Selected): Promise<OpenPart> {
  const ids = await part.ids()
  const authors = await part.authors()
  return {
    hits,
    next: 0,
    cells: part.cells,
    authors,
    authorNumbers: new Int32Array(authors.keys.length).fill(-1),
    stories: (await part.stories()).keys,
    languages: await part.languages(),
    hitsBefore: (ms) => countHitsBefore(ids, hits, ms),
  }
}

function countHitsBefore(ids: Buffer, hits: Uint32Array, ms: number): number {
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

function tallyHits(
  { cells, points, languages, stories, authors }: TallyState,
  part: OpenPart,
  hits: Uint32Array,
  step: number,
  resolve: (story: number) => number,
): void {
  const byCode = new Array<number>(part.languages.names.length).fill(0)
  const byCell = new Uint32Array(CELLS_TOTAL)
  let unique = 0
  let independent = 0
  for (let at = 0; at < hits.length; at++) {
    const ordinal = hits[at] as number
    const cell = part.cells[ordinal] as number
    const code = part.languages.codes[ordinal] as number
    byCell[cell] = (byCell[cell] as number) + 1
    byCode[code] = (byCode[code] as number) + 1
    const story = stories.add(resolve(part.stories[ordinal] as number))
    if (stories.noteAt(story) !== step + 1) {
      stories.setNoteAt(story, step + 1)
      unique++
    }
    const author = authorNumber(authors, part, part.authors.codes[ordinal] as number)
    authors.incrementAt(author)
    if (authors.noteAt(author) !== step + 1) {
      authors.setNoteAt(author, step + 1)
      independent++
    }
  }
  addCounts(cells, byCell)
  const point = points[step]
  if (point !== undefined) {
    addCounts(point.cells, byCell)
    point.unique += unique
    point.independent += independent
  }
  for (const [code, count] of byCode.entries()) {
    const name = part.languages.names[code] as string
    if (count > 0) languages.set(name, (languages.get(name) ?? 0) + count)
  }
}

function authorNumber(counter: KeyCounter, { authors, authorNumbers }: OpenPart, code: number): number {
  const known = authorNumbers[code] as number
  if (known >= 0) return known
  const number = counter.add(authors.keys[code] as number, 0, 0)
  authorNumbers[code] = number
  return number
}

function addCounts(counts: number[], more: Uint32Array): void {
  for (let cell = 0; cell < more.length; cell++) counts[cell] = (counts[cell] as number) + (more[cell] as number)
}

export interface CountedAuthor {
  // The newest of the author's selected mentions.
  readonly mentionId: string
  readonly count: number
}

// The authors with the most selected mentions.
export async function topAuthors(selected: readonly Selected[], tally: Tally, limit: number): Promise<CountedAuthor[]> {
  const top = tally.authors.top(limit, isNamed)
  const chosen = new KeyCounter()
  for (const { key } of top) chosen.add(key)
  const newest = new Array<string>(top.length).fill('')
  for (const { part, hits } of selected) {
    const { keys, codes } = await part.authors()
    const ids = await part.ids()
    const numbers = Int32Array.from(keys, (key) => chosen.numberOf(key))
    // Hits ascend by time, so the last one of an author is the newest.
    let left = numbers.reduce((sum, number) => (number < 0 ? sum : sum + 1), 0)
    for (let at = hits.length - 1; at >= 0 && left > 0; at--) {
      const ordinal = hits[at] as number
      const code = codes[ordinal] as number
      const number = numbers[code] as number
      if (number < 0) continue
      numbers[code] = -1
      left--
      const id = idAt(ids, ordinal)
      if (id > (newest[number] as string)) newest[number] = id
    }
  }
  return top.map(({ count }, number) => ({ mentionId: newest[number] as string, count }))
}

export interface CountedStory {
  readonly key: number
  // The earliest of the story's selected mentions.
  readonly mentionId: string
  readonly count: number
  readonly authors: number
}

// The stories with the most selected mentions, of those with more than one.
export async function topStories(
  selected: readonly Selected[],
  tally: Tally,
  limit: number,
  resolve: (story: number) => number,
): Promise<CountedStory[]> {
  const top = tally.stories.top(limit).filter(({ count }) => count > 1)
  return describeStories(
    selected,
    tally,
    top.map(({ key }) => key),
    resolve,
  )
}

// What the selected mentions of stories are, in the order of their keys.
export async function describeStories(
  selected: readonly Selected[],
  tally: Pick<Tally, 'stories'>,
  keys: readonly number[],
  resolve: (story: number) => number,
): Promise<CountedStory[]> {
  const chosen = new KeyCounter()
  for (const key of keys) chosen.add(key)
  const found = keys.map(() => ({ earliest: '', authors: new Set<number>() }))
  if (keys.length === 0) return []
  for (const { part, hits } of selected) {
    const stories = (await part.stories()).keys
    const authors = await part.authors()
    const ids = await part.ids()
    for (const ordinal of hits) {
      const number = chosen.numberOf(resolve(stories[ordinal] as number))
      const story = number < 0 ? undefined : found[number]
      if (story === undefined) continue
      const id = idAt(ids, ordinal)
      if (story.earliest === '' || id < story.earliest) story.earliest = id
      story.authors.add(authors.keys[authors.codes[ordinal] as number] as number)
    }
  }
  return keys.map((key, number) => {
    const story = found[number]
    const count = tally.stories.get(key) ?? 0
    return { key, mentionId: story?.earliest ?? '', count, authors: story?.authors.size ?? 0 }
  })
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
