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

// With `sign` -1, takes hits away that were added before.
export function addHits(totals: Totals, part: NumberedPart, hits: Uint32Array, sizes: Sizes, sign: 1 | -1 = 1): void {
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
    cells[cell] = (cells[cell] as number) + sign
    languages[language] = (languages[language] as number) + 1
    authors.add(authorNumbers[authorCodes[ordinal] as number] as number, sign)
    // A number that was given out since this reading began: no other mention of this selection belongs to the story.
    if (story === 0 || story > sizes.stories) alone++
    else stories.add(story - 1, sign)
  }
  totals.alone += alone * sign
  for (const [code, count] of languages.entries()) {
    if (count === 0) continue
    const name = names[code] as string
    const total = (totals.languages.get(name) ?? 0) + count * sign
    if (total > 0) totals.languages.set(name, total)
    else totals.languages.delete(name)
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
