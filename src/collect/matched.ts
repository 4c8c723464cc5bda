import type { Match } from '../domain/keyword.ts'
import type { Post } from '../domain/post.ts'
import { searchedTexts } from '../match/article.ts'
import type { ArchivedPost } from '../store/collecting/archive.ts'
import type { Incoming } from '../store/mentions/incoming.ts'
import type { Revision } from '../store/mentions/revise.ts'
import { type Analysed, toIncoming, toRevision } from './analyse-post.ts'
import type { Target } from './target.ts'

// What posts of the archive are to a project. An article that changed may be both: the revision of a mention, and a new mention of a
// project that has none.
export interface Matched {
  readonly incoming: Incoming[]
  readonly revisions: Revision[]
}

interface Reading {
  // Returns the post with the text of its article, which is fetched if necessary.
  read(archived: ArchivedPost): Promise<ArchivedPost>
  analyse(archived: ArchivedPost): Analysed
}

// Adds a post if it matches the project, or did before it changed. It is read and analysed only then. A page that was read already is
// matched too: it may mention what the teaser does not.
export async function addMatch(
  found: Matched,
  target: Target,
  archived: ArchivedPost,
  { read, analyse }: Reading,
): Promise<void> {
  const { post, earlierText } = archived
  const matches = matchesOf(target, archived)
  const isMatched = matches.some(({ matched }) => matched)
  const wasMatched = earlierText !== null && target.match(earlierText, post.hidden).matched
  if (!isMatched && !wasMatched) return
  const full = await read(archived)
  const analysed = analyse(full)
  // Its last text is the whole article, which has the terms of the teaser that it replaces.
  const match = (full === archived ? matches : matchesOf(target, full)).at(-1) as Match
  if (isMatched) found.incoming.push(toIncoming(analysed, match, target.termsTotal))
  if (earlierText !== null) found.revisions.push(toRevision(analysed, match, target.termsTotal))
}

function matchesOf(target: Target, { post, fullText }: ArchivedPost): Match[] {
  return searchedTexts(post, fullText).map(([text, hidden]) => target.match(text, hidden))
}

// What is stored: the entry with the text of its page, if that was read.
export function postOf({ post, fullText }: ArchivedPost): Post {
  return fullText === null ? post : { ...post, text: fullText }
}
