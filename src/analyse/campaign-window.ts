import type { StoryCopy } from './campaign-copies.ts'

// Indexes of the first and last copy of the window of that length with the most different accounts.
export function busiestWindow(copies: readonly StoryCopy[], windowMs: number) {
  const inWindow = new Map<string, number>()
  let best = { first: 0, last: -1, authors: 0 }
  let first = 0
  for (const [last, { atMs, author }] of copies.entries()) {
    inWindow.set(author, (inWindow.get(author) ?? 0) + 1)
    for (; (copies[first]?.atMs ?? atMs) < atMs - windowMs; first++) {
      const leaving = copies[first]?.author ?? author
      const left = (inWindow.get(leaving) ?? 1) - 1
      if (left === 0) inWindow.delete(leaving)
      else inWindow.set(leaving, left)
    }
    if (inWindow.size > best.authors) best = { first, last, authors: inWindow.size }
  }
  return best
}
