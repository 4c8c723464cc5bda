import type { Rule } from '../domain/alert.ts'
import type { DetectRange, Track } from './detect-range.ts'
import type { Found } from './incident-tracker.ts'
import { MINUTE_MS } from './series.ts'

export interface StoryMentions {
  readonly id: string
  // Oldest first.
  readonly mentions: readonly { readonly at: number; readonly author: number }[]
}

// A story that reaches so many independent authors, or copies, within any window of that length.
export function findStories(
  rule: Extract<Rule, { readonly kind: 'story' }>,
  stories: readonly StoryMentions[],
  range: DetectRange,
  track: Track,
): Found[] {
  return stories
    .flatMap((story) => findStory(rule, story, range, track))
    .sort((a, b) => a.openedAt - b.openedAt || (a.subject < b.subject ? -1 : 1))
}

function findStory(
  { authors, copies, minutes }: Extract<Rule, { readonly kind: 'story' }>,
  { id, mentions }: StoryMentions,
  { from, to }: DetectRange,
  track: Track,
): Found[] {
  const tracker = track(id)
  const inWindow = new Map<number, number>()
  let first = 0
  for (const [index, { at, author }] of mentions.entries()) {
    if (at >= to.getTime()) break
    inWindow.set(author, (inWindow.get(author) ?? 0) + 1)
    // The window that ends with this mention; the incident has the minute in which it was published.
    const end = Math.floor(at / MINUTE_MS) + 1
    for (; (mentions[first]?.at ?? at) <= at - minutes * MINUTE_MS; first++) {
      const leaving = mentions[first]?.author ?? author
      const left = (inWindow.get(leaving) ?? 1) - 1
      if (left === 0) inWindow.delete(leaving)
      else inWindow.set(leaving, left)
    }
    const count = index - first + 1
    const isHit = (authors !== undefined && inWindow.size >= authors) || (copies !== undefined && count >= copies)
    if (isHit && end * MINUTE_MS >= from.getTime()) tracker.add({ from: end - minutes, to: end, count, expected: null })
  }
  return tracker.finish(Math.floor(to.getTime() / MINUTE_MS))
}
