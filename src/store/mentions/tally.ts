import { setImmediate } from 'node:timers/promises'
import { hashIdentity } from '../../text/hash.ts'
import type { StoryAliases } from '../search/aliases.ts'
import { openCache } from '../search/cache.ts'
import type { Ordinals } from '../search/ordinals.ts'
import { numberFirstMentions, numbersOf, type ProjectNumbers, rootsOf } from '../search/project-numbers.ts'
import { outside, type Selected } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'
import type { NumberCounts } from './number-counts.ts'
import { type NumberedPart, numberParts } from './numbered-part.ts'
import { countPoints, type Point, type ThreeCounts } from './points.ts'
import { addHits, copyTotals, newTotals, type Sizes, type Totals } from './totals.ts'

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

export interface TallyOptions {
  readonly aliases: StoryAliases
  // The starts of the points of a series, ascending, the first not after any mention; without any, there is no series.
  readonly steps?: readonly number[]
}

// Counts the selected mentions of a project. Totals are added up over parts; how many stories and authors a step has cannot be, so steps
// are counted one after the other, over all parts.
export async function tallyMentions(
  projectId: string,
  selected: readonly Selected[],
  { aliases, steps = [] }: TallyOptions,
): Promise<Tally> {
  const numbers = numbersOf(projectId)
  const parts = await numberParts(selected, numbers)
  const roots = rootsOf(numbers, aliases)
  for (const { ids, storyNumbers } of parts) {
    if (storyNumbers.upTo === numbers.stories.size) continue
    numberFirstMentions(storyNumbers, ids, numbers)
    await setImmediate()
  }
  const totals = await addUp(parts, numbers, roots.numbers.length)
  const stories = totals.stories.renumbered(roots.numbers)
  return {
    cells: [...totals.cells],
    points: await countPoints({ parts, numbers, roots }, steps),
    languages: totals.languages,
    mentions: totals.cells.reduce((sum, count) => sum + count, 0),
    unique: stories.distinct + totals.alone,
    independent: totals.authors.distinct,
    stories,
    authors: totals.authors,
    parts,
    numbers,
    roots: roots.numbers,
  }
}

// The totals of segments, by what is in them: a range of a million mentions is not counted again for each reading.
const known = openCache<Totals>(16 * 2 ** 20)

async function addUp(parts: readonly NumberedPart[], numbers: ProjectNumbers, stories: number): Promise<Totals> {
  const sizes = { authors: numbers.authors.size, stories }
  // Numbers that were given out since this reading began are not counted, but a later reading would.
  const canKeep = numbers.stories.size === stories
  const isKept = ({ part, hitsName }: NumberedPart) => canKeep && hitsName !== null && part.name !== null
  const totals = await totalsOf(parts.filter(isKept), numbers, sizes)
  const others = parts.filter((part) => !isKept(part))
  // A copy takes as much as counting thousands of mentions.
  return others.length === 0 ? totals : addParts(copyTotals(totals, sizes), others, sizes)
}

// Those of all of the segments that are mostly in the range are also kept without the others, which another range cuts elsewhere: what
// the range leaves out of them is subtracted.
async function totalsOf(parts: readonly NumberedPart[], numbers: ProjectNumbers, sizes: Sizes): Promise<Totals> {
  if (parts.length === 0) return newTotals(sizes)
  const names = parts.map(({ part, hitsName, storyNumbers }) => `${part.name} ${hitsName} ${storyNumbers.numbered}`)
  const key = `${numbers.id} ${hashIdentity(names.join())}`
  const found = known.get(key)
  if (found !== undefined) return found
  const totals = await (parts.every(isWhole)
    ? addParts(newTotals(sizes), parts, sizes)
    : cutTotals(parts, numbers, sizes))
  known.set(key, totals, 1_000 + (sizes.authors + sizes.stories) * 4)
  return totals
}

function isWhole({ choice, hitsName }: NumberedPart): boolean {
  return hitsName === choice
}

async function cutTotals(parts: readonly NumberedPart[], numbers: ProjectNumbers, sizes: Sizes): Promise<Totals> {
  const most = parts.flatMap((part) => (part.all === null ? [] : [{ ...part, hits: part.all, hitsName: part.choice }]))
  const totals = copyTotals(await totalsOf(most, numbers, sizes), sizes)
  for (const part of parts) for (const hits of outside(part)) await addInTurns(totals, part, hits, sizes, -1)
  return addParts(
    totals,
    parts.filter(({ all }) => all === null),
    sizes,
  )
}

async function addParts(totals: Totals, parts: readonly NumberedPart[], sizes: Sizes): Promise<Totals> {
  for (const part of parts) await addInTurns(totals, part, part.hits, sizes, 1)
  return totals
}

async function addInTurns(
  totals: Totals,
  part: NumberedPart,
  hits: Ordinals,
  sizes: Sizes,
  sign: 1 | -1,
): Promise<void> {
  for await (const some of inTurns(hits)) addHits(totals, part, some, sizes, sign)
}
