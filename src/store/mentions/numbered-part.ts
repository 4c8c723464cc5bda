import { millisAt } from '../ids.ts'
import type { Languages } from '../search/columns.ts'
import type { NumberedAuthors, ProjectNumbers, StoryNumbers } from '../search/project-numbers.ts'
import type { Selected } from '../search/select.ts'

// The selected mentions of a part, with the numbers of their authors and stories.
export interface NumberedPart extends Selected {
  readonly ids: Buffer
  readonly authors: NumberedAuthors
  readonly storyNumbers: StoryNumbers
  readonly languages: Languages
}

export async function numberParts(selected: readonly Selected[], numbers: ProjectNumbers): Promise<NumberedPart[]> {
  const parts: NumberedPart[] = []
  for (const one of selected) {
    const { part } = one
    parts.push({
      ...one,
      ids: await part.ids(),
      authors: await part.authors(numbers),
      storyNumbers: await part.storyNumbers(numbers),
      languages: await part.languages(),
    })
  }
  return parts
}

// How many hits are older than an instant; at least `low` of them are.
export function countHitsBefore({ ids, hits }: Pick<NumberedPart, 'ids' | 'hits'>, ms: number, low = 0): number {
  if (ms === Number.POSITIVE_INFINITY) return hits.length
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (millisAt(ids, hits[middle] as number) < ms) low = middle + 1
    else high = middle
  }
  return low
}
