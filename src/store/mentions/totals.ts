import { CELLS_TOTAL } from '../../domain/cell.ts'
import type { ProjectNumbers } from '../search/project-numbers.ts'
import { NumberCounts } from './number-counts.ts'
import type { NumberedPart } from './numbered-part.ts'

// What can be added up over parts.
export interface Totals {
  readonly cells: Uint32Array
  readonly languages: Map<string, number>
  readonly authors: NumberCounts
  // Before stories are merged.
  readonly stories: NumberCounts
  // Mentions of stories without a number.
  alone: number
}

export interface Sizes {
  readonly authors: number
  readonly stories: number
}

export function newTotals({ authors, stories }: Sizes): Totals {
  return {
    cells: new Uint32Array(CELLS_TOTAL),
    languages: new Map(),
    authors: new NumberCounts(authors),
    stories: new NumberCounts(stories),
    alone: 0,
  }
}

export function addHits(totals: Totals, part: NumberedPart, hits: Uint32Array, sizes: Sizes): void {
  const { cells, authors, stories } = totals
  const { authorNumbers } = part
  const { cells: cellOf } = part.part
  const { codes: authorCodes } = part.authors
  const { numbers: storyNumbers } = part.storyNumbers
  const { codes: languageCodes, names } = part.languages
  const languages = new Uint32Array(names.length)
  let alone = 0
  for (let at = 0; at < hits.length; at++) {
    const ordinal = hits[at] as number
    const cell = cellOf[ordinal] as number
    const language = languageCodes[ordinal] as number
    const story = storyNumbers[ordinal] as number
    cells[cell] = (cells[cell] as number) + 1
    languages[language] = (languages[language] as number) + 1
    authors.add(authorNumbers[authorCodes[ordinal] as number] as number)
    // A number that was given out since this reading began: no other mention of this selection belongs to the story.
    if (story === 0 || story > sizes.stories) alone++
    else stories.add(story - 1)
  }
  totals.alone += alone
  for (const [code, count] of languages.entries()) if (count > 0) addLanguage(totals, names[code] as string, count)
}

// The totals of a whole part, in the form in which they are kept with its columns: a range of millions of mentions then costs a sum per
// segment.
export interface PartTotals extends Pick<Totals, 'cells' | 'languages' | 'alone'> {
  // Pairs of a number and a count.
  readonly authors: Uint32Array
  readonly stories: Uint32Array
}

export function totalsOf(part: NumberedPart, numbers: ProjectNumbers, sizes: Sizes): PartTotals {
  return part.part.derive(`totals ${part.whole} ${numbers.id} ${part.storyNumbers.numbered}`, () => {
    const counted = newTotals(sizes)
    addHits(counted, part, part.hits, sizes)
    const [authors, stories] = [counted.authors.pairs(), counted.stories.pairs()]
    return { value: { ...counted, authors, stories }, bytes: 1_000 + authors.byteLength + stories.byteLength }
  })
}

export function addTotals(totals: Totals, { cells, languages, alone, authors, stories }: PartTotals): void {
  for (let cell = 0; cell < cells.length; cell++)
    totals.cells[cell] = (totals.cells[cell] as number) + (cells[cell] as number)
  for (const [name, count] of languages) addLanguage(totals, name, count)
  totals.alone += alone
  totals.authors.addPairs(authors)
  totals.stories.addPairs(stories)
}

function addLanguage({ languages }: Totals, name: string, count: number): void {
  languages.set(name, (languages.get(name) ?? 0) + count)
}
