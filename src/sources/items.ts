import type { Post } from '../domain/post.ts'
import { SourceError } from './source.ts'

export interface ReadItems {
  readonly posts: readonly Post[]
  // How many entries could not be read and were left out.
  readonly broken: number
}

// Reads the entries of one page. A reader gives null for an entry without text, and throws for one that it does not
// understand. One strange entry is left out and counted; when none of them can be read, the format has changed, and
// that must be seen rather than taken for an empty page.
export function readItems(items: readonly unknown[], read: (item: unknown) => Post | null): ReadItems {
  const posts: Post[] = []
  let broken = 0
  let first: SourceError | null = null
  for (const item of items) {
    try {
      const post = read(item)
      if (post !== null) posts.push(post)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      first ??= error
      broken++
    }
  }
  if (first !== null && broken === items.length) throw first
  return { posts, broken }
}

// For a reader: the value, or the reason why the entry cannot be read.
export function need<T>(value: T | null, what: string): T {
  if (value === null) throw new SourceError('unreadable', `An entry has no readable ${what}.`)
  return value
}
