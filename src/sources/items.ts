import type { Post } from '../domain/post.ts'
import { SourceError } from './source.ts'

export interface ReadItems {
  readonly posts: readonly Post[]
  // How many entries could not be read and were skipped.
  readonly broken: number
}

// Reads the entries of one page. `read` returns null for an entry without text, and throws for one that it cannot parse.
// A single bad entry is skipped and counted. When no entry can be read, the format has changed, and that must surface as
// an error instead of looking like an empty page.
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

// Returns the value, or throws the reason why the entry cannot be read.
export function need<T>(value: T | null, what: string): T {
  if (value === null) throw new SourceError('unreadable', `An entry has no valid ${what}.`)
  return value
}
