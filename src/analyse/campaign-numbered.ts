import { readWords } from '../text/words.ts'

// Grouping makes one story of copies that differ in a number only when nothing else resembles them. Where older texts of the same
// template do, each number is a story of its own; these are collected here by their words without the numbers.
export interface NumberedStory {
  readonly id: string
  readonly familyId: string
  readonly text: string
}

const STORIES_MIN = 12

// The ids of the stories of each numbered text, oldest first.
export function groupNumbered(stories: readonly NumberedStory[]): string[][] {
  const groups = Map.groupBy(
    stories.filter(({ text }) => /\d/.test(text)),
    ({ familyId, text }) => `${familyId} ${wordsWithoutNumbers(text)}`,
  )
  return [...groups.values()]
    .filter((group) => group.length >= STORIES_MIN)
    .map((group) => group.map(({ id }) => id).sort())
}

function wordsWithoutNumbers(text: string): string {
  const plain = text.replace(/https?:\S+|[@#]\S+/g, ' ').replace(/\d+(?:[.,]\d+)*/g, '0')
  return readWords(plain).keys.join(' ')
}
