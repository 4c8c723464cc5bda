import { CELLS_TOTAL } from '../../domain/cell.ts'
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
  const { cells: cellOf } = part.part
  const { codes: authorCodes, numbers: authorNumbers } = part.authors
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
  for (const [code, count] of languages.entries()) {
    const name = names[code] as string
    if (count > 0) totals.languages.set(name, (totals.languages.get(name) ?? 0) + count)
  }
}

export function copyTotals({ cells, languages, authors, stories, alone }: Totals, sizes: Sizes): Totals {
  return {
    cells: cells.slice(),
    languages: new Map(languages),
    authors: authors.copy(sizes.authors),
    stories: stories.copy(sizes.stories),
    alone,
  }
}
