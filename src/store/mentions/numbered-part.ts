import type { Authors, Languages } from '../search/columns.ts'
import type { ProjectNumbers, StoryNumbers } from '../search/project-numbers.ts'
import type { Selected } from '../search/select.ts'

// The selected mentions of a part, with the numbers of their authors and stories.
export interface NumberedPart extends Selected {
  readonly ids: Buffer
  // For each mention the code of its author, and for each code the author's number.
  readonly authors: Authors
  readonly authorNumbers: Uint32Array
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
      authors: await part.authors(),
      authorNumbers: await part.authorNumbers(numbers),
      storyNumbers: await part.storyNumbers(numbers),
      languages: await part.languages(),
    })
  }
  return parts
}
