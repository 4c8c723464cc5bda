interface Page<T> {
  readonly data: readonly T[]
}

interface Copy {
  readonly story: string
}

interface Folded<T> {
  readonly mentions: readonly T[]
  // How many of the latest pages had nothing but copies.
  readonly idlePages: number
}

// Each story once, where it is listed first. The copies of a story that is filtered by are all listed.
export function foldCopies<T extends Copy>(pages: readonly Page<T>[], story: string | undefined): Folded<T> {
  const seen = new Set<string>()
  const mentions: T[] = []
  let idlePages = 0
  for (const { data } of pages) {
    const before = mentions.length
    for (const mention of data) {
      if (story === undefined && seen.has(mention.story)) continue
      seen.add(mention.story)
      mentions.push(mention)
    }
    idlePages = mentions.length === before ? idlePages + 1 : 0
  }
  return { mentions, idlePages }
}
