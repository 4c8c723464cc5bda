import { setImmediate } from 'node:timers/promises'
import { CELLS_TOTAL } from '../../domain/cell.ts'
import { millisOf } from '../ids.ts'
import type { StoryAliases } from '../search/aliases.ts'
import { numberFirstMentions, numbersOf, type ProjectNumbers, rootsOf } from '../search/project-numbers.ts'
import type { Selected } from '../search/select.ts'
import { NumberCounts } from './number-counts.ts'
import { type NumberedPart, numberParts } from './numbered-part.ts'
import { countHitsBefore, type PartSums, type Run, runsOf, sumsOf } from './part-sums.ts'

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
  // By number (`project-numbers.ts`); a story that has none has one mention.
  readonly stories: NumberCounts
  readonly authors: NumberCounts
  // What was counted.
  readonly parts: readonly NumberedPart[]
  readonly numbers: ProjectNumbers
  // For each number of a story that of the one that remains.
  readonly roots: Uint32Array
}

// Between two turns of the event loop at most this many mentions are counted.
const TURN_MAX = 8_192

interface TallyState extends Pick<Tally, 'stories' | 'authors' | 'roots'> {
  readonly cells: number[]
  readonly points: { readonly cells: number[]; unique: number; independent: number }[]
  readonly languages: Map<string, number>
  // Stories without a number.
  alone: number
}

export interface TallyOptions {
  readonly aliases: StoryAliases
  // The starts of the points of a series, ascending, the first not after any mention; without any, there is no series.
  readonly steps?: readonly number[]
}

// Counts the selected mentions of a project.
//
// Steps are counted one after the other, each over all parts that have mentions in it: a story is new in a step if the last step that
// had it is another one.
export async function tallyMentions(
  projectId: string,
  selected: readonly Selected[],
  { aliases, steps = [] }: TallyOptions,
): Promise<Tally> {
  const numbers = numbersOf(projectId)
  const parts = await numberParts(selected, numbers)
  const merged = rootsOf(numbers, aliases)
  const roots = merged.numbers
  for (const { ids, storyNumbers } of parts) {
    if (storyNumbers.upTo === numbers.stories.size) continue
    numberFirstMentions(storyNumbers, ids, numbers)
    await setImmediate()
  }
  const state: TallyState = {
    cells: new Array<number>(CELLS_TOTAL).fill(0),
    points: steps.map(() => ({ cells: new Array<number>(CELLS_TOTAL).fill(0), unique: 0, independent: 0 })),
    languages: new Map(),
    stories: new NumberCounts(roots.length),
    authors: new NumberCounts(numbers.authors.size),
    roots,
    alone: 0,
  }
  const rest: NumberedPart[] = []
  for (const [index, run] of runsOf(parts, steps).entries()) {
    const part = parts[index] as NumberedPart
    // Not when numbers were given out since this reading began.
    if (part.whole === null || run === null || numbers.stories.size !== roots.length) rest.push(part)
    else {
      addSums(state, part, run, sumsOf(part, run, { steps, roots: merged, list: numbers.id }))
      rest.push({ ...part, hits: part.hits.subarray(0, run.from) }, { ...part, hits: part.hits.subarray(run.to) })
      await setImmediate()
    }
  }
  const waiting = rest
    .filter(({ hits }) => hits.length > 0)
    .toSorted((a, b) => (a.part.oldest < b.part.oldest ? 1 : -1))
  let open: OpenPart[] = []
  let turn = 0
  for (let step = 0; step < Math.max(1, steps.length); step++) {
    const end = steps[step + 1] ?? Number.POSITIVE_INFINITY
    for (let next = waiting.at(-1); next !== undefined && millisOf(next.part.oldest) < end; next = waiting.at(-1)) {
      open.push({ ...next, next: 0 })
      waiting.pop()
    }
    for (const part of open) {
      const last = countHitsBefore(part.ids, part.hits, end)
      for (; part.next < last; part.next = Math.min(last, part.next + TURN_MAX)) {
        const hits = part.hits.subarray(part.next, Math.min(last, part.next + TURN_MAX))
        tallyHits(state, part, hits, step)
        turn += hits.length
        if (turn < TURN_MAX) continue
        turn = 0
        await setImmediate()
      }
    }
    open = open.filter(({ next, hits }) => next < hits.length)
  }
  return { ...toCounts(state, steps), parts, numbers, roots }
}

