import { setImmediate } from 'node:timers/promises'
import { CELLS_TOTAL } from '../../domain/cell.ts'
import { hashPair } from '../../text/hash.ts'
import { idAt, millisAt } from '../ids.ts'
import { isNamed } from '../search/document.ts'
import { KeyCounter } from '../search/key-counter.ts'
import { lowerBound } from '../search/ordinals.ts'
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
  readonly steps: readonly number[]
  readonly points: { readonly cells: number[]; unique: number; independent: number }[]
  readonly languages: Map<string, number>
  readonly stories: KeyCounter
  readonly authors: KeyCounter
  // Stories and authors of each step.
  readonly stepKeys: KeyCounter
}

// Counts the selected mentions. `steps` are the starts of the points of a series, ascending, the first not after any mention;
// without any, there is no series.
export async function tallyMentions(
  selected: readonly Selected[],
  steps: readonly number[],
  resolve: (story: number) => number,
): Promise<Tally> {
  const state: TallyState = {
    cells: new Array<number>(CELLS_TOTAL).fill(0),
    steps,
    points: steps.map(() => ({ cells: new Array<number>(CELLS_TOTAL).fill(0), unique: 0, independent: 0 })),
    languages: new Map(),
    stories: new KeyCounter(),
    authors: new KeyCounter(),
    stepKeys: new KeyCounter(),
  }
  for (const { part, hits } of selected) {
    const columns = {
      cells: part.cells,
      ids: await part.ids(),
      authors: await part.authors(),
      stories: (await part.stories()).keys,
      languages: await part.languages(),
    }
    for (let from = 0; from < hits.length; from += TURN_MAX) {
      tallyHits(state, columns, hits.subarray(from, from + TURN_MAX), resolve)
      await setImmediate()
    }
  }
  const { cells, languages, stories, authors } = state
  const points = state.points.flatMap(({ cells, unique, independent }, index) => {
    const mentions = sum(cells)
    return mentions === 0 ? [] : [{ at: steps[index] as number, cells, mentions, unique, independent }]
  })
  const counts = { mentions: sum(cells), unique: stories.size, independent: authors.size }
  return { ...counts, cells, points, languages, stories, authors }
}

interface HitColumns {
  readonly cells: Uint8Array
  readonly ids: Buffer
  readonly authors: Float64Array
  readonly stories: Float64Array
  readonly languages: { readonly names: readonly string[]; readonly codes: Uint16Array }
}

function tallyHits(
  { cells, steps, points, languages, stories, authors, stepKeys }: TallyState,
  columns: HitColumns,
  hits: Uint32Array,
  resolve: (story: number) => number,
): void {
  const byCode = new Array<number>(columns.languages.names.length).fill(0)
  let step = 0
  for (const ordinal of hits) {
    const cell = columns.cells[ordinal] as number
    const story = resolve(columns.stories[ordinal] as number)
    const author = columns.authors[ordinal] as number
    const code = columns.languages.codes[ordinal] as number
    cells[cell] = (cells[cell] as number) + 1
    byCode[code] = (byCode[code] as number) + 1
    stories.add(story)
    authors.add(author)
    if (steps.length === 0) continue
    const ms = millisAt(columns.ids, ordinal)
    if (ms < (steps[step] as number) || ms >= (steps[step + 1] ?? Number.POSITIVE_INFINITY))
      step = Math.max(0, lowerBound(steps, ms + 1) - 1)
    const point = points[step] as TallyState['points'][number]
    point.cells[cell] = (point.cells[cell] as number) + 1
    // Even keys are stories, odd ones authors.
    const before = stepKeys.size
    stepKeys.add(hashPair(story, step) * 2)
    if (stepKeys.size > before) point.unique++
    const between = stepKeys.size
    stepKeys.add(hashPair(author, step) * 2 + 1)
    if (stepKeys.size > between) point.independent++
  }
  for (const [code, count] of byCode.entries()) {
    const name = columns.languages.names[code] as string
    if (count > 0) languages.set(name, (languages.get(name) ?? 0) + count)
  }
}

export interface CountedAuthor {
  // The newest of the author's selected mentions.
  readonly mentionId: string
  readonly count: number
}

// The authors with the most selected mentions.
export async function topAuthors(selected: readonly Selected[], tally: Tally, limit: number): Promise<CountedAuthor[]> {
  const named = new KeyCounter()
  tally.authors.forEach((count, key) => {
    if (isNamed(key)) named.add(key, 0, count)
  })
  const counts = new Map(named.top(limit).map(({ key, count }) => [key, count]))
  const newest = new Map<number, string>()
  for (const { part, hits } of selected) {
    const authors = await part.authors()
    const ids = await part.ids()
    for (const ordinal of hits) {
      const key = authors[ordinal] as number
      if (!counts.has(key)) continue
      const id = idAt(ids, ordinal)
      if (id > (newest.get(key) ?? '')) newest.set(key, id)
    }
  }
  return [...counts].map(([key, count]) => ({ mentionId: newest.get(key) ?? '', count }))
}

export interface CountedStory {
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
  const found = new Map(top.map(({ key }) => [key, { earliest: '', authors: new Set<number>() }]))
  for (const { part, hits } of selected) {
    const { keys } = await part.stories()
    const authors = await part.authors()
    const ids = await part.ids()
    for (const ordinal of hits) {
      const story = found.get(resolve(keys[ordinal] as number))
      if (story === undefined) continue
      const id = idAt(ids, ordinal)
      if (story.earliest === '' || id < story.earliest) story.earliest = id
      story.authors.add(authors[ordinal] as number)
    }
  }
  return top.map(({ key, count }) => {
    const story = found.get(key)
    return { mentionId: story?.earliest ?? '', count, authors: story?.authors.size ?? 0 }
  })
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
