import { type CellFilter, cellsOf } from './cell.ts'
import { PLATFORMS } from './platform.ts'
import { SENTIMENTS } from './sentiment.ts'

// Where a story is counted and listed, so that each filter of R10 is a set of positions in which a story occurs at most once. A story
// whose mentions share one cell has the position of that cell. A story with several cells has one position for its set of platforms,
// and one for each of its sentiments with the set of platforms that have it.
const SETS_AT = 96
const KINDS_TOTAL = SENTIMENTS.length + 1

// All positions of a story with these cells; the first stands for the story as a whole.
export function positionsOf(cells: readonly number[]): number[] {
  const [only] = cells
  if (cells.length === 1 && only !== undefined) return [only]
  const positions = [setPosition(0, cells)]
  for (const index of SENTIMENTS.keys()) {
    const own = cells.filter((cell) => cell % SENTIMENTS.length === index)
    if (own.length > 0) positions.push(setPosition(index + 1, own))
  }
  return positions
}

// `kind` is 0 for any sentiment, else the sentiment's index plus one.
function setPosition(kind: number, cells: readonly number[]): number {
  let platforms = 0
  for (const cell of cells) platforms |= 1 << Math.floor(cell / SENTIMENTS.length)
  return SETS_AT + platforms * KINDS_TOTAL + kind
}

// True for the position that stands for the story as a whole: these add up to the number of stories.
export function isWhole(position: number): boolean {
  return position < SETS_AT || (position - SETS_AT) % KINDS_TOTAL === 0
}

// Whether the stories at a position have a mention that passes the filter, and are not at another such position too.
export function isSelected(position: number, filter: CellFilter): boolean {
  if (position < SETS_AT) return cellsOf(filter)?.includes(position) ?? true
  const kind = (position - SETS_AT) % KINDS_TOTAL
  const wanted = filter.sentiment === undefined ? 0 : SENTIMENTS.indexOf(filter.sentiment) + 1
  if (kind !== wanted) return false
  const platforms = Math.floor((position - SETS_AT) / KINDS_TOTAL)
  return (filter.platforms ?? PLATFORMS).some((platform) => (platforms & (1 << PLATFORMS.indexOf(platform))) !== 0)
}