function toCounts({ cells, points, languages, stories, authors, alone }: TallyState, steps: readonly number[]) {
  const counted = points.flatMap(({ cells, unique, independent }, index) => {
    const mentions = sum(cells)
    return mentions === 0 ? [] : [{ at: steps[index] as number, cells, mentions, unique, independent }]
  })
  const counts = { mentions: sum(cells), unique: stories.distinct + alone, independent: authors.distinct }
  return { ...counts, cells, points: counted, languages, stories, authors }
}

interface OpenPart extends NumberedPart {
  // The first hit that is not counted yet.
  next: number
}

function addSums(state: TallyState, part: NumberedPart, run: Run, sums: PartSums): void {
  state.alone += sums.alone
  for (let at = 0; at < sums.authors.length; at += 2)
    state.authors.addCount(part.authorNumbers[sums.authors[at] as number] as number, sums.authors[at + 1] as number)
  for (let at = 0; at < sums.stories.length; at += 2)
    state.stories.addCount(state.roots[sums.stories[at] as number] as number, sums.stories[at + 1] as number)
  addLanguages(state, part, sums.languages)
  for (let step = 0; step < sums.unique.length; step++) {
    const byCell = sums.cells.subarray(step * CELLS_TOTAL, (step + 1) * CELLS_TOTAL)
    addCounts(state.cells, byCell)
    const point = state.points[run.first + step]
    if (point === undefined) continue
    addCounts(point.cells, byCell)
    point.unique += sums.unique[step] as number
    point.independent += sums.independent[step] as number
  }
}

function addLanguages({ languages }: TallyState, { languages: { names } }: NumberedPart, byCode: Uint32Array): void {
  for (const [code, count] of byCode.entries()) {
    const name = names[code] as string
    if (count > 0) languages.set(name, (languages.get(name) ?? 0) + count)
  }
}

function tallyHits(state: TallyState, part: OpenPart, hits: Uint32Array, step: number): void {
  const { stories, authors, roots } = state
  const { authorNumbers } = part
  const { cells } = part.part
  const { codes: authorCodes } = part.authors
  const { numbers: storyNumbers } = part.storyNumbers
  const { codes, names } = part.languages
  const byCode = new Uint32Array(names.length)
  const byCell = new Uint32Array(CELLS_TOTAL)
  let alone = 0
  let unique = 0
  let independent = 0
  for (let at = 0; at < hits.length; at++) {
    const ordinal = hits[at] as number
    const cell = cells[ordinal] as number
    const code = codes[ordinal] as number
    byCell[cell] = (byCell[cell] as number) + 1
    byCode[code] = (byCode[code] as number) + 1
    independent += authors.add(authorNumbers[authorCodes[ordinal] as number] as number, step)
    const story = storyNumbers[ordinal] as number
    // A number that was given out since this reading began: no other mention of this selection belongs to the story.
    if (story === 0 || story > roots.length) alone++
    else unique += stories.add(roots[story - 1] as number, step)
  }
  state.alone += alone
  addCounts(state.cells, byCell)
  const point = state.points[step]
  if (point !== undefined) {
    addCounts(point.cells, byCell)
    point.unique += unique + alone
    point.independent += independent
  }
  addLanguages(state, part, byCode)
}

function addCounts(counts: number[], more: Uint32Array): void {
  for (let cell = 0; cell < more.length; cell++) counts[cell] = (counts[cell] as number) + (more[cell] as number)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
